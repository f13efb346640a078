import { KubeminError, systemClock } from '@kubemin/base';
import type { SeededRandom } from '@kubemin/testing';
import type { Engine } from '../../engine.ts';
import type { Fleet } from './fleet.ts';
import type { RunTracker } from './run-tracker.ts';

/** How often we look for something to cancel, and how likely a run is picked at one look. */
const LOOK_MS = 10;
const PICKED = { waiting: 0.002, underWay: 0.05 };
/** How likely it is while one of its writes is under way. */
const MID_WRITE = 0.4;
/** How long such a write is held up for the cancel to overtake it, if it can. Runs wait longer than that for a write. */
const HELD_MS = 120;

const SETTLED: ReadonlySet<string> = new Set(['cancelled', 'TASK_FINISHED']);

/** What cancelling takes. */
export interface CancellerOptions {
  /** Cancels from outside: an instance that does not run the task. */
  readonly engine: Engine;
  /** Cancels through an instance, which may be the one that runs it. */
  readonly fleet: Fleet;
  readonly book: RunTracker;
  readonly random: SeededRandom;
}

/** Cancels the runs that are to be cancelled, at random moments. */
export class Canceller {
  readonly #options: CancellerOptions;
  readonly #asking: Promise<void>[] = [];
  readonly #outcomes = new Map<string, 'cancelled' | 'refused' | 'asked'>();

  constructor(options: CancellerOptions) {
    this.#options = options;
  }

  /** The outcome of the cancel; undefined for runs that were not cancelled. */
  outcome(taskId: string): 'cancelled' | 'refused' | undefined {
    const outcome = this.#outcomes.get(taskId);
    return outcome === 'asked' ? undefined : outcome;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { book } = this.#options;
    while (!signal.aborted) {
      for (const [taskId, status] of await book.open()) {
        void this.#cancelSometimes(taskId, status === 'waiting' ? PICKED.waiting : PICKED.underWay);
      }
      await systemClock.sleep(LOOK_MS, signal);
    }
    await Promise.all(this.#asking);
  }

  /** A write of the run is under way; it may go on when this resolves. */
  async midWrite(mark: string | undefined): Promise<void> {
    const taskId = mark === undefined ? undefined : this.#options.book.findTaskId(mark);
    const asking = taskId === undefined ? undefined : this.#cancelSometimes(taskId, MID_WRITE);
    if (asking !== undefined) await Promise.race([asking, systemClock.sleep(HELD_MS)]);
  }

  #cancelSometimes(taskId: string, likelihood: number): Promise<void> | undefined {
    const { book, random } = this.#options;
    if (book.planned.get(taskId)?.cancelled !== true || this.#outcomes.has(taskId)) return undefined;
    if (random.next() >= likelihood) return undefined;
    const asking = this.#cancel(taskId);
    this.#asking.push(asking);
    return asking;
  }

  async #cancel(taskId: string): Promise<void> {
    const { engine, fleet, random } = this.#options;
    this.#outcomes.set(taskId, 'asked');
    const worker = random.next() < 0.5 ? fleet.any() : undefined;
    const heard = (await worker?.ready) === true ? await worker?.cancel(taskId) : undefined;
    // An instance may die before it responds, or have lost its database.
    const outcome = heard !== undefined && SETTLED.has(heard) ? heard : await cancelBy(engine, taskId);
    // A second request may be refused because the first one was served and only its response was lost.
    const cancelled = outcome === 'cancelled' || (await engine.task(taskId))?.status === 'cancelled';
    this.#outcomes.set(taskId, cancelled ? 'cancelled' : 'refused');
  }
}

async function cancelBy(engine: Engine, taskId: string): Promise<string> {
  try {
    await engine.cancel(taskId, { reason: 'cancelled from outside' });
    return 'cancelled';
  } catch (error) {
    if (error instanceof KubeminError && error.code === 'TASK_FINISHED') return error.code;
    throw error;
  }
}
