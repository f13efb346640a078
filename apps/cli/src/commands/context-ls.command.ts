import { defineCommand } from '../command/define-command.ts';

/** `kubemin context ls`. */
export const contextLsCommand = defineCommand({
  path: ['context', 'ls'],
  group: 'platform',
  summary: { en: 'list the saved platforms', zh: '列出已保存的平台' },
  examples: [{ line: 'kubemin context ls', needs: 'nothing' }],
  load: async () => {
    const { listContexts } = await import('./context-ls.ts');
    return listContexts;
  },
});
