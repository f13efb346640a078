import { latestRunArgument } from '../command/common-parameters.ts';
import { defineCommand } from '../command/define-command.ts';
import { option } from '../command/options.ts';
import { wholeNumber } from '../command/readers/whole-number.ts';
import { ExitCode } from '../exit-code.ts';

/** `kubemin run logs`. */
export const runLogsCommand = defineCommand({
  path: ['run', 'logs'],
  group: 'runs',
  summary: { en: 'show what the programs of its steps have written', zh: '显示运行各步骤的程序所写的内容' },
  arguments: { target: latestRunArgument },
  options: {
    step: option('--step <name>', { en: 'of this step only', zh: '只看这个步骤' }),
    tail: option(
      '--tail <lines>',
      { en: 'only so many of the last lines', zh: '只看最后多少行' },
      wholeNumber(0, 1_000_000),
    ),
  },
  examples: [{ line: 'kubemin run logs demo', needs: 'demo', exit: ExitCode.notFound }],
  load: async () => {
    const { showLogs } = await import('./run-logs.ts');
    return showLogs;
  },
});
