import { type Clock, type Logger, toError, WakeSignal } from '@kubemin/base';
import type { MeasuredResource, UsageReader, UsageReading } from './usage-reader.ts';

/** Reads one resource of all nodes, by name. */
export type UsageSource = (signal: AbortSignal) => Promise<ReadonlyMap<string, UsageReading>>;

/** Where readings come from, and the time they are read by. */
export interface LiveUsageOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly sources: Readonly<Record<MeasuredResource, UsageSource>>;
}

const EVERY_MS = 15_000;
/** Without a read for this time, measuring stops. */
const FORGOTTEN_AFTER_MS = 60_000;
const RESOURCES: readonly MeasuredResource[] = ['cpu', 'memory', 'disk'];

/** Readings that are taken only while they are used. */
export class LiveUsage implements UsageReader {
  readonly #options: LiveUsageOptions;
  readonly #readings = new Map<MeasuredResource, ReadonlyMap<string, UsageReading>>();
  readonly #askedAt = new Map<MeasuredResource, number>();
  readonly #failed = new Set<MeasuredResource>();
  readonly #nudge = new WakeSignal();

  constructor(options: LiveUsageOptions) {
    this.#options = options;
  }

  read(node: string, resource: MeasuredResource): UsageReading | undefined {
    if (!this.#askedAt.has(resource)) this.#nudge.notify();
    this.#askedAt.set(resource, this.#options.clock.monotonic());
    return this.#readings.get(resource)?.get(node);
  }

  /** Takes readings until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    while (!signal.aborted) {
      await this.#nudge.wait(signal);
      while (!signal.aborted && this.#askedAt.size > 0) {
        for (const resource of RESOURCES) await this.#refresh(resource, signal);
        await clock.sleep(EVERY_MS, signal);
      }
    }
  }

  async #refresh(resource: MeasuredResource, signal: AbortSignal): Promise<void> {
    const { clock, logger, sources } = this.#options;
    const asked = this.#askedAt.get(resource);
    if (asked === undefined || signal.aborted) return;
    if (clock.monotonic() - asked > FORGOTTEN_AFTER_MS) {
      // An old reading is worse than none.
      this.#readings.delete(resource);
      this.#askedAt.delete(resource);
      return;
    }
    try {
      this.#readings.set(resource, await sources[resource](signal));
      this.#failed.delete(resource);
    } catch (thrown) {
      this.#readings.delete(resource);
      if (this.#failed.has(resource) || signal.aborted) return;
      this.#failed.add(resource);
      logger.warn('what nodes use cannot be measured; pods are placed by what is requested instead', {
        resource,
        error: toError(thrown),
      });
    }
  }
}
