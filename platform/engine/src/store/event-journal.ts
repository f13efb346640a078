import { firstRow, type QueryTemplate, type SqlDatabase, step } from '@kubemin/sql';
import type { EngineTables, EventRow, JournalEvent, JournalPage } from '../task/index.ts';
import { toRunEvent } from './event-log.ts';
import { type JournalBounds, JournalRow } from './journal-row.ts';
import type { EngineSteps } from './store-options.ts';

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

const WITHOUT_PLACE: QueryTemplate<EngineTables, Pick<EventRow, 'task_id'>> = {
  shape: 'an event without a place',
  build: (query) => query.selectFrom('run_events').select('task_id').where('position', 'is', null).limit(1),
};

/** A run's events without a place: an unbroken piece. */
const PIECES: QueryTemplate<EngineTables, Piece> = {
  shape: 'events without a place',
  build: (query) =>
    query
      .selectFrom('run_events')
      .select(({ fn }) => ['task_id', fn.min('sequence').as('first'), fn.max('sequence').as('last')])
      .where('position', 'is', null)
      .groupBy('task_id')
      .orderBy('task_id')
      .limit(RUNS),
};

type Piece = Pick<EventRow, 'task_id'> & { readonly first: number; readonly last: number };

/** The events after a place, in order. */
const PLACED_AFTER: QueryTemplate<EngineTables, EventRow & { readonly app_id: string; readonly number: number }> = {
  shape: 'events after a place',
  build: (query, value) =>
    query
      .selectFrom('run_events')
      .innerJoin('tasks', 'tasks.id', 'run_events.task_id')
      .select(['task_id', 'sequence', 'time', 'run_events.kind', 'snapshot', 'run_events.position'])
      .select(['tasks.app_id', 'tasks.position as number'])
      .where('run_events.position', '>', value<number>('after'))
      .orderBy('run_events.position')
      .limit(value<number>('limit')),
};

/**
 * The events of all runs in one order. Where transactions run one after the other, an event is stored with its place.
 * Elsewhere it is stored without, as transactions of many instances commit in no predictable order; one
 * holder of the journal at a time gives places to what has been committed.
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
    const { cache, query } = this.#database;
    while ((await cache.first(query, WITHOUT_PLACE, {})) !== undefined) await this.#orderSome();
  }

  /** The place of the newest event, after giving places to all. */
  async head(): Promise<number> {
    await this.order();
    return (await this.#row.bounds()).position;
  }

  /** The events after a place, in order, and whether none of those that were there is gone. */
  async read(after: number, limit: number): Promise<JournalPage> {
    const { cache, query } = this.#database;
    const { rows } = await cache.run(query, PLACED_AFTER, { after, limit });
    // Looked at after the events: an event that was gone by then had raised the floor before.
    const { floor } = await this.#row.bounds();
    const events = rows.flatMap(({ position, app_id: appId, number, ...row }): readonly JournalEvent[] =>
      position === null ? [] : [{ position, appId, event: toRunEvent(row, number) }],
    );
    return { events, complete: floor <= after, next: events.at(-1)?.position ?? Math.max(after, floor) };
  }

  /** Removes ended runs with their events, and records in the journal that those are gone. */
  async remove(taskIds: readonly string[]): Promise<void> {
    // The removal of an event that has no position yet must not go unnoticed.
    await this.order();
    await this.#row.hold(function* ({ position, floor }) {
      const newest = yield* firstRow(lastPositionQuery(taskIds));
      yield* step(removal(taskIds));
      return { position, floor: Math.max(floor, newest?.last ?? 0) };
    });
  }

  /**
   * A run's events are committed in the order of their sequence, each transition waiting for the one before. What one
   * query sees of them without a place is therefore an unbroken piece that follows on those that have one.
   */
  #orderSome(): Promise<void> {
    return this.#row.hold(function* (bounds): EngineSteps<JournalBounds> {
      const { rows: pieces } = yield* step(PIECES);
      let { position } = bounds;
      for (const { task_id: taskId, first, last } of pieces) {
        yield* step(PLACED, { taskId, first, last, offset: position + 1 - first });
        position += last - first + 1;
      }
      return { ...bounds, position };
    });
  }
}

function lastPositionQuery(taskIds: readonly string[]): QueryTemplate<EngineTables, { readonly last: number | null }> {
  return {
    build: (query) =>
      query
        .selectFrom('run_events')
        .select(({ fn }) => fn.max<number | null>('position').as('last'))
        .where('task_id', 'in', taskIds),
  };
}

function removal(taskIds: readonly string[]): QueryTemplate<EngineTables, unknown> {
  return { build: (query) => query.deleteFrom('tasks').where('id', 'in', taskIds).where('ended_at', 'is not', null) };
}
