import { isUniqueViolation, type SqlDatabase, type Transaction } from '@kubemin/sql';
import type { EngineTables } from './tables.ts';

const NAME = 'events';

/** How far the journal reaches, and from where on it is whole. */
export interface JournalBounds {
  /** The last place that was given. */
  readonly position: number;
  /** Of the events up to here some are gone; all after it are there. */
  readonly floor: number;
}

/** What a journal without events looks like. */
const EMPTY: JournalBounds = { position: 0, floor: 0 };

/** The row that says how far the journal reaches. Whoever changes it, or what it tells of, holds it until its commit. */
export class JournalRow {
  readonly #database: SqlDatabase<EngineTables>;

  constructor(database: SqlDatabase<EngineTables>) {
    this.#database = database;
  }

  async bounds(): Promise<JournalBounds> {
    return (await this.#select(this.#database.query).executeTakeFirst()) ?? EMPTY;
  }

  /**
   * Does `work` while nobody else changes the journal, and stores what bounds it answers. Its commit comes before the
   * next holder begins, so places become visible in their order.
   */
  async hold(
    work: (transaction: Transaction<EngineTables>, bounds: JournalBounds) => Promise<JournalBounds>,
  ): Promise<void> {
    await this.#exists();
    await this.#database.transaction(async (transaction) => {
      const query = this.#select(transaction);
      const bounds = await (this.#database.capabilities.rowLocks ? query.forUpdate() : query).executeTakeFirstOrThrow();
      const { position, floor } = await work(transaction, bounds);
      await transaction.updateTable('journals').set({ position, floor }).where('name', '=', NAME).execute();
    });
  }

  /** A row that is not there cannot be held. */
  async #exists(): Promise<void> {
    const { query } = this.#database;
    if ((await this.#select(query).executeTakeFirst()) !== undefined) return;
    try {
      await query
        .insertInto('journals')
        .values({ name: NAME, ...EMPTY })
        .execute();
    } catch (thrown) {
      if (!isUniqueViolation(thrown)) throw thrown;
    }
  }

  #select(query: Pick<Transaction<EngineTables>, 'selectFrom'>) {
    return query.selectFrom('journals').select(['position', 'floor']).where('name', '=', NAME);
  }
}
