import { argument } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';
import { preferenceName } from '../command/readers/preference-name.ts';

/** `kubemin config get`. */
export const configGetCommand = defineCommand({
  path: ['config', 'get'],
  group: 'platform',
  summary: { en: 'print a preference of yours', zh: '显示一项偏好' },
  arguments: {
    name: argument('name', { en: 'lang, output or context', zh: 'lang、output 或 context' }, preferenceName),
  },
  examples: [{ line: 'kubemin config get lang', needs: 'nothing' }],
  load: async () => {
    const { getPreference } = await import('./config-get.ts');
    return getPreference;
  },
});
