import type { UserInfo } from '@kubemin/kubeapi';
import type { Authenticator } from './authenticator.ts';
import { bearerToken, tokenDigest } from './bearer-token.ts';

/** A bearer token and whom it stands for. */
export interface TokenUser {
  readonly token: string;
  readonly user: UserInfo;
}

/** Knows its users by bearer token. */
export function tokenAuthenticator(tokens: readonly TokenUser[]): Authenticator {
  // Looked up by digest: the time a look-up takes tells nothing about any token.
  const known = new Map(tokens.map(({ token, user }) => [digestOf(token), user]));
  return async (credentials) => {
    const shown = bearerToken(credentials);
    if (shown.kind === 'none') return { kind: 'none' };
    const user = shown.kind === 'token' ? known.get(digestOf(shown.token)) : undefined;
    return user === undefined ? { kind: 'refused' } : { kind: 'user', user };
  };
}

function digestOf(token: string): string {
  return tokenDigest(token).toString('base64');
}
