import { activeRunArgument } from '../command/common-parameters.ts';
import { defineCommand } from '../command/define-command.ts';
import { option } from '../command/options.ts';

/** `kubemin run reject`. */
export const runRejectCommand = defineCommand({
  path: ['run', 'reject'],
  group: 'runs',
  summary: { en: 'refuse what a run asks, which ends it', zh: '拒绝运行所请求的事，运行随之结束' },
  arguments: { target: activeRunArgument },
  options: {
    job: option('--job <name>', { en: 'which job, when several ask', zh: '哪个任务（有多个在询问时）' }),
    comment: option('--comment <text>', { en: 'a word to those who look later', zh: '留给之后查看者的话' }),
  },
  examples: [{ line: 'kubemin run reject asking --comment "not today"', needs: 'demo' }],
  load: async () => {
    const { decideRun } = await import('./run-decide.ts');
    return (context, input) => decideRun(context, { ...input, verdict: 'rejected' });
  },
});
