import { type Clock, type Logger, toError } from '@kubemin/base';
import type { InstanceRows } from '../store/index.ts';
import type { EngineSettings } from '../task/index.ts';

/** What counting instances takes. */
export interface InstanceHeartbeatOptions {
  readonly rows: InstanceRows;
  readonly executorId: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly settings: Pick<EngineSettings, 'leaseDurationMs' | 'leaseRetryMs' | 'replicaCheckMs' | 'takeOver'>;
  /** Called after each count. */
  readonly counted: () => void;
}

/** Rows of the dead are kept for a while, for people who look. */
const FORGOTTEN_AFTER_MS = 3_600_000;

/** Stores the heartbeat of this instance, and counts the live instances. */
export class InstanceHeartbeat {
  readonly #options: InstanceHeartbeatOptions;
  #instances = 1;

  constructor(options: InstanceHeartbeatOptions) {
    this.#options = options;
  }

  /** Instances that live, as of the last count. */
  get instances(): number {
    return this.#instances;
  }

  /** Rejects when the database is unavailable. */
  async start(): Promise<void> {
    const { rows, executorId, clock, settings } = this.#options;
    const alone = settings.takeOver === 'all';
    await rows.forget(alone ? clock.now() + 1 : clock.now() - FORGOTTEN_AFTER_MS);
    await rows.beat(executorId, clock.now());
    await this.count();
  }

  /** Works until the signal aborts; resolves then. */
  async run(signal: AbortSignal): Promise<void> {
    const { rows, executorId, clock, settings, logger } = this.#options;
    let nextCount = clock.monotonic() + settings.replicaCheckMs;
    for (;;) {
      await clock.sleep(Math.min(settings.leaseRetryMs, settings.replicaCheckMs), signal);
      if (signal.aborted) return;
      try {
        await rows.beat(executorId, clock.now());
        if (clock.monotonic() < nextCount) continue;
        nextCount = clock.monotonic() + settings.replicaCheckMs;
        await this.count();
      } catch (thrown) {
        logger.warn('instance heartbeat failed', { error: toError(thrown) });
      }
    }
  }

  async count(): Promise<void> {
    const { rows, clock, settings } = this.#options;
    this.#instances = Math.max(1, await rows.countSince(clock.now() - settings.leaseDurationMs));
    this.#options.counted();
  }

  /** Whether an instance is known to live; one that left, or has been silent for as long as a lease lasts, does not. */
  lives(id: string): Promise<boolean> {
    const { rows, clock, settings } = this.#options;
    return rows.hasBeatSince(id, clock.now() - settings.leaseDurationMs);
  }

  /** After `run` has ended: this instance counts no more. */
  async leave(): Promise<void> {
    const { rows, executorId, logger } = this.#options;
    try {
      await rows.leave(executorId);
    } catch (thrown) {
      logger.warn('the instance could not be removed from the database; it counts until its heartbeat expires', {
        error: toError(thrown),
      });
    }
  }
}
