import { defineCommand } from '../command/define-command.ts';
import { choice } from '../command/options.ts';
import { settingFlags } from '../command/setting-flags.ts';

/** `kubemin config check`. */
export const configCheckCommand = defineCommand({
  path: ['config', 'check'],
  group: 'platform',
  summary: {
    en: 'show the settings in effect, where each comes from, and all that is wrong',
    zh: '显示生效的设置、各自的来源，以及全部错误',
  },
  help: { en: 'It takes every flag of kubemin server.', zh: '它接受 kubemin server 的全部选项。' },
  options: {
    for: choice(
      '--for <command>',
      { en: 'whose defaults to show (default: server)', zh: '显示哪个命令的默认值（默认：server）' },
      ['server', 'up'],
    ),
    flags: settingFlags({ of: 'server', help: [] }),
  },
  examples: [{ line: 'kubemin config check --for up', needs: 'nothing' }],
  load: async () => {
    const { checkConfig } = await import('./config-check.ts');
    return checkConfig;
  },
});
