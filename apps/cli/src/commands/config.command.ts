import { argument, choice, defineCommand, preferenceName } from '../command/index.ts';
import { settingFlags } from '../settings/index.ts';
import { ExitCode } from '../terminal/index.ts';

/** `kubemin config check`. */
export const configCheckCommand = defineCommand({
  path: ['config', 'check'],
  group: 'platform',
  summary: {
    en: 'show the settings in effect, their sources, and all problems',
    zh: '显示生效的设置、各自的来源，以及全部错误',
  },
  help: { en: 'Takes every flag of kubemin server.', zh: '它接受 kubemin server 的全部选项。' },
  options: {
    for: choice(
      '--for <command>',
      { en: 'command whose defaults to show (default: server)', zh: '显示哪个命令的默认值（默认：server）' },
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

/** `kubemin config get`. */
export const configGetCommand = defineCommand({
  path: ['config', 'get'],
  group: 'platform',
  summary: { en: 'print a preference', zh: '显示一项偏好' },
  arguments: {
    name: argument('name', { en: 'lang, output or context', zh: 'lang、output 或 context' }, preferenceName),
  },
  examples: [{ line: 'kubemin config get lang', needs: 'nothing' }],
  load: async () => {
    const { getPreference } = await import('./config.ts');
    return getPreference;
  },
});

/** `kubemin config ls`. */
export const configLsCommand = defineCommand({
  path: ['config', 'ls'],
  group: 'platform',
  summary: { en: 'list preferences', zh: '列出您的偏好' },
  examples: [{ line: 'kubemin config ls', needs: 'nothing' }],
  load: async () => {
    const { listPreferences } = await import('./config.ts');
    return listPreferences;
  },
});

/** `kubemin config set`. */
export const configSetCommand = defineCommand({
  path: ['config', 'set'],
  group: 'platform',
  summary: { en: 'set a preference: lang, output, context', zh: '设置一项偏好：lang、output、context' },
  help: {
    en: 'Used unless an option or an environment variable sets the value.',
    zh: '在没有选项或环境变量另行指定时生效。',
  },
  arguments: {
    name: argument('name', { en: 'lang, output or context', zh: 'lang、output 或 context' }, preferenceName),
    value: argument('value', { en: 'value to set', zh: '要设置的值' }),
  },
  examples: [
    { line: 'kubemin config set output table', needs: 'nothing' },
    { line: 'kubemin config set lang fr', needs: 'nothing', exit: ExitCode.usage },
  ],
  load: async () => {
    const { setPreference } = await import('./config.ts');
    return setPreference;
  },
});

/** `kubemin config unset`. */
export const configUnsetCommand = defineCommand({
  path: ['config', 'unset'],
  group: 'platform',
  summary: { en: 'unset a preference', zh: '取消一项偏好' },
  arguments: {
    name: argument('name', { en: 'lang, output or context', zh: 'lang、output 或 context' }, preferenceName),
  },
  examples: [{ line: 'kubemin config unset output', needs: 'nothing' }],
  load: async () => {
    const { unsetPreference } = await import('./config.ts');
    return unsetPreference;
  },
});
