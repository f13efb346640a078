import { appArgument } from '../command/common-parameters.ts';
import { defineCommand } from '../command/define-command.ts';

/** `kubemin run ls`. */
export const runLsCommand = defineCommand({
  path: ['run', 'ls'],
  group: 'runs',
  summary: { en: 'list the runs of an application', zh: '列出应用的运行' },
  arguments: { app: appArgument },
  examples: [{ line: 'kubemin run ls demo', needs: 'demo' }],
  load: async () => {
    const { listRuns } = await import('./run-ls.ts');
    return listRuns;
  },
});
