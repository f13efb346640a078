import { type Clock, type Logger, toError, WakeSignal } from '@kubemin/base';
import type { TaskStore } from '../store/index.ts';
import { waitForSignal } from '../task/index.ts';
import type { Executor } from './executor.ts';

/** What looking for work takes. */
export interface PollerOptions {
  readonly tasks: Pick<TaskStore, 'eligible'>;
  readonly executor: Pick<Executor, 'freeSlots' | 'tryTakeSlot' | 'execute'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly pollIntervalMs: number;
  /** Whether this instance polls for work now. */
  readonly isOn: () => boolean;
}

/** Takes work straight from the database: at once when nudged, else at intervals. */
export class Poller {
  readonly #options: PollerOptions;
  readonly #nudge = new WakeSignal();

  constructor(options: PollerOptions) {
    this.#options = options;
  }

  /** There may be work, or room for it: look now. */
  nudge(): void {
    this.#nudge.notify();
  }

  /** Works until the signal aborts; resolves then. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, logger, pollIntervalMs: ms, isOn } = this.#options;
    while (!signal.aborted) {
      try {
        if (isOn()) await this.#takeAll(signal);
      } catch (thrown) {
        logger.error('looking for work failed', { error: toError(thrown) });
      }
      await waitForSignal({ nudge: this.#nudge, clock, ms, signal });
    }
  }

  async #takeAll(signal: AbortSignal): Promise<void> {
    const { tasks, executor } = this.#options;
    for (;;) {
      const { freeSlots } = executor;
      const ids = freeSlots > 0 ? await tasks.eligible(freeSlots) : [];
      // Side by side: one after the other, each would wait for the commit of the one before.
      const taken = await Promise.all(ids.map((id) => this.#take(id, signal)));
      // Whatever has come since has nudged.
      if (ids.length < freeSlots || !taken.includes(true)) return;
    }
  }

  async #take(taskId: string, signal: AbortSignal): Promise<boolean> {
    const { executor } = this.#options;
    return !signal.aborted && executor.tryTakeSlot() && (await executor.execute(taskId)) !== undefined;
  }
}
