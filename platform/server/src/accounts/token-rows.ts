import type { Kysely, SqlCapabilities } from '@kubemin/sql';
import type { AccountTables, TokenRow } from './tables.ts';

/** A token with its user's name and roles; both are null for a user who is not stored. */
export type OwnedTokenRow = TokenRow & { readonly user_name: string | null; readonly user_roles: string | null };

/** The tokens table. Given a transaction, everything happens inside it. */
export class TokenRows {
  readonly #query: Kysely<AccountTables>;

  constructor(query: Kysely<AccountTables>) {
    this.#query = query;
  }

  byDigest(digest: string): Promise<OwnedTokenRow | undefined> {
    return this.#owned().where('account_tokens.digest', '=', digest).executeTakeFirst();
  }

  byId(id: string): Promise<OwnedTokenRow | undefined> {
    return this.#owned().where('account_tokens.id', '=', id).executeTakeFirst();
  }

  /** Of one user, or of all; the newest first. */
  list(userId?: string): Promise<OwnedTokenRow[]> {
    return this.#owned()
      .$if(userId !== undefined, (query) => query.where('account_tokens.user_id', '=', userId ?? ''))
      .orderBy('account_tokens.created_at', 'desc')
      .orderBy('account_tokens.id')
      .execute();
  }

  async insert(row: TokenRow): Promise<void> {
    await this.#query.insertInto('account_tokens').values(row).execute();
  }

  /**
   * Inserts a token unless the one it was created with is gone or revoked: then it returns false. To be called in a
   * transaction: revoking the parent waits until that ends, and then finds the child.
   */
  async insertUnder(row: TokenRow, { rowLocks }: Pick<SqlCapabilities, 'rowLocks'>): Promise<boolean> {
    if (row.parent_id !== null) {
      const parent = await this.#query
        .selectFrom('account_tokens')
        .select('revoked_at')
        .where('id', '=', row.parent_id)
        .$if(rowLocks, (select) => select.forUpdate())
        .executeTakeFirst();
      if (parent === undefined || parent.revoked_at !== null) return false;
    }
    await this.insert(row);
    return true;
  }

  /**
   * Ends a token and all that were made with it, or with one of those. Each generation is changed before its children
   * are looked for: `insertUnder` counts on it.
   */
  async revoke(id: string, time: number): Promise<void> {
    for (let generation = [id]; generation.length > 0; ) {
      await this.#query
        .updateTable('account_tokens')
        .set({ revoked_at: time })
        .where('id', 'in', generation)
        .where('revoked_at', 'is', null)
        .execute();
      const children = await this.#query
        .selectFrom('account_tokens')
        .select('id')
        .where('parent_id', 'in', generation)
        .execute();
      generation = children.map((child) => child.id);
    }
  }

  async revokeUserTokens(userId: string, time: number): Promise<void> {
    const rows = await this.#query.selectFrom('account_tokens').select('id').where('user_id', '=', userId).execute();
    for (const { id } of rows) await this.revoke(id, time);
  }

  /** Notes a use, unless one was noted since `notedBefore`, by whichever instance. */
  async used(id: string, time: number, notedBefore: number): Promise<void> {
    await this.#query
      .updateTable('account_tokens')
      .set({ last_used_at: time })
      .where('id', '=', id)
      .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<', notedBefore)]))
      .execute();
  }

  /**
   * Deletes some tokens that expired or were revoked before a moment; returns how many. Tokens created with one of them
   * ended no later, so that none becomes valid again without its parent.
   */
  async removeEnded(before: number, atMost: number): Promise<number> {
    const rows = await this.#query
      .selectFrom('account_tokens')
      .select('id')
      .where((where) => where.or([where('expires_at', '<', before), where('revoked_at', '<', before)]))
      .limit(atMost)
      .execute();
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    await this.#query.deleteFrom('account_tokens').where('id', 'in', ids).execute();
    return rows.length;
  }

  #owned() {
    return this.#query
      .selectFrom('account_tokens')
      .leftJoin('account_users', 'account_users.id', 'account_tokens.user_id')
      .selectAll('account_tokens')
      .select(['account_users.name as user_name', 'account_users.roles as user_roles']);
  }
}
