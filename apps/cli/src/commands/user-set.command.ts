import { argument } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';
import { list } from '../command/options.ts';
import { projectRole } from '../command/readers/grant.ts';

/** `kubemin user set`. */
export const userSetCommand = defineCommand({
  path: ['user', 'set'],
  group: 'platform',
  summary: { en: 'give a user these roles in place of all they had', zh: '用这些角色取代用户原有的全部角色' },
  arguments: { name: argument('name', { en: 'of the user', zh: '用户名' }) },
  options: {
    role: list(
      '--role <[project=]role>',
      {
        en: 'a role in a project, as shop=deployer; without a project, as viewer, it holds on the whole platform',
        zh: '项目中的角色，如 shop=deployer；不写项目（如 viewer）则在整个平台有效',
      },
      projectRole,
    ),
  },
  examples: [{ line: 'kubemin user set ada --role shop=viewer --role viewer', needs: 'platform' }],
  load: async () => {
    const { saveUser } = await import('./user-save.ts');
    return (context, input) => saveUser(context, { ...input, kind: 'known' });
  },
});
