import { argument } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';
import { preferenceName } from '../command/readers/preference-name.ts';
import { ExitCode } from '../exit-code.ts';

/** `kubemin config set`. */
export const configSetCommand = defineCommand({
  path: ['config', 'set'],
  group: 'platform',
  summary: { en: 'set a preference of yours: lang, output, context', zh: '设置一项偏好：lang、output、context' },
  help: {
    en: 'It counts where neither an option nor a variable says otherwise.',
    zh: '在没有选项或环境变量另行指定时生效。',
  },
  arguments: {
    name: argument('name', { en: 'lang, output or context', zh: 'lang、output 或 context' }, preferenceName),
    value: argument('value', { en: 'what it should be', zh: '要设置的值' }),
  },
  examples: [
    { line: 'kubemin config set output table', needs: 'nothing' },
    { line: 'kubemin config set lang fr', needs: 'nothing', exit: ExitCode.usage },
  ],
  load: async () => {
    const { setPreference } = await import('./config-set.ts');
    return setPreference;
  },
});
