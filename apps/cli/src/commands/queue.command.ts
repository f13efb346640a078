import { defineCommand } from '../command/define-command.ts';
import { flag } from '../command/options.ts';

/** `kubemin queue`. */
export const queueCommand = defineCommand({
  path: ['queue'],
  group: 'runs',
  summary: {
    en: 'show which runs wait, in which order and for what, and who executes runs',
    zh: '显示哪些运行在排队、顺序与原因，以及由谁执行',
  },
  options: {
    watch: flag('-w, --watch', {
      en: 'go on showing it as it changes, until Ctrl-C',
      zh: '持续显示其变化，直到 Ctrl-C',
    }),
  },
  examples: [
    { line: 'kubemin queue', needs: 'platform' },
    { line: 'kubemin queue -o json', needs: 'platform' },
  ],
  load: async () => {
    const { showQueue } = await import('./queue.ts');
    return showQueue;
  },
});
