import { TerminalError } from '@kubemin/base';
import {
  type Compilable,
  firstRow,
  type Kysely,
  type NamedValue,
  namedRow,
  numberedValues,
  type QueryTemplate,
  type RawBuilder,
  type SqlDatabase,
  sql,
  step,
} from '@kubemin/sql';
import { storeMessages } from '../messages/index.ts';
import type { EngineTables, EventRow, JobRow, RunEvent, TaskRow, Transition } from '../task/index.ts';
import { JOURNAL } from './journal-row.ts';
import { toJob, toTask } from './row-mapping.ts';
import type { EngineSteps, WriteCapabilities } from './store-options.ts';

/** What happened, before it has a sequence. */
export type EventEntry = Transition;

const INSERT_BATCH = 100;

/**
 * Writes events in the transaction of the transition they describe, so that one never exists without the other.
 * `reserved` are sequences the transition has taken for them; those that are missing are taken here.
 */
export function* appendEvents(
  abilities: WriteCapabilities,
  at: { readonly taskId: string; readonly time: number; readonly reserved?: ReservedSequences | undefined },
  entries: readonly EventEntry[],
): EngineSteps<void> {
  if (entries.length === 0) return;
  const { taskId, time } = at;
  const events = entries.map((entry) => ({
    time,
    kind: entry.kind,
    snapshot: JSON.stringify(entry.kind === 'task' ? entry.task : entry.job),
  }));
  if (abilities.serialTransactions) {
    for (const batch of batches(events)) yield* insertSerialEvents(taskId, batch);
    return;
  }
  const missing = entries.length - (at.reserved?.count ?? 0);
  const { last = 0 } = (missing > 0 ? yield* reserveSequences(abilities, { taskId }, missing) : at.reserved) ?? {};
  const first = last - entries.length + 1;
  const rows = events.map((each, index) => ({ task_id: taskId, sequence: first + index, ...each }));
  for (const batch of batches(rows)) yield* insertEvents(batch);
}

/** Databases limit the parameters of one statement; a plan may have hundreds of jobs. */
function batches<T>(rows: readonly T[]): readonly (readonly T[])[] {
  if (rows.length <= INSERT_BATCH) return [rows];
  return Array.from({ length: Math.ceil(rows.length / INSERT_BATCH) }, (_, index) =>
    rows.slice(index * INSERT_BATCH, (index + 1) * INSERT_BATCH),
  );
}

function* insertEvents(rows: readonly Omit<EventRow, 'position'>[]): EngineSteps<void> {
  const template: QueryTemplate<EngineTables, unknown> = {
    shape: `insert ${rows.length} events`,
    build: (query, value) =>
      query.insertInto('run_events').values(rows.map((row, index) => namedRow(row, value, `${index}`))),
  };
  yield* step(template, numberedValues(rows));
}

/** Reads stored events. */
export class EventLog {
  readonly #query: Kysely<EngineTables>;

  constructor(database: SqlDatabase<EngineTables>) {
    this.#query = database.query;
  }

  /** The task's events after a sequence, oldest first. */
  async read(taskId: string, after: number, limit: number): Promise<readonly RunEvent[]> {
    const rows = await this.#query
      .selectFrom('run_events')
      .innerJoin('tasks', 'tasks.id', 'run_events.task_id')
      .select(['task_id', 'sequence', 'time', 'run_events.kind', 'snapshot', 'tasks.position as number'])
      .where('task_id', '=', taskId)
      .where('sequence', '>', after)
      .orderBy('sequence')
      .limit(limit)
      .execute();
    return rows.map(({ number, ...row }) => toRunEvent(row, number));
  }
}

/** A stored event of the task with a number, as callers see it. */
export function toRunEvent(row: Omit<EventRow, 'position'>, number: number): RunEvent {
  const { task_id: taskId, sequence, time } = row;
  const common = { taskId, number, sequence, time };
  const transition = toTransition(row);
  // Not every snapshot has the number: see `insertAtOnce`, and databases of earlier versions.
  if (transition.kind === 'task') return { ...common, kind: 'task', task: { ...transition.task, number } };
  return { ...common, kind: 'job', job: transition.job };
}

/** The content of a stored event. */
export function toTransition({ task_id, sequence, kind, snapshot }: Omit<EventRow, 'position'>): Transition {
  const transition = { kind, [kind]: readSnapshot(snapshot) };
  if (!isTransition(transition)) throw unreadable(task_id, sequence);
  return transition;
}

/** A job or a task may be there as its row, where the database itself has written the event. */
function readSnapshot(text: string): unknown {
  const snapshot: unknown = JSON.parse(text);
  if (isJobRow(snapshot)) return toJob(snapshot);
  return isTaskRow(snapshot) ? toTask(snapshot) : snapshot;
}

function isTaskRow(snapshot: unknown): snapshot is TaskRow {
  return typeof snapshot === 'object' && snapshot !== null && 'app_id' in snapshot && 'event_sequence' in snapshot;
}

function isJobRow(snapshot: unknown): snapshot is JobRow {
  return typeof snapshot === 'object' && snapshot !== null && 'task_id' in snapshot && 'attempt' in snapshot;
}

/** Only this package writes snapshots; the check is for rows that were edited by other programs. */
function isTransition(event: object): event is Transition {
  const snapshot: unknown = 'task' in event ? event.task : 'job' in event ? event.job : undefined;
  return typeof snapshot === 'object' && snapshot !== null && 'status' in snapshot;
}

function unreadable(taskId: string, sequence: number): TerminalError {
  return new TerminalError(storeMessages.eventUnreadable({ sequence, task: taskId }), {
    code: 'RUN_EVENT_UNREADABLE',
  });
}

/** An event before it has its places. */
type NewEvent = Pick<EventRow, 'time' | 'kind' | 'snapshot'>;

/**
 * Inserts events where transactions run one after the other: the stored rows determine the next position, both among the
 * events of the run and in the journal, and no later transaction commits before this one. Nothing has to be counted, nor
 * put in order afterwards.
 */
function* insertSerialEvents(taskId: string, events: readonly NewEvent[]): EngineSteps<void> {
  const template: QueryTemplate<EngineTables, unknown> = {
    shape: `insert ${events.length} placed events`,
    build: (query, value) => buildSerialInsert(query, value, events.length),
  };
  yield* step(template, { ...numberedValues(events), taskId });
}

function buildSerialInsert(query: Kysely<EngineTables>, value: NamedValue, count: number) {
  const task = value<string>('taskId');
  const last = sql`select
    (select coalesce(max(sequence), 0) from run_events where task_id = ${task}) as sequence,
    max((select coalesce(max(position), 0) from run_events),
      (select coalesce(max(position), 0) from journals where name = ${sql.lit(JOURNAL)})) as position`;
  const rows = Array.from({ length: count }, (_, index) => {
    const [time, kind, snapshot] = ['time', 'kind', 'snapshot'].map((name) => value(`${name}${index}`));
    const next = sql.lit(index + 1);
    return sql`select ${task}, sequence + ${next}, ${time}, ${kind}, ${snapshot}, position + ${next} from last`;
  });
  const columns = sql`task_id, sequence, time, kind, snapshot, position`;
  return statement<unknown>(
    query,
    sql`with last as (${last}) insert into run_events (${columns}) ${sql.join(rows, sql` union all `)}`,
  );
}

/** A statement that is written by hand. */
export function statement<R>(query: Kysely<EngineTables>, raw: RawBuilder<unknown>): Compilable<R> {
  return { compile: () => raw.$castTo<R>().compile(query) };
}

/** Sequences that the next events of a task may have: the last one, and how many there are up to it. */
export interface ReservedSequences {
  readonly last: number;
  readonly count: number;
}

/** Whose events they are; with an executor, only while the task runs and that executor holds it. */
export interface EventOwner {
  readonly taskId: string;
  readonly executorId?: string;
}

const EVENT_COUNT: QueryTemplate<EngineTables, Pick<TaskRow, 'event_sequence'>> = {
  shape: 'counted events of a task',
  build: (query, value) => query.selectFrom('tasks').select('event_sequence').where('id', '=', value<string>('taskId')),
};

/**
 * Takes the next sequences of a task's events from the counter in its row. Every writer has to update it, and so
 * waits for other writers of the task. Undefined when there is no such task.
 */
export function* reserveSequences(
  { returning }: WriteCapabilities,
  { taskId, executorId }: EventOwner,
  count = 1,
): EngineSteps<ReservedSequences | undefined> {
  const held = executorId !== undefined;
  const values = { taskId, executorId, count };
  const update = (query: Kysely<EngineTables>, value: NamedValue) =>
    query
      .updateTable('tasks')
      .set((eb) => ({ event_sequence: eb('event_sequence', '+', value<number>('count')) }))
      .where('id', '=', value<string>('taskId'))
      .$if(held, (any) => any.where('executor_id', '=', value<string>('executorId')).where('status', '=', 'running'));
  if (returning) {
    const shape = `reserve sequences, held ${held}, returning`;
    const build = (query: Kysely<EngineTables>, value: NamedValue) => update(query, value).returning('event_sequence');
    const row = yield* firstRow({ shape, build }, values);
    return row && { last: row.event_sequence, count };
  }
  const { numAffectedRows } = yield* step({ shape: `reserve sequences, held ${held}`, build: update }, values);
  if (numAffectedRows !== 1n) return undefined;
  const row = yield* firstRow(EVENT_COUNT, { taskId });
  return row && { last: row.event_sequence, count };
}
