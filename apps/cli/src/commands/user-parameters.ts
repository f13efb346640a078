import { argument } from '../command/arguments.ts';
import { list } from '../command/options.ts';
import { projectRole } from '../command/readers/grant.ts';

/** What commands take that say who a user is and what they may do. */
export const userParameters = {
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
};
