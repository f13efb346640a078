import { argument } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';
import { ExitCode } from '../exit-code.ts';

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
    const { revokeToken } = await import('./token-revoke.ts');
    return revokeToken;
  },
});
