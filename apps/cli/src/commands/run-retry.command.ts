import { latestRunArgument, waitOption } from '../command/common-parameters.ts';
import { defineCommand } from '../command/define-command.ts';
import { choice, option } from '../command/options.ts';

/** `kubemin run retry`. */
export const runRetryCommand = defineCommand({
  path: ['run', 'retry'],
  group: 'runs',
  summary: {
    en: 'take up a run that has ended: what succeeded is kept, the rest runs again',
    zh: '接续一次已结束的运行：保留成功的部分，其余重新执行',
  },
  arguments: { target: latestRunArgument },
  options: {
    from: choice(
      '--from <where>',
      {
        en: 'failed: what succeeded is kept (default); start: everything, of the same revision',
        zh: 'failed：保留成功的部分（默认）；start：同一修订版全部重做',
      },
      ['failed', 'start'],
    ),
    job: option('--job <name>', { en: 'do this job again, and nothing else', zh: '只重做这个任务' }),
    wait: waitOption,
  },
  examples: [{ line: 'kubemin run retry cancelled --from failed', needs: 'demo' }],
  load: async () => {
    const { retryRun } = await import('./run-retry.ts');
    return retryRun;
  },
});
