import { toError } from '../message/index.ts';
import type { Clock } from './clock.ts';
import type { Logger } from './logger.ts';
import type { Random } from './random.ts';

export interface BackoffOptions {
  readonly minMs: number;
  readonly maxMs: number;
}

/**
 * How long to wait before attempt number `attempt` (0 = first retry): doubling from min to max, with "equal jitter",
 * so that many clients that failed together do not retry together, and no client retries at once.
 */
export function backoffDelay(options: BackoffOptions, attempt: number, random: Random): number {
  const ceiling = Math.min(options.maxMs, options.minMs * 2 ** Math.min(attempt, 30));
  return ceiling / 2 + (random.next() * ceiling) / 2;
}

/** Work that runs at an interval and may fail: it runs again after the next interval. */
export interface PeriodicTask {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly everyMs: number;
  /** The log message of a failure. */
  readonly failure: string;
  work(signal: AbortSignal): Promise<void>;
}

/** Runs a task, for the first time after one interval, until the signal aborts; resolves then. */
export async function runPeriodically(
  { clock, logger, everyMs, failure, work }: PeriodicTask,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    await clock.sleep(everyMs, signal);
    if (signal.aborted) return;
    try {
      await work(signal);
    } catch (thrown) {
      if (!signal.aborted) logger.warn(failure, { error: toError(thrown) });
    }
  }
}

/**
 * A wake-up that cannot be missed: a notification that arrives while there is no waiter is kept for the next wait.
 * Several notifications before a wait count as one, as the waiter looks at the whole state anyway.
 */
export class WakeSignal {
  #pending = false;
  #waiters: (() => void)[] = [];

  notify(): void {
    if (this.#waiters.length === 0) {
      this.#pending = true;
      return;
    }
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const wake of waiters) wake();
  }

  /** Resolves at the next notification, or when `signal` aborts. */
  wait(signal?: AbortSignal): Promise<void> {
    if (this.#pending || signal?.aborted) {
      this.#pending = false;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const wake = (): void => {
        signal?.removeEventListener('abort', wake);
        this.#waiters = this.#waiters.filter((waiter) => waiter !== wake);
        resolve();
      };
      this.#waiters.push(wake);
      signal?.addEventListener('abort', wake);
    });
  }
}
