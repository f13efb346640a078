import { type Clock, type Logger, WakeSignal } from '@kubemin/base';
import type { EventLog, TaskStore } from '../store/index.ts';
import {
  type EngineObserver,
  isTaskFinished,
  type RunEvent,
  type Transition,
  taskNotFound,
  waitForSignal,
} from '../task/index.ts';

/** All observers as one, whose faults are not the engine's. */
export function combineObservers(observers: readonly EngineObserver[], logger: Logger): Required<EngineObserver> {
  const notifyAll = (notify: (observer: EngineObserver) => void): void => {
    for (const observer of observers) {
      try {
        notify(observer);
      } catch (error) {
        logger.error('an observer of the engine failed', { error });
      }
    }
  };
  return {
    onTransition: (transition) => notifyAll((observer) => observer.onTransition(transition)),
    onTaskStarted: (task, waitedMs) => notifyAll((observer) => observer.onTaskStarted?.(task, waitedMs)),
    onJobRetried: (job) => notifyAll((observer) => observer.onJobRetried?.(job)),
  };
}

interface EventSubscription {
  readonly nudge: WakeSignal;
  readonly stop: () => void;
}

/** Notifies followers in this process, and the observers, of stored transitions; followers elsewhere poll. */
export class EventHub {
  readonly #observer: Pick<Required<EngineObserver>, 'onTransition'>;
  readonly #followers = new Map<string, Set<WakeSignal>>();
  readonly #followersOfAll = new Set<WakeSignal>();

  constructor(observer: Pick<Required<EngineObserver>, 'onTransition'>) {
    this.#observer = observer;
  }

  /** Called by the stores after transitions of a task are stored. */
  readonly publish = (taskId: string, transitions: readonly Transition[]): void => {
    this.notifyFollowers(taskId);
    for (const nudge of this.#followersOfAll) nudge.notify();
    for (const transition of transitions) this.#observer.onTransition(transition);
  };

  /** Wakes those that follow this task. */
  notifyFollowers(taskId: string): void {
    for (const nudge of this.#followers.get(taskId) ?? []) nudge.notify();
  }

  follow(taskId: string): EventSubscription {
    const nudge = new WakeSignal();
    const followers = this.#followers.get(taskId) ?? new Set();
    this.#followers.set(taskId, followers.add(nudge));
    const stop = (): void => {
      followers.delete(nudge);
      if (followers.size === 0 && this.#followers.get(taskId) === followers) this.#followers.delete(taskId);
    };
    return { nudge, stop };
  }

  /** Is nudged whenever a task of this process has new events. */
  followAll(): EventSubscription {
    const nudge = new WakeSignal();
    this.#followersOfAll.add(nudge);
    return { nudge, stop: () => this.#followersOfAll.delete(nudge) };
  }
}

const BATCH = 200;

/** What following a task's events takes. */
export interface FollowOptions {
  readonly taskId: string;
  readonly after: number;
  /** Ends after the events that are stored. @default follows the task to its end */
  readonly storedOnly?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly hub: EventHub;
  readonly log: EventLog;
  readonly tasks: TaskStore;
  readonly clock: Clock;
  readonly pollIntervalMs: number;
}

/** The stored events after `after`, then new ones as they are stored, up to the one that ends the task. */
export async function* followEvents(options: FollowOptions): AsyncGenerator<RunEvent> {
  const { taskId, hub, log, tasks, clock, signal, storedOnly = false } = options;
  const { nudge, stop } = hub.follow(taskId);
  let after = options.after;
  try {
    while (!signal?.aborted) {
      // The task before its events: if it had ended by now, so had its events been stored.
      const task = await tasks.task(taskId);
      if (task === undefined) throw taskNotFound(taskId);
      const batch = await log.read(taskId, after, BATCH);
      for (const event of batch) {
        yield event;
        after = event.sequence;
        if (event.kind === 'task' && isTaskFinished(event.task.status)) return;
      }
      if (batch.length > 0) continue;
      if (storedOnly || isTaskFinished(task.status)) return;
      await waitForSignal({ nudge, clock, ms: options.pollIntervalMs, signal });
    }
  } finally {
    stop();
  }
}
