import { latestRunArgument } from '../command/common-parameters.ts';
import { defineCommand } from '../command/define-command.ts';

/** `kubemin run watch`. */
export const runWatchCommand = defineCommand({
  path: ['run', 'watch'],
  group: 'runs',
  summary: { en: 'follow a run until it ends', zh: '跟踪一次运行直到结束' },
  arguments: { target: latestRunArgument },
  examples: [{ line: 'kubemin run watch demo', needs: 'demo' }],
  load: async () => {
    const { watchRun } = await import('./run-watch.ts');
    return watchRun;
  },
});
