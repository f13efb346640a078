import type { Job } from './job.ts';
import type { Task } from './task.ts';

interface RunEventBase {
  readonly taskId: string;
  /** The number of the task. */
  readonly number: number;
  /** Counts up from 1 within the task; stored together with the transition. */
  readonly sequence: number;
  readonly time: number;
}

/** A task or job as it was right after one stored transition. */
export type RunEvent =
  | (RunEventBase & { readonly kind: 'task'; readonly task: Task })
  | (RunEventBase & { readonly kind: 'job'; readonly job: Job });
