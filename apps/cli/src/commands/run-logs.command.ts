import { latestRunArgument } from '../command/common-parameters.ts';
import { defineCommand } from '../command/define-command.ts';
import { option } from '../command/options.ts';
import { ExitCode } from '../exit-code.ts';

/** `kubemin run logs`. */
export const runLogsCommand = defineCommand({
  path: ['run', 'logs'],
  group: 'runs',
  summary: { en: 'show what the programs of its steps have written', zh: '显示运行各步骤的程序所写的内容' },
  arguments: { target: latestRunArgument },
  options: { step: option('--step <name>', { en: 'of this step only', zh: '只看这个步骤' }) },
  examples: [{ line: 'kubemin run logs demo', needs: 'demo', exit: ExitCode.notFound }],
  load: async () => {
    const { showLogs } = await import('./run-logs.ts');
    return showLogs;
  },
});
