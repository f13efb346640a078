import type { Clock } from './clock.ts';
import { toError } from './errors.ts';
import type { Logger } from './logger.ts';

/** Work that is done again and again, and may fail: the next time is soon enough. */
export interface Chore {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly everyMs: number;
  /** What to say when it fails. */
  readonly failure: string;
  work(signal: AbortSignal): Promise<void>;
}

/** Does a chore, for the first time after one interval, until the signal aborts; resolves then. */
export async function doAgainAndAgain(
  { clock, logger, everyMs, failure, work }: Chore,
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
