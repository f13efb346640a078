import { defineCommand } from '../command/define-command.ts';
import { userParameters } from './user-parameters.ts';

/** `kubemin user add`. */
export const userAddCommand = defineCommand({
  path: ['user', 'add'],
  group: 'platform',
  summary: {
    en: 'make a user; kubemin token create --user gives them a token',
    zh: '新建用户；kubemin token create --user 为其发放令牌',
  },
  ...userParameters,
  examples: [{ line: 'kubemin user add ada --role shop=deployer', needs: 'platform' }],
  load: async () => {
    const { saveUser } = await import('./user-save.ts');
    return (context, input) => saveUser(context, { ...input, kind: 'new' });
  },
});
