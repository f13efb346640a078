import { latestRunArgument } from '../command/common-parameters.ts';
import { defineCommand } from '../command/define-command.ts';

/** `kubemin run show`. */
export const runShowCommand = defineCommand({
  path: ['run', 'show'],
  group: 'runs',
  summary: {
    en: 'show a run as it stands: steps, jobs, attempts, durations, errors',
    zh: '显示一次运行的现状：步骤、任务、尝试次数、耗时、错误',
  },
  arguments: { target: latestRunArgument },
  examples: [
    { line: 'kubemin run show demo', needs: 'demo' },
    { line: 'kubemin run show demo -o json', needs: 'demo' },
  ],
  load: async () => {
    const { showRunStatus } = await import('./run-show.ts');
    return showRunStatus;
  },
});
