import type { Kysely } from '@kubemin/sql';
import type { AccountTables, LoginCodeRow } from './tables.ts';

/** The table of login codes. Given a transaction, everything happens inside it. */
export class LoginCodeRows {
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
