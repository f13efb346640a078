import { argument } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';

/** `kubemin user rm`. */
export const userRmCommand = defineCommand({
  path: ['user', 'rm'],
  group: 'platform',
  summary: { en: 'remove a user; their tokens open nothing from then on', zh: '移除用户；其令牌随即失效' },
  arguments: { name: argument('name', { en: 'of the user', zh: '用户名' }) },
  examples: [{ line: 'kubemin user rm ada', needs: 'platform' }],
  load: async () => {
    const { removeUser } = await import('./user-rm.ts');
    return removeUser;
  },
});
