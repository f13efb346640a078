import type { ApplicationEvent, ComponentEvent } from '@kubemin/client';
import { isUniqueViolation, type SqlDatabase, type Transaction } from '@kubemin/sql';
import type { LiveTables } from './tables.ts';
import type { TailPage } from './tail-source.ts';

const NAME = 'changes';
/** So many changes are kept; whoever was away for longer fetches anew. */
const KEPT = 10_000;
const SWEEP_EVERY = 500;

/** A change with its place among all changes. */
export interface Change {
  readonly position: number;
  readonly appId: string;
  readonly project: string;
  /** JSON. */
  readonly event: string;
}

/**
 * Writes a change down in the transaction that makes it, as its last statement: the row of the last place is held until
 * the commit, so places become visible in their order, and nobody who holds it waits for anything else.
 */
export async function appendChange(
  transaction: Transaction<LiveTables>,
  project: string,
  event: ApplicationEvent | ComponentEvent,
): Promise<void> {
  await transaction
    .updateTable('change_heads')
    .set((eb) => ({ position: eb('position', '+', 1) }))
    .where('name', '=', NAME)
    .execute();
  const { position } = await transaction
    .selectFrom('change_heads')
    .select('position')
    .where('name', '=', NAME)
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto('changes')
    .values({ position, app_id: event.appId, project, event: JSON.stringify(event) })
    .execute();
  if (position % SWEEP_EVERY !== 0) return;
  await transaction
    .deleteFrom('changes')
    .where('position', '<=', position - KEPT)
    .execute();
}

/** What has changed lately of applications and components, in the order of the commits. */
export class ChangeLog {
  readonly #database: SqlDatabase<LiveTables>;

  constructor(database: SqlDatabase<LiveTables>) {
    this.#database = database;
  }

  /** Makes the row that changes take their places from, where it is not there yet. */
  async prepare(): Promise<void> {
    if ((await this.#headRow()) !== undefined) return;
    try {
      await this.#database.query.insertInto('change_heads').values({ name: NAME, position: 0 }).execute();
    } catch (thrown) {
      if (!isUniqueViolation(thrown)) throw thrown;
    }
  }

  /** The place of the newest change. */
  async head(): Promise<number> {
    return (await this.#headRow())?.position ?? 0;
  }

  /** The changes after a place, in order, and whether none of those that were there is gone. */
  async read(after: number, limit: number): Promise<TailPage<Change>> {
    const rows = await this.#database.query
      .selectFrom('changes')
      .select(['position', 'app_id as appId', 'project', 'event'])
      .where('position', '>', after)
      .orderBy('position')
      .limit(limit)
      .execute();
    // Places have no gaps: what is missing at the beginning was removed, and nothing else ever is.
    const complete = rows[0] === undefined || rows[0].position === after + 1;
    return { entries: rows, complete, next: rows.at(-1)?.position ?? after };
  }

  #headRow() {
    return this.#database.query
      .selectFrom('change_heads')
      .select('position')
      .where('name', '=', NAME)
      .executeTakeFirst();
  }
}
