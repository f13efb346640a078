import { type Clock, type Logger, toError, WakeSignal } from '@kubemin/base';
import type { TaskStore } from '../store/task-store.ts';
import type { Executor } from './executor.ts';
import { nudgeOrTimer } from './wake-up.ts';

/** What looking for work takes. */
export interface PollerOptions {
  readonly tasks: Pick<TaskStore, 'eligible'>;
  readonly executor: Pick<Executor, 'free' | 'enter' | 'execute'>;
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
      await nudgeOrTimer({ nudge: this.#nudge, clock, ms, signal });
    }
  }

  async #takeAll(signal: AbortSignal): Promise<void> {
    const { tasks, executor } = this.#options;
    for (;;) {
      const { free } = executor;
      const ids = free > 0 ? await tasks.eligible(free) : [];
      // Side by side: one after the other, each would wait for the commit of the one before.
      const taken = await Promise.all(ids.map((id) => this.#take(id, signal)));
      // Whatever has come since has nudged.
      if (ids.length < free || !taken.includes(true)) return;
    }
  }

  async #take(taskId: string, signal: AbortSignal): Promise<boolean> {
    const { executor } = this.#options;
    return !signal.aborted && executor.enter() && (await executor.execute(taskId)) !== undefined;
  }
}
