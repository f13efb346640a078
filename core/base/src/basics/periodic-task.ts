import { toError } from '../message/index.ts';
import type { Clock } from './clock.ts';
import type { Logger } from './logger.ts';

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
