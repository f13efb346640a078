import type { UserInfo } from '@kubemin/kubeapi';
import type { Authenticator } from './authenticator.ts';
import { tokenDigest } from './authorization-header.ts';

/** A bearer token and whom it stands for. */
export interface TokenUser {
  readonly token: string;
  readonly user: UserInfo;
}

/** Knows its users by bearer token. */
export function tokenAuthenticator(tokens: readonly TokenUser[]): Authenticator {
  const known = new Map(tokens.map(({ token, user }) => [tokenDigest(token), user]));
  return async ({ authorization }) => {
    if (authorization === undefined) return { kind: 'none' };
    const user = known.get(authorization.bearer?.digest ?? '');
    return user === undefined ? { kind: 'refused' } : { kind: 'user', user };
  };
}
