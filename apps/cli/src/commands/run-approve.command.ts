import { activeRunArgument } from '../command/common-parameters.ts';
import { defineCommand } from '../command/define-command.ts';
import { option } from '../command/options.ts';

/** `kubemin run approve`. */
export const runApproveCommand = defineCommand({
  path: ['run', 'approve'],
  group: 'runs',
  summary: { en: 'agree to what a run asks, so that it goes on', zh: '同意运行所请求的事，使其继续' },
  arguments: { target: activeRunArgument },
  options: {
    job: option('--job <name>', { en: 'which job, when several ask', zh: '哪个任务（有多个在询问时）' }),
    comment: option('--comment <text>', { en: 'a word to those who look later', zh: '留给之后查看者的话' }),
  },
  examples: [{ line: 'kubemin run approve asking --comment "ship it"', needs: 'demo' }],
  load: async () => {
    const { decideRun } = await import('./run-decide.ts');
    return (context, input) => decideRun(context, { ...input, verdict: 'approved' });
  },
});
