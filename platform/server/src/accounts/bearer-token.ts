import { createHash, timingSafeEqual } from 'node:crypto';
import { type Clock, type Logger, type Random, randomString } from '@kubemin/base';
import { addressKey } from '@kubemin/base/connections';
import { EVERYWHERE, type Grant, TOKEN_PREFIX } from '@kubemin/client';
import type { Kysely } from '@kubemin/sql';
import { ApiError, type Caller, createCaller, Permissions } from '../api/index.ts';
import { accountMessages } from '../messages/index.ts';
import { RateLimited, type RateLimiter } from './request-authorizer.ts';
import { storedGrants, storedProjects, storedScopes } from './stored-lists.ts';
import type { AccountTables } from './tables.ts';
import { type OwnedTokenRow, TokenRows } from './token-rows.ts';

/** A token that opens the API from the start, and who is meant by it. */
export interface AccessToken {
  readonly token: string;
  readonly user: string;
  /** @default administrator everywhere */
  readonly grants?: readonly Grant[];
}

/** The part of a request that identifies its sender. */
export interface BearerCredentials {
  readonly authorization: string | undefined;
  /** Of the other end of the connection. */
  readonly address: string;
}

/** Establishes the caller, or refuses. */
export type Authenticate = (credentials: BearerCredentials) => Promise<Caller>;

export interface BearerAuthenticationOptions {
  /** Those the server was started with. */
  readonly tokens: readonly AccessToken[];
  readonly issued: Pick<IssuedTokens, 'remembered' | 'find'>;
  /** How often an address may come with tokens that open nothing. */
  readonly failures: RateLimiter;
}

/**
 * Authentication by bearer token. Digests are compared, all of those from the settings and in constant time, so timing
 * reveals nothing. Guesses are slowed down before the database is queried; valid tokens continue to work meanwhile.
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
    throw new ApiError('UNAUTHENTICATED', accountMessages.tokenInvalid);
  };
}

function refuseUntilCalm(waitMs: number): void {
  if (waitMs > 0) throw new RateLimited(accountMessages.tooManyInvalidTokens, waitMs);
}

function configuredCaller(token: AccessToken): Caller {
  const { id, name, grants } = configuredUser(token);
  return createCaller({ user: name, userId: id, permissions: new Permissions(grants) });
}

function presentedToken(authorization: string | undefined): string {
  const presented = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (presented !== undefined) return presented;
  throw new ApiError('UNAUTHENTICATED', accountMessages.tokenRequired);
}

const ADMINISTRATOR: readonly Grant[] = [{ project: EVERYWHERE, role: 'admin' }];

/** A user that the server was started with. */
export interface ConfiguredUser {
  readonly id: string;
  readonly name: string;
  readonly grants: readonly Grant[];
}

/** The user a token means that the server was started with. */
export function configuredUser({ user, grants = ADMINISTRATOR }: AccessToken): ConfiguredUser {
  // Ids of stored users have no colon.
  return { id: `configured:${user}`, name: user, grants };
}

interface IssuedTokensOptions {
  readonly query: Kysely<AccountTables>;
  readonly configured: readonly ConfiguredUser[];
  readonly clock: Clock;
  readonly logger: Logger;
  /** How long a result is cached: what other instances revoke ends here no later. @default 2 s */
  readonly cacheMs?: number;
}

interface Remembered {
  readonly caller: Caller;
  readonly until: number;
}

const CACHE_MS = 2_000;
const CACHE_SIZE = 10_000;
const USE_NOTED_EVERY_MS = 60_000;

/** Finds out who is meant by an API token. */
export class IssuedTokens {
  readonly #rows: TokenRows;
  readonly #options: IssuedTokensOptions;
  readonly #remembered = new Map<string, Remembered>();
  /** Counts invalidations: a result that was requested before one must not be cached after it. */
  #turn = 0;

  constructor(options: IssuedTokensOptions) {
    this.#rows = new TokenRows(options.query);
    this.#options = options;
  }

  /** The caller of a token that was used a moment ago; without a query. */
  remembered(digest: string): Caller | undefined {
    const { clock } = this.#options;
    const entry = this.#remembered.get(digest);
    if (entry === undefined) return undefined;
    if (entry.until > clock.monotonic() && !hasExpired(entry.caller.expiresAt, clock.now())) return entry.caller;
    this.#remembered.delete(digest);
    return undefined;
  }

  /** The caller of a token; undefined when it opens nothing: unknown, expired, revoked, or of a user who is gone. */
  async find(digest: string): Promise<Caller | undefined> {
    const { clock, cacheMs = CACHE_MS } = this.#options;
    const turn = this.#turn;
    const row = await this.#rows.byDigest(digest);
    const now = clock.now();
    if (row === undefined || row.revoked_at !== null || hasExpired(row.expires_at ?? undefined, now)) return undefined;
    const caller = this.#toCaller(row);
    if (caller === undefined) return undefined;
    await this.#noteUse(row, now);
    if (turn === this.#turn) this.#remember(digest, { caller, until: clock.monotonic() + cacheMs });
    return caller;
  }

  /** Drops every cached result: users or tokens have changed. */
  forget(): void {
    this.#turn += 1;
    this.#remembered.clear();
  }

  #remember(digest: string, entry: Remembered): void {
    if (this.#remembered.size >= CACHE_SIZE) this.#remembered.clear();
    this.#remembered.set(digest, entry);
  }

  #toCaller(row: OwnedTokenRow): Caller | undefined {
    const configured = this.#options.configured.find(({ id }) => id === row.user_id);
    const user = configured?.name ?? row.user_name;
    if (user === null) return undefined;
    const grants = configured?.grants ?? storedGrants(row.user_roles ?? '[]');
    const narrowing = { scopes: storedScopes(row.scopes), projects: storedProjects(row.projects) };
    return createCaller({
      user,
      userId: row.user_id,
      tokenId: row.id,
      ...(row.expires_at !== null && { expiresAt: row.expires_at }),
      permissions: new Permissions(grants, narrowing),
    });
  }

  async #noteUse({ id, last_used_at: noted }: OwnedTokenRow, now: number): Promise<void> {
    const notedBefore = now - USE_NOTED_EVERY_MS;
    if (noted !== null && noted >= notedBefore) return;
    try {
      await this.#rows.used(id, now, notedBefore);
    } catch (error) {
      this.#options.logger.warn('The use of a token could not be noted.', { token: id, error });
    }
  }
}

function hasExpired(expiresAt: number | undefined, now: number): boolean {
  return expiresAt !== undefined && expiresAt <= now;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** 43 characters of 62 hold a little more than 256 bits. */
const LENGTH = 43;

/** A random token, and what is stored of it. */
export function newToken(random: Random): { readonly token: string; readonly digest: string } {
  const token = `${TOKEN_PREFIX}${randomString(random, LENGTH, ALPHABET)}`;
  return { token, digest: tokenDigest(token).toString('hex') };
}

/** What a token is known by. */
function tokenDigest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
