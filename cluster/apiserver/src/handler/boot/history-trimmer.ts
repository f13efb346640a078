import type { Clock, Logger } from '@kubemin/base';
import type { ObjectCache, Storage } from '../../storage/index.ts';

const INTERVAL_MS = 60_000;
/** How many intervals of history are kept: five full minutes. */
const KEPT_INTERVALS = 5;

/** What keeping history needs. */
export interface HistoryTrimmerOptions {
  readonly storage: Storage;
  readonly cache: ObjectCache;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Compacts history that is older than a few minutes. Returns a function that stops it. */
export function startHistoryTrimmer({ storage, cache, clock, logger }: HistoryTrimmerOptions): () => void {
  const marks: number[] = [cache.revision];
  let cancel = (): void => undefined;
  let stopped = false;
  const tick = async (): Promise<void> => {
    marks.push(cache.revision);
    const oldest = marks.length > KEPT_INTERVALS ? marks.shift() : undefined;
    try {
      if (oldest !== undefined) {
        cache.trimHistory(oldest);
        await storage.compact(oldest);
      }
    } catch (error) {
      if (!stopped) logger.warn('old history could not be compacted, trying again later', { error });
    }
    schedule();
  };
  const schedule = (): void => {
    if (!stopped) cancel = clock.after(INTERVAL_MS, () => void tick());
  };
  schedule();
  return () => {
    stopped = true;
    cancel();
  };
}
