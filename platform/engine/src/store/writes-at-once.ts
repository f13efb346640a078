import { namedRow, type QueryCache, sql } from '@kubemin/sql';
import type { EngineTables, Job, Task, TaskRow, Transition } from '../task/index.ts';
import { type ClaimedTask, claimedFrom, deliveredBy } from './claimed-task.ts';
import { statement, toTransition } from './event-log.ts';
import { endChange, type JobChange } from './job-transition.ts';
import { JournaledChanges, taskEvent, type WrittenEvent, writtenEvents } from './journaled-changes.ts';
import { type LaunchRows, launched } from './launch-rows.ts';
import { taskNumber, toTask } from './row-mapping.ts';
import type { StoreOptions } from './store-options.ts';
import { completedBefore } from './task-queries.ts';
import { buildTaskUpdate, moveShape, moveValues, TASK_COLUMNS, type TaskMove } from './task-transition.ts';
import type { BeginMove, TaskEnding, TaskWrites } from './task-writes.ts';
import { tasksAhead } from './turn.ts';

/**
 * Transitions as one statement each, with their events: a round trip instead of many, for databases
 * with `writableWith`. What one statement cannot do (an end with jobs that have none) is left to `others`.
 */
export class WritesAtOnce implements TaskWrites {
  readonly #options: StoreOptions;
  readonly #others: TaskWrites;

  constructor(options: StoreOptions, others: TaskWrites) {
    this.#options = options;
    this.#others = others;
  }

  async insert(row: Omit<TaskRow, 'position'>): Promise<Task> {
    const position = await insertAtOnce(this.#options.database.cache, row);
    return this.#publish(toTask({ ...row, position }));
  }

  async claim(taskId: string, executorId: string): Promise<ClaimedTask | undefined> {
    const time = this.#options.clock.now();
    const set = { executor_id: executorId, heartbeat_at: time };
    const row = await claimAtOnce(this.#options.database.cache, { taskId, to: 'queued', set, time });
    return row && { ...claimedFrom(row), task: this.#publish(toTask(row)), before: deliveredBefore(row) };
  }

  async launch(move: BeginMove, rows: LaunchRows): Promise<readonly Job[] | undefined> {
    const { cache } = this.#options.database;
    const [begun] = await launchAtOnce(cache, { ...move, time: move.startAt }, rows);
    if (begun === undefined) return undefined;
    const { jobs, events } = launched(rows);
    this.#options.changed(move.taskId, [begun, ...events]);
    return jobs;
  }

  async finish(ending: TaskEnding): Promise<Task | undefined> {
    const { move, ended } = ending;
    const ends = ended === undefined ? [] : [endChange(move.taskId, ended)];
    const events = await finishAtOnce(this.#options.database.cache, move, ends);
    const last = events.at(-1);
    if (last?.kind !== 'task') return this.#others.finish(ending);
    this.#options.changed(move.taskId, events);
    return last.task;
  }

  #publish(task: Task): Task {
    this.#options.changed(task.id, [{ kind: 'task', task }]);
    return task;
  }
}

function deliveredBefore(row: ClaimedRow): NonNullable<ClaimedTask['before']> {
  const { last_document: document, last_component_ids: component_ids, last_tracks: tracks, last_kind: kind } = row;
  if (document === null || component_ids === null || kind === null) return { delivered: undefined };
  return { delivered: deliveredBy({ document, component_ids, tracks, kind }) };
}

type Cache = QueryCache<EngineTables>;
type SeenTask = Pick<TaskRow, (typeof TASK_COLUMNS)[number]>;
type TaskText = Pick<TaskRow, 'document' | 'component_ids' | 'operation'>;

/** A claimed task's row, with what the run before it had delivered. */
type ClaimedRow = SeenTask &
  TaskText & {
    readonly last_document: string | null;
    readonly last_component_ids: string | null;
    readonly last_tracks: string | null;
    readonly last_kind: TaskRow['kind'] | null;
  };

/** Stores a new task with its event, and returns its number. */
async function insertAtOnce(cache: Cache, row: Omit<TaskRow, 'position'>): Promise<number> {
  // Readers of the event take the number from the task's row: it is not known before the statement runs.
  const { number: _, ...snapshot } = toTask({ ...row, position: 0 });
  const { rows } = await cache.alone(
    {
      shape: 'insert task, at once',
      build: (query, value) =>
        query
          .with('stored', (within) => within.insertInto('tasks').values(namedRow(row, value)).returning('position'))
          .with('written', (within) =>
            within.insertInto('run_events').values({
              task_id: value<string>('id'),
              sequence: value<number>('event_sequence'),
              time: value<number>('created_at'),
              kind: 'task',
              snapshot: value<string>('snapshot'),
            }),
          )
          .selectFrom('stored')
          .select('position'),
    },
    { ...row, snapshot: JSON.stringify(snapshot) },
    row.id,
  );
  return taskNumber(rows[0], row.id);
}

/** waiting → queued, if it is the task's turn. */
async function claimAtOnce(cache: Cache, move: TaskMove & { readonly time: number }): Promise<ClaimedRow | undefined> {
  const { taskId: key, time } = move;
  const { rows } = await cache.alone(
    {
      shape: `${moveShape(move)}, at once`,
      build: (query, value) => {
        const update = buildTaskUpdate(move, query, value)
          .set((eb) => ({ active_app: eb.ref('app_id') }))
          .where((eb) => eb.not(eb.exists(tasksAhead(eb).select('other.id'))))
          .returning([...TASK_COLUMNS, 'document', 'component_ids', 'operation', 'announced_at']);
        // It may have been asked for before the task was handed back, or by a clock that is behind.
        const time = sql`greatest(${value<number>('time')}::bigint, moved.announced_at)`;
        const last = completedBefore(query, { appId: sql`moved.app_id`, taskId: sql`moved.id` });
        return statement<ClaimedRow>(
          query,
          sql`with moved as (${update}), ${writtenEvents([taskEvent(value, 0, time)])}
          select moved.*, last.document as last_document, last.component_ids as last_component_ids,
            last.tracks as last_tracks, last.kind as last_kind
          from moved left join lateral (${last}) as last on true`,
        );
      },
    },
    { ...moveValues(move), time },
    key,
  );
  return rows[0];
}

/** queued → running, for a task that has no jobs yet. Returns the events. */
async function launchAtOnce(
  cache: Cache,
  move: TaskMove & { readonly time: number },
  { jobs, started }: LaunchRows,
): Promise<readonly Transition[]> {
  const { taskId: key, time } = move;
  // Each of them is an event; where a job has two, the last is its row.
  const states = started === undefined ? jobs : [...jobs, started];
  const { rows } = await cache.alone(
    {
      shape: `${moveShape(move)}, with jobs, at once`,
      build: (query, value) => {
        const update = buildTaskUpdate(move, query, value).returning(TASK_COLUMNS);
        const [states, count] = [value<string>('states'), sql`${value<number>('count')}::integer`];
        const planned = sql`select item.value as job, item.ordinality as place
          from moved, json_array_elements(${states}::json) with ordinality as item`;
        const added = sql`insert into jobs select filled.*
          from planned, json_populate_record(null::jobs, planned.job) as filled
          where filled.id <> ${value<string>('startedId')} or planned.place = ${count} - 1`;
        const jobEvents = sql`select moved.id, moved.event_sequence - ${count} + 1 + planned.place,
          ${value<number>('time')}::bigint, 'job', planned.job::text from moved, planned`;
        const written = writtenEvents([taskEvent(value, sql`(${count} - 1)`), jobEvents]);
        return statement<WrittenEvent>(
          query,
          sql`with moved as (${update}), planned as (${planned}), added as (${added}), ${written}
          select * from written where kind = 'task'`,
        );
      },
    },
    {
      ...moveValues({ ...move, events: 1 + states.length }),
      time,
      states: JSON.stringify(states),
      startedId: started?.id ?? '',
    },
    key,
  );
  return rows.map(toTransition);
}

/** running → an end, for a task none of whose jobs is left unfinished once these have ended. Returns the events. */
async function finishAtOnce(
  cache: Cache,
  move: TaskMove & { readonly time: number },
  ends: readonly JobChange[],
): Promise<readonly Transition[]> {
  const { taskId: key, time } = move;
  const journaled = new JournaledChanges(ends);
  const { rows } = await cache.alone(
    {
      shape: `${moveShape(move)}, no job left but ${journaled.shape}, at once`,
      build: (query, value) => {
        const update = buildTaskUpdate(move, query, value)
          .where(journaled.possible(value))
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('jobs')
                  .select('jobs.id')
                  .where('jobs.task_id', '=', value<string>('taskId'))
                  .where('jobs.status', 'in', ['queued', 'running'])
                  .where((eb) => eb.and(ends.map((_, index) => eb('jobs.id', '<>', value<string>(`jobId_${index}`))))),
              ),
            ),
          )
          .returning(TASK_COLUMNS);
        const events = [...journaled.events(value, 1), taskEvent(value)];
        const parts = [sql`moved as (${update})`, ...journaled.updates(query, value), writtenEvents(events)];
        return statement<WrittenEvent>(query, sql`with ${sql.join(parts)} select * from written order by sequence`);
      },
    },
    { ...journaled.values, ...moveValues({ ...move, events: 1 + ends.length }), time },
    key,
  );
  return rows.map(toTransition);
}
