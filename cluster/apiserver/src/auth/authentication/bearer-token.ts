import { hash } from 'node:crypto';
import type { Credentials } from './authenticator.ts';

/** What an Authorization header holds. */
export type BearerToken =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'none' }
  /** Another scheme, or a scheme without a token. */
  | { readonly kind: 'unreadable' };

/** The bearer token in a request's credentials. */
export function bearerToken({ authorization }: Pick<Credentials, 'authorization'>): BearerToken {
  if (authorization === undefined) return { kind: 'none' };
  const [scheme, token, ...more] = authorization.trim().split(/ +/);
  if (scheme?.toLowerCase() !== 'bearer' || token === undefined || token === '' || more.length > 0) {
    return { kind: 'unreadable' };
  }
  return { kind: 'token', token };
}

/** What is kept of a token: enough to know it again, not enough to use it. */
export function tokenDigest(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
