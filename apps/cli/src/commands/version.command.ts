import { defineCommand } from '../command/define-command.ts';
import { flag } from '../command/options.ts';

/** `kubemin version`. */
export const versionCommand = defineCommand({
  path: ['version'],
  group: 'start',
  summary: {
    en: 'tell the version of this command, and of the server if one answers',
    zh: '显示本命令的版本，以及有应答的服务器的版本',
  },
  options: {
    client: flag('--client', { en: 'of this command only; asks nobody', zh: '只看本命令的版本，不询问服务器' }),
  },
  examples: [
    { line: 'kubemin version', needs: 'platform' },
    { line: 'kubemin version --client -o json', needs: 'nothing' },
  ],
  load: async () => {
    const { version } = await import('./version.ts');
    return version;
  },
});
