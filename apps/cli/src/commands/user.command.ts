import { argument, defineCommand, userParameters } from '../command/index.ts';

/** `kubemin user add`. */
export const userAddCommand = defineCommand({
  path: ['user', 'add'],
  group: 'platform',
  summary: {
    en: 'create a user; kubemin token create --user creates a token for it',
    zh: '新建用户；kubemin token create --user 为其发放令牌',
  },
  ...userParameters,
  examples: [{ line: 'kubemin user add ada --role shop=deployer', needs: 'platform' }],
  load: async () => {
    const { saveUser } = await import('./user.ts');
    return (context, input) => saveUser(context, { ...input, kind: 'new' });
  },
});

/** `kubemin user ls`. */
export const userLsCommand = defineCommand({
  path: ['user', 'ls'],
  group: 'platform',
  summary: { en: 'list users and their roles', zh: '列出用户及其角色' },
  examples: [{ line: 'kubemin user ls', needs: 'platform' }],
  load: async () => {
    const { listUsers } = await import('./user.ts');
    return listUsers;
  },
});

/** `kubemin user rm`. */
export const userRmCommand = defineCommand({
  path: ['user', 'rm'],
  group: 'platform',
  summary: { en: 'remove a user and invalidate its tokens', zh: '移除用户；其令牌随即失效' },
  arguments: { name: argument('name', { en: 'name of the user', zh: '用户名' }) },
  examples: [{ line: 'kubemin user rm ada', needs: 'platform' }],
  load: async () => {
    const { removeUser } = await import('./user.ts');
    return removeUser;
  },
});

/** `kubemin user set`. */
export const userSetCommand = defineCommand({
  path: ['user', 'set'],
  group: 'platform',
  summary: { en: 'set the roles of a user, replacing all others', zh: '用这些角色取代用户原有的全部角色' },
  ...userParameters,
  examples: [{ line: 'kubemin user set ada --role shop=viewer --role viewer', needs: 'platform' }],
  load: async () => {
    const { saveUser } = await import('./user.ts');
    return (context, input) => saveUser(context, { ...input, kind: 'known' });
  },
});
