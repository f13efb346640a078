import { argument } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';
import { preferenceName } from '../command/readers/preference-name.ts';

/** `kubemin config unset`. */
export const configUnsetCommand = defineCommand({
  path: ['config', 'unset'],
  group: 'platform',
  summary: { en: 'take a preference of yours back', zh: '取消一项偏好' },
  arguments: {
    name: argument('name', { en: 'lang, output or context', zh: 'lang、output 或 context' }, preferenceName),
  },
  examples: [{ line: 'kubemin config unset output', needs: 'nothing' }],
  load: async () => {
    const { unsetPreference } = await import('./config-set.ts');
    return unsetPreference;
  },
});
