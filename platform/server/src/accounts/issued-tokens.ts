import type { Clock, Logger } from '@kubemin/base';
import type { Kysely } from '@kubemin/sql';
import { Permissions } from '../access/permissions.ts';
import { type Caller, callerOf } from '../http/caller.ts';
import type { ConfiguredUser } from './configured-users.ts';
import { storedGrants, storedProjects, storedScopes } from './stored-lists.ts';
import type { AccountTables } from './tables.ts';
import { type OwnedTokenRow, TokenRows } from './token-rows.ts';

export interface IssuedTokensOptions {
  readonly query: Kysely<AccountTables>;
  readonly configured: readonly ConfiguredUser[];
  readonly clock: Clock;
  readonly logger: Logger;
  /** How long an answer counts: what other instances revoke ends here no later. @default 2 s */
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
  /** Counts what made answers obsolete: one that was asked for before must not be remembered after. */
  #turn = 0;

  constructor(options: IssuedTokensOptions) {
    this.#rows = new TokenRows(options.query);
    this.#options = options;
  }

  /** The caller of a token that was used a moment ago; asks nobody. */
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
    const caller = this.#callerOf(row);
    if (caller === undefined) return undefined;
    await this.#noteUse(row, now);
    if (turn === this.#turn) this.#remember(digest, { caller, until: clock.monotonic() + cacheMs });
    return caller;
  }

  /** Forgets every answer: something about users or tokens has changed. */
  forget(): void {
    this.#turn += 1;
    this.#remembered.clear();
  }

  #remember(digest: string, entry: Remembered): void {
    if (this.#remembered.size >= CACHE_SIZE) this.#remembered.clear();
    this.#remembered.set(digest, entry);
  }

  #callerOf(row: OwnedTokenRow): Caller | undefined {
    const configured = this.#options.configured.find(({ id }) => id === row.user_id);
    const user = configured?.name ?? row.user_name;
    if (user === null) return undefined;
    const grants = configured?.grants ?? storedGrants(row.user_roles ?? '[]');
    const narrowing = { scopes: storedScopes(row.scopes), projects: storedProjects(row.projects) };
    return callerOf({
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
