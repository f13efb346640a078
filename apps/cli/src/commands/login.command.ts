import { optionalArgument } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';
import { flag, option } from '../command/options.ts';

/** `kubemin logout`. */
export const logoutCommand = defineCommand({
  path: ['logout'],
  group: 'start',
  summary: { en: 'forget the token of a context', zh: '忘记一个上下文的令牌' },
  arguments: {
    name: optionalArgument('name', {
      en: 'name of the context (default: the one in use)',
      zh: '上下文的名称（默认：当前使用的）',
    }),
  },
  examples: [{ line: 'kubemin logout here', needs: 'platform' }],
  load: async () => {
    const { logout } = await import('./login.ts');
    return logout;
  },
});

/** `kubemin whoami`. */
export const whoamiCommand = defineCommand({
  path: ['whoami'],
  group: 'start',
  summary: { en: 'tell whose token is used, and what it allows', zh: '显示所用令牌属于谁，以及它允许什么' },
  examples: [{ line: 'kubemin whoami', needs: 'platform' }],
  load: async () => {
    const { whoami } = await import('./login.ts');
    return whoami;
  },
});

/** `kubemin login`. */
export const loginCommand = defineCommand({
  path: ['login'],
  group: 'start',
  summary: { en: 'store a token for a platform and use it from now on', zh: '保存平台的令牌，并从现在起使用它' },
  help: {
    en: 'The token is asked for and not shown; --with-token takes it from stdin, else KUBEMIN_TOKEN counts. It is tried before it is stored, in a file that only you may read.',
    zh: '令牌会被询问且不显示；--with-token 从标准输入读取，否则使用 KUBEMIN_TOKEN。保存之前会先验证，文件只有您可以读取。',
  },
  arguments: {
    url: optionalArgument('url', {
      en: 'where the platform answers (default: that of the context, else the nearest one)',
      zh: '平台的地址（默认：上下文的地址，其次是最近的平台）',
    }),
  },
  options: {
    name: option('--name <context>', {
      en: 'name of the context to store it under (default: the host)',
      zh: '保存到哪个上下文（默认：主机名）',
    }),
    withToken: flag('--with-token', { en: 'read the token from stdin', zh: '从标准输入读取令牌' }),
  },
  examples: [{ line: 'kubemin login --name here', needs: 'platform' }],
  load: async () => {
    const { login } = await import('./login.ts');
    return login;
  },
});
