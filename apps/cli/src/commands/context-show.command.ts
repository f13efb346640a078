import { defineCommand } from '../command/define-command.ts';

/** `kubemin context show`. */
export const contextShowCommand = defineCommand({
  path: ['context', 'show'],
  group: 'platform',
  summary: { en: 'tell which platform commands talk to here, and why', zh: '显示此处的命令与哪个平台通信，以及原因' },
  examples: [{ line: 'kubemin context show', needs: 'nothing' }],
  load: async () => {
    const { showContext } = await import('./context-show.ts');
    return showContext;
  },
});
