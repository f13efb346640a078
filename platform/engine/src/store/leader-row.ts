import { firstRow, isUniqueViolation, type Kysely, type NamedValue, type SqlDatabase } from '@kubemin/sql';
import type { EngineTables } from '../task/index.ts';
import type { EngineSteps, WriteCapabilities } from './store-options.ts';

/** One term of a leader. No two leaders have the same term. */
export interface Leader {
  readonly holder: string;
  readonly term: number;
}

/** How the row is asked for. */
export interface TakeOptions {
  readonly holder: string;
  readonly now: number;
  readonly expiresAt: number;
  /** Take it from the present holder: for a process that knows that no other is alive. */
  readonly force?: boolean;
}

/** What the leader leads. */
export const ENGINE_LEADER = 'engine';

/**
 * The row with the leader, its expiry and its term. Every change is one conditional UPDATE, so the database
 * decides between instances that want it at the same moment. Terms only grow, and each has one holder.
 */
export class LeaderRow {
  readonly #database: SqlDatabase<EngineTables>;

  constructor(database: SqlDatabase<EngineTables>) {
    this.#database = database;
  }

  /** The new term; undefined while another instance leads, or was faster. */
  async take({ holder, now, expiresAt, force = false }: TakeOptions): Promise<number | undefined> {
    const { query } = this.#database;
    const row = await query.selectFrom('leaders').selectAll().where('name', '=', ENGINE_LEADER).executeTakeFirst();
    if (row === undefined) return this.#takeFirst(holder, expiresAt);
    // If this holder has it, a renewal or an election whose response was lost had been stored.
    const free = row.holder === null || row.holder === holder || row.expires_at <= now;
    if (!free && !force) return undefined;
    const term = row.term + 1;
    const { numUpdatedRows } = await query
      .updateTable('leaders')
      .set({ holder, term, expires_at: expiresAt })
      .where('name', '=', ENGINE_LEADER)
      .where('term', '=', row.term)
      // Renewed since it was read.
      .where('expires_at', '=', row.expires_at)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 0n ? undefined : term;
  }

  /** False when another term has begun. */
  async renew(leader: Leader, expiresAt: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.query
      .updateTable('leaders')
      .set({ expires_at: expiresAt })
      .where('name', '=', ENGINE_LEADER)
      .where('holder', '=', leader.holder)
      .where('term', '=', leader.term)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  /** Lets others take it at once. Does nothing when another term has begun. */
  async giveUp(leader: Leader): Promise<void> {
    await this.#database.query
      .updateTable('leaders')
      .set({ holder: null, expires_at: 0 })
      .where('name', '=', ENGINE_LEADER)
      .where('holder', '=', leader.holder)
      .where('term', '=', leader.term)
      .execute();
  }

  async #takeFirst(holder: string, expires_at: number): Promise<number | undefined> {
    try {
      await this.#database.query
        .insertInto('leaders')
        .values({ name: ENGINE_LEADER, holder, term: 1, expires_at })
        .execute();
      return 1;
    } catch (thrown) {
      if (isUniqueViolation(thrown)) return undefined;
      throw thrown;
    }
  }
}

/**
 * Whether the leader's term still lasts. It then lasts until the transaction ends: what a leader stores in it is fenced,
 * so one that was paused and followed by another stores nothing.
 */
export function* checkLeader({ rowLocks }: WriteCapabilities, { holder, term }: Leader): EngineSteps<boolean> {
  const row = yield* firstRow(LED[rowLocks ? 'locked' : 'seen'], { holder, term });
  return row !== undefined;
}

const led = (query: Kysely<EngineTables>, value: NamedValue) =>
  query
    .selectFrom('leaders')
    .select('term')
    .where('name', '=', ENGINE_LEADER)
    .where('holder', '=', value<string>('holder'))
    .where('term', '=', value<number>('term'));

const LED = {
  seen: { shape: 'term of a leader', build: led },
  locked: {
    shape: 'term of a leader, locked',
    build: (query: Kysely<EngineTables>, value: NamedValue) => led(query, value).forUpdate(),
  },
};
