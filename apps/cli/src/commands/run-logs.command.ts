import { latestRunArgument } from '../command/common-parameters.ts';
import { defineCommand } from '../command/define-command.ts';
import { option } from '../command/options.ts';
import { wholeNumber } from '../command/readers/whole-number.ts';

/** `kubemin run logs`. */
export const runLogsCommand = defineCommand({
  path: ['run', 'logs'],
  group: 'runs',
  summary: {
    en: 'show what the programs of its steps and the pods it delivered have written',
    zh: '显示运行各步骤的程序以及所交付的 Pod 写的内容',
  },
  arguments: { target: latestRunArgument },
  options: {
    step: option('--step <name>', { en: 'of this step only', zh: '只看这个步骤' }),
    tail: option(
      '--tail <lines>',
      { en: 'only so many of the last lines', zh: '只看最后多少行' },
      wholeNumber(0, 1_000_000),
    ),
  },
  examples: [{ line: 'kubemin run logs demo', needs: 'demo' }],
  load: async () => {
    const { showLogs } = await import('./run-logs.ts');
    return showLogs;
  },
});
