import { defineCommand, flag, option, optionalArgument } from '../command/index.ts';

/** `kubemin logout`. */
export const logoutCommand = defineCommand({
  path: ['logout'],
  group: 'start',
  summary: { en: 'remove the token of a context', zh: '删除一个上下文的令牌' },
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
  summary: { en: 'show the user of the current token and its permissions', zh: '显示所用令牌属于谁，以及它允许什么' },
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
  summary: { en: 'log in to a platform: store a token and switch to it', zh: '保存平台的令牌，并从现在起使用它' },
  help: {
    en: 'Prompts for the token without echo; --with-token reads it from stdin, otherwise KUBEMIN_TOKEN is used. The token is checked before it is stored, in a file that only you can read.',
    zh: '令牌会被询问且不显示；--with-token 从标准输入读取，否则使用 KUBEMIN_TOKEN。保存之前会先验证，文件只有您可以读取。',
  },
  arguments: {
    url: optionalArgument('url', {
      en: 'URL of the platform (default: that of the context, else the nearest one)',
      zh: '平台的地址（默认：上下文的地址，其次是最近的平台）',
    }),
  },
  options: {
    name: option('--name <context>', {
      en: 'name of the context (default: the host)',
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
