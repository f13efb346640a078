import type { QueryTemplate, SqlDatabase } from '@kubemin/sql';
import type { JournalEvent, JournalPage } from '../run-journal.ts';
import { toRunEvent } from './event-log.ts';
import { JournalRow } from './journal-row.ts';
import type { EngineTables } from './tables.ts';

/** Runs whose events get places in one transaction. */
const RUNS = 100;

/** Gives places to a piece of a run's events. */
const PLACED: QueryTemplate<EngineTables, unknown> = {
  shape: 'place events',
  build: (query, value) =>
    query
      .updateTable('run_events')
      .set((eb) => ({ position: eb('sequence', '+', value<number>('offset')) }))
      .where('task_id', '=', value<string>('taskId'))
      .where('sequence', '>=', value<number>('first'))
      .where('sequence', '<=', value<number>('last')),
};

/**
 * The events of all runs in one order. An event is stored without a place, as transactions of many instances commit in
 * no order a number could tell beforehand; one holder of the journal at a time gives places to what has been committed.
 */
export class EventJournal {
  readonly #database: SqlDatabase<EngineTables>;
  readonly #row: JournalRow;

  constructor(database: SqlDatabase<EngineTables>) {
    this.#database = database;
    this.#row = new JournalRow(database);
  }

  /** Gives a place to every event that is stored by now. Any number of processes may do it at the same time. */
  async order(): Promise<void> {
    while (await this.#hasNews()) await this.#orderSome();
  }

  /** The place of the newest event, after giving places to all. */
  async head(): Promise<number> {
    await this.order();
    return (await this.#row.bounds()).position;
  }

  /** The events after a place, in order, and whether none of those that were there is gone. */
  async read(after: number, limit: number): Promise<JournalPage> {
    const rows = await this.#database.query
      .selectFrom('run_events')
      .innerJoin('tasks', 'tasks.id', 'run_events.task_id')
      .select(['task_id', 'sequence', 'time', 'run_events.kind', 'snapshot', 'run_events.position', 'tasks.app_id'])
      .where('run_events.position', '>', after)
      .orderBy('run_events.position')
      .limit(limit)
      .execute();
    // Looked at after the events: an event that was gone by then had raised the floor before.
    const { floor } = await this.#row.bounds();
    const events = rows.flatMap(({ position, app_id: appId, ...row }): readonly JournalEvent[] =>
      position === null ? [] : [{ position, appId, event: toRunEvent(row) }],
    );
    return { events, complete: floor <= after, next: events.at(-1)?.position ?? Math.max(after, floor) };
  }

  /** Removes ended runs with their events, and says in the journal that those are gone. */
  async remove(taskIds: readonly string[]): Promise<void> {
    // An event that nobody could have read must not go unnoticed.
    await this.order();
    await this.#row.hold(async (transaction, { position, floor }) => {
      const { last } = await transaction
        .selectFrom('run_events')
        .select(({ fn }) => fn.max('position').as('last'))
        .where('task_id', 'in', taskIds)
        .executeTakeFirstOrThrow();
      await transaction.deleteFrom('tasks').where('id', 'in', taskIds).where('ended_at', 'is not', null).execute();
      return { position, floor: Math.max(floor, last ?? 0) };
    });
  }

  async #hasNews(): Promise<boolean> {
    const row = await this.#database.query
      .selectFrom('run_events')
      .select('task_id')
      .where('position', 'is', null)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /**
   * A run's events are committed in the order of their sequence, each transition waiting for the one before. What one
   * query sees of them without a place is therefore an unbroken piece that follows on those that have one.
   */
  #orderSome(): Promise<void> {
    return this.#row.hold(async (transaction, bounds) => {
      const runs = await transaction
        .selectFrom('run_events')
        .select(({ fn }) => ['task_id', fn.min('sequence').as('first'), fn.max('sequence').as('last')])
        .where('position', 'is', null)
        .groupBy('task_id')
        .orderBy('task_id')
        .limit(RUNS)
        .execute();
      let { position } = bounds;
      for (const { task_id: taskId, first, last } of runs) {
        await this.#database.cache.run(transaction, PLACED, { taskId, first, last, offset: position + 1 - first });
        position += last - first + 1;
      }
      return { ...bounds, position };
    });
  }
}
