import type { OperationKind } from './operation.ts';
import type { TaskStatus } from './state/task-state.ts';
import type { Task } from './task.ts';

/** Which runs to list: those that have all of what is given. */
export interface TaskFilter {
  readonly appId?: string | undefined;
  /** Of any of these applications; of none when empty. */
  readonly appIds?: readonly string[] | undefined;
  readonly status?: readonly TaskStatus[] | undefined;
  readonly kind?: readonly OperationKind[] | undefined;
  readonly creator?: string | undefined;
  /** Submitted at this moment or later; milliseconds since the epoch. */
  readonly since?: number | undefined;
  /** Submitted before this moment. */
  readonly until?: number | undefined;
  /** Goes on where a page ended: its `next`. */
  readonly after?: number | undefined;
}

/** Some of the runs that were asked for, the newest first. */
export interface TaskPage {
  readonly tasks: readonly Task[];
  /** Where the next page goes on; absent when there is nothing more. */
  readonly next?: number;
}
