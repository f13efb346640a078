import { defineCommand } from '../command/define-command.ts';

/** `kubemin template ls`. */
export const templateLsCommand = defineCommand({
  path: ['template', 'ls'],
  group: 'author',
  summary: { en: 'list the templates of the platform', zh: '列出平台上的模板' },
  examples: [{ line: 'kubemin template ls', needs: 'platform' }],
  load: async () => {
    const { listTemplates } = await import('./template-ls.ts');
    return listTemplates;
  },
});
