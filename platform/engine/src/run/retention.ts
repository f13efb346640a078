import { type Clock, type Logger, runPeriodically } from '@kubemin/base';
import type { RunArchive } from '../store/index.ts';
import type { EngineSettings } from '../task/index.ts';

export interface RetentionOptions {
  readonly archive: RunArchive;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly settings: Pick<EngineSettings, 'keepRunsForMs' | 'keepRunsPerApplication' | 'retentionIntervalMs'>;
}

// Small, with pauses between them: runs that execute meanwhile should not be slowed down.
const BATCH = 10;
const PAUSE_MS = 50;
/** Longer than storing a task can take. */
const LOST_AFTER_MS = 3_600_000;

/** Removes finished runs that are too old or too many. Any number of processes may do it on one database. */
export class Retention {
  readonly #options: RetentionOptions;
  /** Applications without an end since then have been looked at. */
  #seenUntil: number | undefined;

  constructor(options: RetentionOptions) {
    this.#options = options;
  }

  /** Works until the signal aborts; resolves then. */
  run(signal: AbortSignal): Promise<void> {
    const { clock, logger, settings } = this.#options;
    const failure = 'Old runs could not be removed; trying again later.';
    const work = (): Promise<void> => this.sweep(signal);
    return runPeriodically({ clock, logger, everyMs: settings.retentionIntervalMs, failure, work }, signal);
  }

  async sweep(signal: AbortSignal): Promise<void> {
    const { archive, clock, settings } = this.#options;
    const now = clock.now();
    const tooOld = now - settings.keepRunsForMs;
    await this.#removeAll(signal, () => archive.endedBefore(tooOld, BATCH));
    // One interval of overlap: another process may store an end with a clock that is a little behind.
    const since = (this.#seenUntil ?? tooOld) - settings.retentionIntervalMs;
    for (const appId of await archive.applicationsSince(since)) {
      await this.#removeAll(signal, () => archive.beyond(appId, settings.keepRunsPerApplication, BATCH));
    }
    await archive.removeCallbacksWithoutRun(now - LOST_AFTER_MS);
    this.#seenUntil = now;
  }

  async #removeAll(signal: AbortSignal, next: () => Promise<readonly string[]>): Promise<void> {
    const { archive, clock } = this.#options;
    while (!signal.aborted) {
      const ids = await next();
      if (ids.length === 0) return;
      await archive.remove(ids);
      await clock.sleep(PAUSE_MS, signal);
    }
  }
}
