import { activeRunArgument } from '../command/common-parameters.ts';
import { defineCommand } from '../command/define-command.ts';
import { option } from '../command/options.ts';

/** `kubemin run cancel`. */
export const runCancelCommand = defineCommand({
  path: ['run', 'cancel'],
  group: 'runs',
  summary: { en: 'cancel a run', zh: '取消一次运行' },
  arguments: { target: activeRunArgument },
  options: { reason: option('--reason <text>', { en: 'why, for those who look later', zh: '原因，留给之后查看的人' }) },
  examples: [{ line: 'kubemin run cancel slow --reason "wrong image"', needs: 'demo' }],
  load: async () => {
    const { cancelRun } = await import('./run-cancel.ts');
    return cancelRun;
  },
});
