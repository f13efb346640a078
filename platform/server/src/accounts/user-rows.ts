import type { Kysely } from '@kubemin/sql';
import { ApiError } from '../api/index.ts';
import { accountMessages } from '../messages/index.ts';
import type { AccountTables, UserRow } from './tables.ts';

/** The users table. Given a transaction, everything happens inside it. */
export class UserRows {
  readonly #query: Kysely<AccountTables>;

  constructor(query: Kysely<AccountTables>) {
    this.#query = query;
  }

  list(): Promise<UserRow[]> {
    return this.#query.selectFrom('account_users').selectAll().orderBy('name').execute();
  }

  byName(name: string): Promise<UserRow | undefined> {
    return this.#query.selectFrom('account_users').selectAll().where('name', '=', name).executeTakeFirst();
  }

  async insert(row: UserRow): Promise<void> {
    await this.#query.insertInto('account_users').values(row).execute();
  }

  async update(id: string, change: Partial<Pick<UserRow, 'display_name' | 'roles' | 'updated_at'>>): Promise<void> {
    await this.#query.updateTable('account_users').set(change).where('id', '=', id).execute();
  }

  async remove(id: string): Promise<void> {
    await this.#query.deleteFrom('account_users').where('id', '=', id).execute();
  }
}

/** The refusal to do something to a user who is not there. */
export function userNotFound(name: string): ApiError {
  return new ApiError('USER_NOT_FOUND', accountMessages.userNotFound({ user: name }));
}
