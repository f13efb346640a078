import type { Job, Task, TaskRow } from '../task/index.ts';
import type { ClaimedTask } from './claimed-task.ts';
import type { JobSettlement } from './job-settlement.ts';
import type { JobEnding } from './job-transition.ts';
import type { LaunchRows } from './launch-rows.ts';
import type { TaskMove } from './task-transition.ts';

/** A task's way into running: everything of it but its jobs. */
export type BeginMove = TaskMove & { readonly executorId: string; readonly startAt: number };

/** A task's end, with what becomes of jobs that have none. */
export interface TaskEnding {
  readonly move: TaskMove & { readonly time: number };
  readonly settlements: readonly JobSettlement[];
  /** The job that came to its end right before. */
  readonly ended?: JobEnding | undefined;
}

/**
 * The transitions every run makes: the hot path, written as the database does it best. Each is undefined when the
 * task's state, its executor or its turn does not allow it.
 */
export interface TaskWrites {
  insert(row: Omit<TaskRow, 'position'>): Promise<Task>;
  /** waiting → queued. */
  claim(taskId: string, executorId: string): Promise<ClaimedTask | undefined>;
  /** queued → running for a task that never ran, with the jobs of its plan; returns them. */
  launch(move: BeginMove, rows: LaunchRows): Promise<readonly Job[] | undefined>;
  /** running → an end. */
  finish(ending: TaskEnding): Promise<Task | undefined>;
}
