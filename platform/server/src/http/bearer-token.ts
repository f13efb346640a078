import { createHash, timingSafeEqual } from 'node:crypto';
import { Refusal } from './refusal.ts';

/** A token that opens the API, and who is meant by it. */
export interface AccessToken {
  readonly token: string;
  readonly user: string;
}

/** Who is asking. */
export interface Caller {
  readonly user: string;
}

/** Establishes the caller from an Authorization header, or refuses. */
export type Authenticate = (authorization: string | undefined) => Caller;

/** Authentication by bearer token. Digests are compared, all of them and in constant time, so timing tells nothing. */
export function bearerAuthentication(tokens: readonly AccessToken[]): Authenticate {
  const known = tokens.map(({ token, user }) => ({ digest: digestOf(token), user }));
  return (authorization) => {
    const presented = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
    if (presented === undefined) {
      throw new Refusal('UNAUTHENTICATED', 'this needs a token: send the header `Authorization: Bearer <token>`');
    }
    const digest = digestOf(presented);
    const matching = known.filter((token) => timingSafeEqual(token.digest, digest));
    const [match] = matching;
    if (match === undefined) throw new Refusal('UNAUTHENTICATED', 'the token is not one this server knows');
    return { user: match.user };
  };
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
