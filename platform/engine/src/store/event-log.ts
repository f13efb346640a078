import { TerminalError } from '@kubemin/base';
import { type Kysely, namedRow, type QueryTemplate, type SqlDatabase, step } from '@kubemin/sql';
import type { Transition } from '../engine-observer.ts';
import type { RunEvent } from '../run-event.ts';
import { placedEvents } from './event-places.ts';
import { type Reserved, reserveSequences } from './event-sequence.ts';
import { toJob, toTask } from './row-mapping.ts';
import type { EngineTables, EventRow, JobRow, TaskRow } from './tables.ts';
import { type Abilities, type EngineSteps, valuesOf } from './write-scope.ts';

/** What happened, before it has a sequence. */
export type EventEntry = Transition;

const INSERT_BATCH = 100;

/**
 * Writes events in the transaction of the transition they tell of, so that one never exists without the other.
 * `reserved` are sequences the transition has taken for them; those that are missing are taken here.
 */
export function* appendEvents(
  abilities: Abilities,
  at: { readonly taskId: string; readonly time: number; readonly reserved?: Reserved | undefined },
  entries: readonly EventEntry[],
): EngineSteps<void> {
  if (entries.length === 0) return;
  const { taskId, time } = at;
  const said = entries.map((entry) => ({
    time,
    kind: entry.kind,
    snapshot: JSON.stringify(entry.kind === 'task' ? entry.task : entry.job),
  }));
  if (abilities.serialTransactions) {
    for (const batch of batches(said)) yield* placedEvents(taskId, batch);
    return;
  }
  const missing = entries.length - (at.reserved?.count ?? 0);
  const { last = 0 } = (missing > 0 ? yield* reserveSequences(abilities, { taskId }, missing) : at.reserved) ?? {};
  const first = last - entries.length + 1;
  const rows = said.map((each, index) => ({ task_id: taskId, sequence: first + index, ...each }));
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
  yield* step(template, valuesOf(rows));
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

/** Only this package writes snapshots; the check is for files somebody else has edited. */
function isTransition(event: object): event is Transition {
  const snapshot: unknown = 'task' in event ? event.task : 'job' in event ? event.job : undefined;
  return typeof snapshot === 'object' && snapshot !== null && 'status' in snapshot;
}

function unreadable(taskId: string, sequence: number): TerminalError {
  return new TerminalError(`event ${sequence} of task ${taskId} in the database is not readable`, {
    code: 'RUN_EVENT_UNREADABLE',
  });
}
