import { firstRow, isUniqueViolation, type Kysely, type NamedValue, type SqlDatabase, step } from '@kubemin/sql';
import type { EngineTables } from '../task/index.ts';
import type { EngineSteps } from './store-options.ts';

/** The name of the row. */
export const JOURNAL = 'events';

/** How far the journal reaches, and from where on it is whole. */
export interface JournalBounds {
  /** The last place that was given. */
  readonly position: number;
  /** Of the events up to here some are gone; all after it are there. */
  readonly floor: number;
}

/** What a journal without events looks like. */
const EMPTY: JournalBounds = { position: 0, floor: 0 };

const bounds = (query: Kysely<EngineTables>) =>
  query
    .selectFrom('journals')
    .select(['position', 'floor'])
    // Where events get their places with their rows, the row does not know of the last ones.
    .select((eb) =>
      eb
        .selectFrom('run_events')
        .select(({ fn }) => fn.max('run_events.position').as('last'))
        .as('placed'),
    )
    .where('name', '=', JOURNAL);

const BOUNDS = {
  seen: { shape: 'bounds of the journal', build: bounds },
  locked: {
    shape: 'bounds of the journal, locked',
    build: (query: Kysely<EngineTables>) => bounds(query).forUpdate(),
  },
};

const MOVED = {
  shape: 'move the bounds of the journal',
  build: (query: Kysely<EngineTables>, value: NamedValue) =>
    query
      .updateTable('journals')
      .set({ position: value<number>('position'), floor: value<number>('floor') })
      .where('name', '=', JOURNAL),
};

/** The row with the bounds of the journal. A transaction that changes it, or the events within, holds it until its commit. */
export class JournalRow {
  readonly #database: SqlDatabase<EngineTables>;
  #known = false;

  constructor(database: SqlDatabase<EngineTables>) {
    this.#database = database;
  }

  async bounds(): Promise<JournalBounds> {
    await this.#exists();
    const { cache, query } = this.#database;
    return toBounds(await cache.first(query, BOUNDS.seen, {}));
  }

  /**
   * Runs `work` while no other transaction changes the journal, and stores the bounds it returns. Its commit comes before the
   * next holder begins, so places become visible in their order.
   */
  async hold(work: (bounds: JournalBounds) => EngineSteps<JournalBounds>): Promise<void> {
    await this.#exists();
    const read = BOUNDS[this.#database.capabilities.rowLocks ? 'locked' : 'seen'];
    await this.#database.runSteps(function* () {
      const { position, floor } = yield* work(toBounds(yield* firstRow(read)));
      yield* step(MOVED, { position, floor });
    });
  }

  /** A row that is not there cannot be held. It never goes away. */
  async #exists(): Promise<void> {
    if (this.#known) return;
    const { query, cache } = this.#database;
    if ((await cache.first(query, BOUNDS.seen, {})) === undefined) {
      try {
        await query
          .insertInto('journals')
          .values({ name: JOURNAL, ...EMPTY })
          .execute();
      } catch (thrown) {
        if (!isUniqueViolation(thrown)) throw thrown;
      }
    }
    this.#known = true;
  }
}

function toBounds(row: (JournalBounds & { readonly placed: number | null }) | undefined): JournalBounds {
  if (row === undefined) return EMPTY;
  const { position, floor, placed } = row;
  return { position: Math.max(position, placed ?? 0), floor };
}
