import type { Clock } from '@kubemin/base';
import type { Source } from './source.ts';

/** How often keys are enqueued. */
export interface CoalesceOptions {
  readonly clock: Clock;
  /** The shortest interval at which this source enqueues one key. */
  readonly periodMs: number;
}

/**
 * For bursts of changes of which only the last state matters: the first change of a key is enqueued immediately, further
 * ones at most once per period. None is lost, and each is enqueued within a period. Only this source is delayed: use a
 * separate source for changes that must not wait.
 */
export function coalesceEnqueues(source: Source, { clock, periodMs }: CoalesceOptions): Source {
  return (enqueue) => {
    /** The last or next time at which each key is enqueued, approximately in order. */
    const enqueuedAt = new Map<string, number>();
    const forgetQuiet = (now: number): void => {
      for (const [key, at] of enqueuedAt) {
        if (at + periodMs > now) return;
        enqueuedAt.delete(key);
      }
    };
    return source((key, afterMs = 0) => {
      const now = clock.monotonic();
      forgetQuiet(now);
      const last = enqueuedAt.get(key);
      const due = Math.max(now + afterMs, last === undefined ? now : last > now ? last : last + periodMs);
      if (due !== last) {
        enqueuedAt.delete(key);
        enqueuedAt.set(key, due);
      }
      // Also when a reconcile is already due: it may have run earlier, because of another source and before this change.
      enqueue(key, due - now);
    });
  };
}
