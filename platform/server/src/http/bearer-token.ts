import { timingSafeEqual } from 'node:crypto';
import { addressKey } from '@kubemin/base/connections';
import { type Grant, TOKEN_PREFIX } from '@kubemin/client';
import { Permissions } from '../access/permissions.ts';
import { configuredUser } from '../accounts/configured-users.ts';
import type { IssuedTokens } from '../accounts/issued-tokens.ts';
import { tokenDigest } from '../accounts/new-token.ts';
import { type Caller, callerOf } from './caller.ts';
import { RateLimited } from './rate-limited.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { Refusal } from './refusal.ts';

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

export interface BearerAuthenticationOptions {
  /** Those the server was started with. */
  readonly tokens: readonly AccessToken[];
  readonly issued: Pick<IssuedTokens, 'remembered' | 'find'>;
  /** How often an address may come with tokens that open nothing. */
  readonly failures: RateLimiter;
}

/**
 * Authentication by bearer token. Digests are compared, those of the start all of them and in constant time, so timing
 * tells nothing. Whoever guesses is slowed down before the database is asked; tokens in use go on working meanwhile.
 */
export function bearerAuthentication({ tokens, issued, failures }: BearerAuthenticationOptions): Authenticate {
  const configured = tokens.map((token) => ({ digest: tokenDigest(token.token), caller: configuredCaller(token) }));
  return async ({ authorization, address }) => {
    const presented = presentedToken(authorization);
    const digest = tokenDigest(presented);
    const [match] = configured.filter((token) => timingSafeEqual(token.digest, digest));
    const hex = digest.toString('hex');
    const known = match?.caller ?? issued.remembered(hex);
    if (known !== undefined) return known;
    const key = addressKey(address);
    // Not taken yet: a good token that is new here may come with many requests at once.
    refuseUntilCalm(failures.wait(key));
    const found = presented.startsWith(TOKEN_PREFIX) ? await issued.find(hex) : undefined;
    if (found !== undefined) return found;
    failures.take(key);
    throw new Refusal('UNAUTHENTICATED', 'the token is not one this server knows, or it has ended');
  };
}

function refuseUntilCalm(waitMs: number): void {
  if (waitMs > 0) throw new RateLimited('too many tokens from your address that open nothing', waitMs);
}

function configuredCaller(token: AccessToken): Caller {
  const { id, name, grants } = configuredUser(token);
  return callerOf({ user: name, userId: id, permissions: new Permissions(grants) });
}

function presentedToken(authorization: string | undefined): string {
  const presented = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (presented !== undefined) return presented;
  throw new Refusal('UNAUTHENTICATED', 'this needs a token: send the header `Authorization: Bearer <token>`');
}
