import { activeRunArgument, waitOption } from '../command/common-parameters.ts';
import { defineCommand } from '../command/define-command.ts';
import { flag, option } from '../command/options.ts';

/** `kubemin run cancel`. */
export const runCancelCommand = defineCommand({
  path: ['run', 'cancel'],
  group: 'runs',
  summary: { en: 'cancel a run', zh: '取消一次运行' },
  arguments: { target: activeRunArgument },
  help: {
    en: 'What the run has delivered stays as it is. With --clean-up, another run then removes what this one created; what was there before, and volumes with their data, stay. A run that was cancelled already is cleaned up as well.',
    zh: '运行已交付的内容保持原样。加上 --clean-up 后，会由另一次运行删除该运行所创建的内容；之前已有的内容以及卷和数据保留。已取消的运行同样可以清理。',
  },
  options: {
    reason: option('--reason <text>', { en: 'why, for those who look later', zh: '原因，留给之后查看的人' }),
    cleanUp: flag('--clean-up', { en: 'then remove what the run created', zh: '随后删除该运行所创建的内容' }),
    wait: waitOption,
  },
  examples: [
    { line: 'kubemin run cancel slow --reason "wrong image"', needs: 'demo' },
    { line: 'kubemin run cancel slow --clean-up', needs: 'demo', alone: true },
  ],
  load: async () => {
    const { cancelRun } = await import('./run-cancel.ts');
    return cancelRun;
  },
});
