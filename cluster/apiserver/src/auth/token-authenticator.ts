import { createHash, timingSafeEqual } from 'node:crypto';
import type { UserInfo } from '@kubemin/kubeapi';

/** What came with a request that may say who sent it. */
export interface Credentials {
  readonly authorization: string | undefined;
}

/** What credentials turned out to be. */
export type Authentication =
  | { readonly kind: 'user'; readonly user: UserInfo }
  /** Nothing was shown: an anonymous request. */
  | { readonly kind: 'none' }
  /** Something was shown and is wrong: never treated as anonymous. */
  | { readonly kind: 'refused' };

/** Tells who sent a request. */
export type Authenticator = (credentials: Credentials) => Promise<Authentication>;

/** A bearer token and whom it stands for. */
export interface TokenUser {
  readonly token: string;
  readonly user: UserInfo;
}

/** Knows its users by bearer token. */
export function tokenAuthenticator(tokens: readonly TokenUser[]): Authenticator {
  const known = tokens.map(({ token, user }) => ({ digest: digest(token), user }));
  return async ({ authorization }) => {
    if (authorization === undefined) return { kind: 'none' };
    const [scheme, token] = authorization.split(' ');
    if (scheme?.toLowerCase() !== 'bearer' || token === undefined || token === '') return { kind: 'refused' };
    const shown = digest(token);
    // Digests of equal length, all compared: the time taken tells nothing about any token.
    const matches = known.filter((candidate) => timingSafeEqual(candidate.digest, shown));
    const [match] = matches;
    return match === undefined ? { kind: 'refused' } : { kind: 'user', user: match.user };
  };
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
