import { defineCommand } from '../command/define-command.ts';
import { option } from '../command/options.ts';

/** `kubemin token ls`. */
export const tokenLsCommand = defineCommand({
  path: ['token', 'ls'],
  group: 'platform',
  summary: {
    en: "list your tokens; an administrator's list holds everybody's",
    zh: '列出你的令牌；管理员看到所有人的',
  },
  options: { user: option('--user <name>', { en: 'of this user', zh: '只看这个用户的' }) },
  examples: [{ line: 'kubemin token ls', needs: 'platform' }],
  load: async () => {
    const { listTokens } = await import('./token-ls.ts');
    return listTokens;
  },
});
