import { hash } from 'node:crypto';

/** A token, and the digest it is looked up by: the time of a lookup then reveals nothing about any token. */
export interface BearerToken {
  readonly token: string;
  readonly digest: string;
}

/**
 * An Authorization header with what it holds, worked out once: clients send the same header with every request of a
 * connection, and several authenticators look at it.
 */
export class AuthorizationHeader {
  readonly text: string;
  /** Undefined for another scheme, or a scheme without a token. */
  readonly bearer: BearerToken | undefined;

  constructor(text: string) {
    this.text = text;
    this.bearer = readBearer(text);
  }

  /** The header of a client that shows this token. */
  static parse(token: string): AuthorizationHeader {
    return new AuthorizationHeader(`Bearer ${token}`);
  }
}

/** What is kept of a token: enough to know it again, not enough to use it. */
export function tokenDigest(token: string): string {
  return hash('sha256', token, 'base64');
}

function readBearer(text: string): BearerToken | undefined {
  const [scheme, token = '', ...more] = text.trim().split(/ +/);
  if (scheme?.toLowerCase() !== 'bearer' || token === '' || more.length > 0) return undefined;
  return { token, digest: tokenDigest(token) };
}
