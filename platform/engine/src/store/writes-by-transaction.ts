import { firstRow, type Kysely, type NamedValue, namedRow, type QueryTemplate, step } from '@kubemin/sql';
import type { EngineTables, Job, Task, TaskRow } from '../task/index.ts';
import { type ClaimedTask, claimedFrom } from './claimed-task.ts';
import { appendEvents, type EventEntry, type ReservedSequences } from './event-log.ts';
import { type JobSettlement, settleJobs } from './job-settlement.ts';
import { changeJob, endChange, type JobEnding } from './job-transition.ts';
import { type LaunchRows, launched } from './launch-rows.ts';
import { checkLeader, type Leader } from './leader-row.ts';
import { insertJobs } from './plan-rows.ts';
import { taskNumber, toTask } from './row-mapping.ts';
import type { EngineSteps, StoreOptions } from './store-options.ts';
import { lockTasks } from './task-lock.ts';
import { IN_TURN } from './task-queries.ts';
import { moveTask, type TaskMove } from './task-transition.ts';
import type { BeginMove, TaskEnding, TaskWrites } from './task-writes.ts';

const NUMBER_OF: QueryTemplate<EngineTables, Pick<TaskRow, 'position'>> = {
  shape: 'number of a task',
  build: (query, value) => query.selectFrom('tasks').select('position').where('id', '=', value<string>('taskId')),
};

/** Transitions as transactions of several statements: any database can do that. */
export class WritesByTransaction implements TaskWrites {
  readonly #options: StoreOptions;

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  insert(row: Omit<TaskRow, 'position'>): Promise<Task> {
    const { returning } = this.#options.database.capabilities;
    const insert = (query: Kysely<EngineTables>, value: NamedValue) =>
      query.insertInto('tasks').values(namedRow(row, value));
    const numbered: QueryTemplate<EngineTables, Pick<TaskRow, 'position'>> = {
      shape: 'insert task, returning',
      build: (query, value) => insert(query, value).returning('position'),
    };
    return commitChange(this.#options, row.id, function* () {
      if (!returning) yield* step({ shape: 'insert task', build: insert }, row);
      const stored = returning ? yield* firstRow(numbered, row) : yield* firstRow(NUMBER_OF, { taskId: row.id });
      const task = toTask({ ...row, position: taskNumber(stored, row.id) });
      return { result: task, events: [{ kind: 'task', task }], reserved: { last: 1, count: 1 } };
    });
  }

  claim(taskId: string, executorId: string): Promise<ClaimedTask | undefined> {
    const { clock, database } = this.#options;
    return commitChange(this.#options, taskId, function* () {
      const row = yield* firstRow(IN_TURN, { taskId });
      if (row === undefined) return NOTHING;
      const now = clock.now();
      const set = { executor_id: executorId, heartbeat_at: now, active_app: row.app_id };
      const moved = yield* moveTask(database.capabilities, { taskId, to: 'queued', set });
      if (moved === undefined) return NOTHING;
      const { task, reserved } = moved;
      // The executor that released the task may have a clock that is ahead.
      const time = Math.max(now, row.announced_at ?? now);
      return { result: { ...claimedFrom(row), task }, events: [{ kind: 'task', task }], reserved, time };
    });
  }

  launch(move: BeginMove, rows: LaunchRows): Promise<readonly Job[] | undefined> {
    const { jobs, events } = launched(rows);
    const { capabilities } = this.#options.database;
    return commitChange(this.#options, move.taskId, function* () {
      const moved = yield* moveTask(capabilities, { ...move, events: 1 + events.length });
      if (moved === undefined) return NOTHING;
      const { task, reserved } = moved;
      const { started } = rows;
      yield* insertJobs(rows.jobs.map((row) => (row.id === started?.id ? started : row)));
      return { result: jobs, events: [{ kind: 'task', task }, ...events], reserved, time: move.startAt };
    });
  }

  finish({ move, settlements, ended }: TaskEnding): Promise<Task | undefined> {
    return settleTask(this.#options, { ...move, ended }, settlements);
  }
}

/** What a transaction has changed, with its events. */
interface Change<R> {
  readonly result: R;
  readonly events: readonly EventEntry[];
  readonly reserved?: ReservedSequences;
  /** When it happened. @default now */
  readonly time?: number;
}

/** The change of a transaction that turned out not to be allowed. */
export const NOTHING = { result: undefined, events: [] } as const;

/** Runs a transition and stores its events in the same transaction. */
export async function commitChange<R>(
  { database, clock, changed }: StoreOptions,
  taskId: string,
  work: () => EngineSteps<Change<R>>,
): Promise<R> {
  const { result, events } = await database.runSteps(function* () {
    const done = yield* work();
    const { reserved, time = clock.now() } = done;
    yield* appendEvents(database.capabilities, { taskId, time, reserved }, done.events);
    return done;
  });
  if (events.length > 0) changed(taskId, events);
  return result;
}

/**
 * Moves a task at a moment, and what it leaves unfinished of its jobs with it, after the one that has `ended`; with a leader, only while that one leads.
 * The event has the same time as the row: the next claim of the task depends on it.
 */
export function settleTask(
  options: StoreOptions,
  move: TaskMove & { readonly time: number; readonly ended?: JobEnding | undefined },
  settlements: readonly JobSettlement[],
  leader?: Leader,
): Promise<Task | undefined> {
  const { capabilities } = options.database;
  const { ended } = move;
  return commitChange(options, move.taskId, function* () {
    if (leader !== undefined) {
      yield* lockTasks(capabilities, [move.taskId]);
      if (!(yield* checkLeader(capabilities, leader))) return NOTHING;
    }
    // The usual events: the job that ended, and the task. Settled jobs take theirs when there are any.
    const moved = yield* moveTask(capabilities, { ...move, events: ended === undefined ? 1 : 2 });
    if (moved === undefined) return NOTHING;
    const { task, reserved } = moved;
    const last = ended && (yield* changeJob(capabilities, endChange(move.taskId, ended)));
    const settled = yield* settleJobs(move.taskId, settlements);
    const jobs = last === undefined ? settled : [last, ...settled];
    // The task's event comes last: it ends the stream when it is terminal.
    return { result: task, events: [...jobEvents(jobs), { kind: 'task', task }], reserved, time: move.time };
  });
}

/** The events of jobs. */
export function jobEvents(jobs: readonly Job[]): readonly EventEntry[] {
  return jobs.map((job) => ({ kind: 'job', job }));
}
