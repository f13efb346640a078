import { type Clock, type Logger, runPeriodically } from '@kubemin/base';

/** Rows of one kind that need not be kept for ever. */
export interface Expiring {
  /** What to log when they could not be removed. */
  readonly failure: string;
  /** Looks through some of those that may be removed, and removes them; fewer than `atMost` were the last. */
  removeSome(now: number, atMost: number): Promise<number>;
}

export interface RetentionOptions {
  readonly kinds: readonly Expiring[];
  /** Whether it is up to this instance: one is enough, though several would do no harm. */
  readonly leads: () => boolean;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly everyMs: number;
}

const BATCH = 200;
const PAUSE_MS = 50;

/** Removes what need not be kept any more, in small batches, until the signal aborts. */
export async function runRetention(options: RetentionOptions, signal: AbortSignal): Promise<void> {
  const { kinds, leads, clock, logger, everyMs } = options;
  const tidying = kinds.map((kind) => {
    const work = async (): Promise<void> => {
      const now = clock.now();
      while (!signal.aborted && leads() && (await kind.removeSome(now, BATCH)) === BATCH) {
        await clock.sleep(PAUSE_MS, signal);
      }
    };
    return runPeriodically({ clock, logger, everyMs, failure: kind.failure, work }, signal);
  });
  await Promise.all(tidying);
}
