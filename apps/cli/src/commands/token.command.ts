import type { Action } from '@kubemin/client';
import { argument, choiceList, defineCommand, durationMs, list, option } from '../command/index.ts';
import { ExitCode } from '../terminal/index.ts';

// Written out: the contract would be loaded for every command that is typed.
const ACTIONS: readonly Action[] = ['read', 'deploy', 'exec', 'operate', 'admin'];

/** `kubemin token create`. */
export const tokenCreateCommand = defineCommand({
  path: ['token', 'create'],
  group: 'platform',
  summary: { en: 'create a token and print it; it cannot be shown again', zh: '新建令牌并打印；之后无人能再看到它' },
  arguments: { name: argument('name', { en: 'name of the token', zh: '令牌名称' }) },
  options: {
    user: option('--user <name>', { en: 'for another user', zh: '为他人创建' }),
    scope: choiceList(
      '--scope <scope...>',
      { en: 'scopes (default: everything the user may do)', zh: '允许做什么（默认：与用户相同）' },
      ACTIONS,
    ),
    project: list('--project <project...>', {
      en: 'projects (default: all projects of the user)',
      zh: '用于哪些项目（默认：与用户相同）',
    }),
    expires: option(
      '--expires <duration>',
      { en: 'lifetime, for example 90d or 12h (default: unlimited)', zh: '有效期，如 90d 或 12h（默认：永久）' },
      durationMs,
    ),
  },
  examples: [{ line: 'kubemin token create laptop --expires 90d --scope read', needs: 'platform' }],
  load: async () => {
    const { createToken } = await import('./token.ts');
    return createToken;
  },
});

/** `kubemin token ls`. */
export const tokenLsCommand = defineCommand({
  path: ['token', 'ls'],
  group: 'platform',
  summary: {
    en: 'list your tokens; administrators see the tokens of all users',
    zh: '列出你的令牌；管理员看到所有人的',
  },
  options: { user: option('--user <name>', { en: 'only of this user', zh: '只看这个用户的' }) },
  examples: [{ line: 'kubemin token ls', needs: 'platform' }],
  load: async () => {
    const { listTokens } = await import('./token.ts');
    return listTokens;
  },
});

/** `kubemin token revoke`. */
export const tokenRevokeCommand = defineCommand({
  path: ['token', 'revoke'],
  group: 'platform',
  summary: { en: 'revoke a token and the tokens created with it', zh: '吊销令牌，以及用它创建的令牌' },
  arguments: {
    id: argument('id', { en: 'id of the token, see kubemin token ls', zh: '令牌的 id，见 kubemin token ls' }),
  },
  examples: [{ line: 'kubemin token revoke 0000000000000000', needs: 'platform', exit: ExitCode.notFound }],
  load: async () => {
    const { revokeToken } = await import('./token.ts');
    return revokeToken;
  },
});
