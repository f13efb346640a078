import type { ControllerContext } from '@kubemin/controller';
import type { Retries } from './retries.ts';
import { WritesInFlight } from './writes-in-flight.ts';

/** What writes are counted and retried with. */
export interface PodWritesOptions {
  readonly context: ControllerContext;
  readonly retries: Retries;
  /** Called when the pod may be written again. */
  readonly onEnd: (key: string) => void;
}

/** So many pods are written about at once. */
export const MOST_WRITES = 256;

/** What is being written about pods, side by side, for each pod one thing at a time. */
export class PodWrites {
  readonly #options: PodWritesOptions;
  readonly inFlight: WritesInFlight;

  constructor(options: PodWritesOptions) {
    this.#options = options;
    this.inFlight = new WritesInFlight(MOST_WRITES, options.onEnd);
  }

  get isFull(): boolean {
    return this.inFlight.isFull;
  }

  has(key: string): boolean {
    return this.inFlight.has(key);
  }

  /** A decision about the pod is written; should that fail, the pod is scheduled again. */
  begin(key: string, work: () => Promise<void>): void {
    const { clock, instruments } = this.#options.context;
    const begun = clock.monotonic();
    this.inFlight.begin(key, begun, async () => {
      try {
        await work();
        instruments.reconciled('success', clock.monotonic() - begun);
      } catch (thrown) {
        instruments.reconciled('error', clock.monotonic() - begun);
        this.#options.retries.again(key, thrown, 'what was decided about a pod could not be written');
      }
      instruments.queue.done(clock.monotonic() - begun);
    });
  }

  /** Something is written about the pod that is no decision; `work` must not reject. */
  beginAside(key: string, work: () => Promise<void>): void {
    this.inFlight.begin(key, this.#options.context.clock.monotonic(), work);
  }
}
