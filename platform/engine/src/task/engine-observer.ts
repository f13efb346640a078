import type { Job } from './job.ts';
import type { Task } from './task.ts';

/** A task or job as it was right after one stored transition. */
export type Transition = { readonly kind: 'task'; readonly task: Task } | { readonly kind: 'job'; readonly job: Job };

/**
 * Is notified of what an engine does, right after it is stored: for metrics and traces. It is called in the middle of the
 * engine's work, so it must return immediately; errors that it throws are logged.
 */
export interface EngineObserver {
  /** Every transition that this instance has stored. */
  onTransition(transition: Transition): void;
  /** A task begins for the first time. Not called again when it is resumed. */
  onTaskStarted?(task: Task, waitedMs: number): void;
  /** A job has failed and is tried again. */
  onJobRetried?(job: Job): void;
}
