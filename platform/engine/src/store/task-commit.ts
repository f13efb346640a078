import type { Job } from '../job.ts';
import type { Task } from '../task.ts';
import { appendEvents, type EventEntry } from './event-log.ts';
import type { Reserved } from './event-sequence.ts';
import { endChange, type JobEnding } from './job-end.ts';
import { type JobSettlement, settleJobs } from './job-settlement.ts';
import { changeJob } from './job-transition.ts';
import { type Leader, stillLeads } from './leader-row.ts';
import type { StoreOptions } from './store-options.ts';
import { lockTasks } from './task-lock.ts';
import { moveTask, type TaskMove } from './task-transition.ts';
import type { EngineSteps } from './write-scope.ts';

/** What a transaction has changed, and the events that tell of it. */
export interface Change<R> {
  readonly result: R;
  readonly events: readonly EventEntry[];
  readonly reserved?: Reserved;
  /** When it happened. @default now */
  readonly time?: number;
}

/** The change of a transaction that turned out not to be allowed. */
export const NOTHING = { result: undefined, events: [] } as const;

/** Runs a transition and stores the events that tell of it in the same transaction. */
export async function commitChange<R>(
  { database, clock, changed }: StoreOptions,
  taskId: string,
  work: () => EngineSteps<Change<R>>,
): Promise<R> {
  const { result, events } = await database.inSteps(function* () {
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
 * The event tells of the same moment as the row: whoever claims the task next goes by that.
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
      if (!(yield* stillLeads(capabilities, leader))) return NOTHING;
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

/** The events that tell of jobs. */
export function jobEvents(jobs: readonly Job[]): readonly EventEntry[] {
  return jobs.map((job) => ({ kind: 'job', job }));
}
