import { argument } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';
import { list } from '../command/options.ts';
import { projectRole } from '../command/readers/grant.ts';

/** `kubemin user add`. */
export const userAddCommand = defineCommand({
  path: ['user', 'add'],
  group: 'platform',
  summary: {
    en: 'make a user; kubemin token create --user gives them a token',
    zh: '新建用户；kubemin token create --user 为其发放令牌',
  },
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
  examples: [{ line: 'kubemin user add ada --role shop=deployer', needs: 'platform' }],
  load: async () => {
    const { saveUser } = await import('./user-save.ts');
    return (context, input) => saveUser(context, { ...input, kind: 'new' });
  },
});
