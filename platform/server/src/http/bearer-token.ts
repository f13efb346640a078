import { createHash, timingSafeEqual } from 'node:crypto';
import { EVERYWHERE, type Grant } from '@kubemin/client';
import { Permissions } from '../access/permissions.ts';
import { type Caller, callerOf } from './caller.ts';
import { Refusal } from './refusal.ts';

export type { Caller } from './caller.ts';

/** A token that opens the API from the start, and who is meant by it. */
export interface AccessToken {
  readonly token: string;
  readonly user: string;
  /** @default administrator everywhere */
  readonly grants?: readonly Grant[];
}

/** What a request tells about who sends it. */
export interface Credentials {
  readonly authorization: string | undefined;
  /** Of the other end of the connection. */
  readonly address: string;
}

/** Establishes the caller, or refuses. */
export type Authenticate = (credentials: Credentials) => Promise<Caller>;

const ADMINISTRATOR: readonly Grant[] = [{ project: EVERYWHERE, role: 'admin' }];

/** Authentication by bearer token. Digests are compared, all of them and in constant time, so timing tells nothing. */
export function bearerAuthentication(tokens: readonly AccessToken[]): Authenticate {
  const known = tokens.map(({ token, user, grants = ADMINISTRATOR }) => ({
    digest: digestOf(token),
    caller: callerOf({ user, userId: `builtin:${user}`, permissions: new Permissions(grants) }),
  }));
  return async ({ authorization }) => {
    const digest = digestOf(presentedToken(authorization));
    const [match] = known.filter((token) => timingSafeEqual(token.digest, digest));
    if (match === undefined) throw new Refusal('UNAUTHENTICATED', 'the token is not one this server knows');
    return match.caller;
  };
}

/** The token of an Authorization header; refuses a header that holds none. */
export function presentedToken(authorization: string | undefined): string {
  const presented = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (presented !== undefined) return presented;
  throw new Refusal('UNAUTHENTICATED', 'this needs a token: send the header `Authorization: Bearer <token>`');
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
