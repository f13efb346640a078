import type { Action } from '@kubemin/client';
import { argument } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';
import { choiceList, list, option } from '../command/options.ts';
import { durationMs } from '../command/readers/readers.ts';
import { ExitCode } from '../errors/cli-error.ts';

// Written out: the contract would be loaded for every command that is typed.
const ACTIONS: readonly Action[] = ['read', 'deploy', 'operate', 'admin'];

/** `kubemin token create`. */
export const tokenCreateCommand = defineCommand({
  path: ['token', 'create'],
  group: 'platform',
  summary: { en: 'make a token and print it; nobody can see it again', zh: '新建令牌并打印；之后无人能再看到它' },
  arguments: { name: argument('name', { en: 'what it is for', zh: '用途' }) },
  options: {
    user: option('--user <name>', { en: 'for somebody else', zh: '为他人创建' }),
    scope: choiceList(
      '--scope <scope...>',
      { en: 'what it may do (default: all its user may)', zh: '允许做什么（默认：与用户相同）' },
      ACTIONS,
    ),
    project: list('--project <project...>', {
      en: 'where (default: wherever its user may)',
      zh: '用于哪些项目（默认：与用户相同）',
    }),
    expires: option(
      '--expires <duration>',
      { en: 'when it ends, as 90d or 12h (default: never)', zh: '有效期，如 90d 或 12h（默认：永久）' },
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
    en: "list your tokens; an administrator's list holds everybody's",
    zh: '列出你的令牌；管理员看到所有人的',
  },
  options: { user: option('--user <name>', { en: 'of this user', zh: '只看这个用户的' }) },
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
  summary: { en: 'end a token, and those that were made with it', zh: '吊销令牌，以及用它创建的令牌' },
  arguments: {
    id: argument('id', { en: 'of the token, as kubemin token ls shows it', zh: '令牌的 id，见 kubemin token ls' }),
  },
  examples: [{ line: 'kubemin token revoke 0000000000000000', needs: 'platform', exit: ExitCode.notFound }],
  load: async () => {
    const { revokeToken } = await import('./token.ts');
    return revokeToken;
  },
});
