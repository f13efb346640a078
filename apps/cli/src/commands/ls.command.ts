import { defineCommand } from '../command/define-command.ts';

/** `kubemin ls`. */
export const lsCommand = defineCommand({
  path: ['ls'],
  group: 'observe',
  summary: { en: 'list applications', zh: '列出应用' },
  examples: [
    { line: 'kubemin ls', needs: 'platform' },
    { line: 'kubemin ls -o name', needs: 'platform' },
  ],
  load: async () => {
    const { ls } = await import('./ls.ts');
    return ls;
  },
});
