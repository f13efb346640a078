import type { Clock } from '@kubemin/base';
import type { Source } from './source.ts';

/** How changes are brought together. */
export interface CoalesceOptions {
  readonly clock: Clock;
  /** So long at least lies between two looks at one key because of this source. */
  readonly periodMs: number;
}

/**
 * For changes that come in storms and of which only the sum matters: the first one of a key that was quiet is told at
 * once, later ones at most once per period. None is lost, and each is told within a period. Only this source waits: what
 * must not be late goes through a source of its own.
 */
export function coalesceEnqueues(source: Source, { clock, periodMs }: CoalesceOptions): Source {
  return (enqueue) => {
    /** When each key was told last, or is to be told; about in the order of these times. */
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
      // Also when a look is due already: it may have taken place earlier, for another reason and before this change.
      enqueue(key, due - now);
    });
  };
}
