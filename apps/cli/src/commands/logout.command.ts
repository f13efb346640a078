import { optionalArgument } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';

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
    const { logout } = await import('./logout.ts');
    return logout;
  },
});
