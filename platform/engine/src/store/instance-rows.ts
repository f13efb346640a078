import { isUniqueViolation, type SqlDatabase } from '@kubemin/sql';
import type { EngineTables } from '../task/index.ts';

/** The instances of the platform that share the database: one row each, with its heartbeat. */
export class InstanceRows {
  readonly #database: SqlDatabase<EngineTables>;

  constructor(database: SqlDatabase<EngineTables>) {
    this.#database = database;
  }

  /** Stores the heartbeat of the instance. */
  async beat(id: string, heartbeat_at: number): Promise<void> {
    const { query } = this.#database;
    const update = query.updateTable('instances').set({ heartbeat_at }).where('id', '=', id);
    if ((await update.executeTakeFirstOrThrow()).numUpdatedRows > 0n) return;
    try {
      await query.insertInto('instances').values({ id, heartbeat_at }).execute();
    } catch (thrown) {
      // An earlier attempt whose response was lost had been stored.
      if (!isUniqueViolation(thrown)) throw thrown;
    }
  }

  /** How many instances have sent a heartbeat since. */
  async countSince(since: number): Promise<number> {
    const { query } = this.#database;
    const counted = query.selectFrom('instances').select(({ fn }) => fn.countAll().as('count'));
    const row = await counted.where('heartbeat_at', '>=', since).executeTakeFirstOrThrow();
    return Number(row.count);
  }

  /** Whether this one has. */
  async hasBeatSince(id: string, since: number): Promise<boolean> {
    const found = this.#database.query.selectFrom('instances').select('id').where('id', '=', id);
    return (await found.where('heartbeat_at', '>=', since).executeTakeFirst()) !== undefined;
  }

  async leave(id: string): Promise<void> {
    await this.#database.query.deleteFrom('instances').where('id', '=', id).execute();
  }

  /** Forgets those that have not been heard of since. */
  async forget(before: number): Promise<void> {
    await this.#database.query.deleteFrom('instances').where('heartbeat_at', '<', before).execute();
  }
}
