import type { Logger } from '@kubemin/base';
import type { Job } from './job.ts';
import type { Task } from './task.ts';

/** A task or job as it was right after one stored transition. */
export type Transition = { readonly kind: 'task'; readonly task: Task } | { readonly kind: 'job'; readonly job: Job };

/**
 * Is told what an engine does, right after it is stored: for metrics and traces. It is called in the middle of the
 * engine's work, so it must answer at once; what it throws goes to the log.
 */
export interface EngineObserver {
  /** Every transition that this instance has stored. */
  moved(transition: Transition): void;
  /** A task begins for the first time; one that is taken up again does not wait anew. */
  began?(task: Task, waitedMs: number): void;
  /** A job has failed and is tried again. */
  retried?(job: Job): void;
}

/** All observers as one, whose faults are not the engine's. */
export function carefulObserver(observers: readonly EngineObserver[], logger: Logger): Required<EngineObserver> {
  const told = (tell: (to: EngineObserver) => void): void => {
    for (const observer of observers) {
      try {
        tell(observer);
      } catch (error) {
        logger.error('an observer of the engine failed', { error });
      }
    }
  };
  return {
    moved: (transition) => told((to) => to.moved(transition)),
    began: (task, waitedMs) => told((to) => to.began?.(task, waitedMs)),
    retried: (job) => told((to) => to.retried?.(job)),
  };
}
