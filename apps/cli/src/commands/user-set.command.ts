import { defineCommand } from '../command/define-command.ts';
import { userParameters } from './user-parameters.ts';

/** `kubemin user set`. */
export const userSetCommand = defineCommand({
  path: ['user', 'set'],
  group: 'platform',
  summary: { en: 'give a user these roles in place of all they had', zh: '用这些角色取代用户原有的全部角色' },
  ...userParameters,
  examples: [{ line: 'kubemin user set ada --role shop=viewer --role viewer', needs: 'platform' }],
  load: async () => {
    const { saveUser } = await import('./user-save.ts');
    return (context, input) => saveUser(context, { ...input, kind: 'known' });
  },
});
