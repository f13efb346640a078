import { defineCommand } from '../command/define-command.ts';

/** `kubemin user ls`. */
export const userLsCommand = defineCommand({
  path: ['user', 'ls'],
  group: 'platform',
  summary: { en: 'list users and their roles', zh: '列出用户及其角色' },
  examples: [{ line: 'kubemin user ls', needs: 'platform' }],
  load: async () => {
    const { listUsers } = await import('./user-ls.ts');
    return listUsers;
  },
});
