import { createHash } from 'node:crypto';
import { orderedId, randomString } from '@kubemin/base';
import { addressKey } from '@kubemin/base/connections';
import type { Message } from '@kubemin/base/message';
import { type CreatedToken, instant, type Login, type LoginCode } from '@kubemin/client';
import type { Kysely } from '@kubemin/sql';
import { ApiError, type Caller } from '../api/index.ts';
import { accountMessages } from '../messages/index.ts';
import type { AccountServiceOptions } from './account-service-options.ts';
import { newToken } from './bearer-token.ts';
import { type RateLimit, RateLimited, RateLimiter } from './request-authorizer.ts';
import { storedText } from './stored-lists.ts';
import type { AccountTables, LoginCodeRow, TokenRow } from './tables.ts';
import { TokenRows } from './token-rows.ts';
import { tokenView } from './token-view.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** 43 characters of 62 hold a little more than 256 bits. */
const LENGTH = 43;
const CODE_LIFETIME_MS = 10 * 60_000;
const SESSION_LIFETIME_MS = 24 * 3_600_000;
/** Sessions of one account: more than people and their scripts open, fewer than would fill the table of tokens. */
const SESSIONS: RateLimit = { perSecond: 1, burst: 30 };

export interface LoginServiceOptions extends AccountServiceOptions {
  /** How often an address may come with codes and tokens that open nothing. */
  readonly failures: RateLimiter;
}

/** Codes that are worth one session: to be put into a URL, which may end up in a history, and so spent at first use. */
export class LoginService {
  readonly #options: LoginServiceOptions;
  readonly #sessions: RateLimiter;

  constructor(options: LoginServiceOptions) {
    this.#options = options;
    this.#sessions = new RateLimiter(SESSIONS, options.clock);
  }

  /** The session will reach no further and last no longer than the token that asks. */
  async createCode(caller: Caller): Promise<LoginCode> {
    const { clock, random, database } = this.#options;
    const code = randomString(random, LENGTH, ALPHABET);
    const now = clock.now();
    const { scopes, projects } = caller.permissions.narrowing;
    const row: LoginCodeRow = {
      digest: codeDigest(code),
      user_id: caller.userId,
      user_name: caller.user,
      scopes: storedText(scopes),
      projects: storedText(projects),
      parent_id: caller.tokenId ?? null,
      session_limit: caller.expiresAt ?? null,
      expires_at: now + CODE_LIFETIME_MS,
    };
    const rows = new LoginCodeRows(database.query);
    await rows.removeExpired(now);
    await rows.insert(row);
    return { code, expireTime: instant(row.expires_at) };
  }

  /** Counts against the address unless the code opens a session, and then against the account it opens. */
  async login({ code }: Login, address: string): Promise<CreatedToken> {
    const { clock, random, database, failures } = this.#options;
    const key = addressKey(address);
    refuseUntilCalm(accountMessages.tooManyFailedLogins, failures.take(key));
    const now = clock.now();
    const { token, digest } = newToken(random);
    const made = await database.transaction(async (transaction) => {
      const spent = await new LoginCodeRows(transaction).spend(codeDigest(code), now);
      if (spent === undefined) return undefined;
      // Not spent then: the code opens its session later.
      refuseUntilCalm(accountMessages.tooManyLogins, this.#sessions.take(spent.user_id));
      const row: TokenRow = {
        id: orderedId(random, now),
        digest,
        user_id: spent.user_id,
        name: 'login',
        scopes: spent.scopes,
        projects: spent.projects,
        parent_id: spent.parent_id,
        created_at: now,
        expires_at: Math.min(now + SESSION_LIFETIME_MS, spent.session_limit ?? Number.POSITIVE_INFINITY),
        revoked_at: null,
        last_used_at: null,
      };
      // A code must not outlive the token that created it.
      if (!(await new TokenRows(transaction).insertUnder(row, database.capabilities))) return undefined;
      return { ...tokenView(row, spent.user_name, now), token };
    });
    if (made === undefined) throw unknownCode();
    failures.giveBack(key);
    return made;
  }
}

function refuseUntilCalm(reason: Message, waitMs: number): void {
  if (waitMs > 0) throw new RateLimited(reason, waitMs);
}

function codeDigest(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

function unknownCode(): ApiError {
  return new ApiError('LOGIN_CODE_INVALID', accountMessages.loginCodeInvalid);
}

/** The table of login codes. Given a transaction, everything happens inside it. */
class LoginCodeRows {
  readonly #query: Kysely<AccountTables>;

  constructor(query: Kysely<AccountTables>) {
    this.#query = query;
  }

  async insert(row: LoginCodeRow): Promise<void> {
    await this.#query.insertInto('account_login_codes').values(row).execute();
  }

  /** Takes a code that still counts; of several who try, one gets it. */
  async spend(digest: string, now: number): Promise<LoginCodeRow | undefined> {
    const row = await this.#query
      .selectFrom('account_login_codes')
      .selectAll()
      .where('digest', '=', digest)
      .where('expires_at', '>', now)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const { numDeletedRows } = await this.#query
      .deleteFrom('account_login_codes')
      .where('digest', '=', digest)
      .executeTakeFirst();
    return numDeletedRows === 1n ? row : undefined;
  }

  async removeExpired(now: number): Promise<void> {
    await this.#query.deleteFrom('account_login_codes').where('expires_at', '<=', now).execute();
  }
}
