import { TerminalError, toError } from '@kubemin/base';
import { isStatusError } from '@kubemin/kubeapi';
import type { Controller, ControllerContext, ControllerStats } from '../manager/controller.ts';
import { WorkQueue } from '../queue/work-queue.ts';
import type { Reconciler } from './reconciler.ts';
import type { Source } from './source.ts';

/** The parts of a reconciling controller. */
export interface ReconcilerControllerOptions {
  readonly context: ControllerContext;
  readonly reconciler: Reconciler;
  readonly sources: readonly Source[];
  /** How many keys are worked on at once. @default the manager's concurrency */
  readonly workers?: number;
}

/** The usual controller: sources feed a queue of keys, workers hand each key to the reconciler. */
export function createReconcilerController(options: ReconcilerControllerOptions): Controller {
  return new ReconcilerController(options);
}

class ReconcilerController implements Controller {
  readonly #context: ControllerContext;
  readonly #reconciler: Reconciler;
  readonly #workers: number;
  readonly #queue: WorkQueue;
  readonly #unsubscribe: readonly (() => void)[];
  #reconciles = 0;
  #retries = 0;
  #terminalErrors = 0;

  constructor(options: ReconcilerControllerOptions) {
    this.#context = options.context;
    this.#reconciler = options.reconciler;
    this.#workers = options.workers ?? options.context.concurrency;
    const queue = new WorkQueue(options.context);
    this.#queue = queue;
    this.#unsubscribe = options.sources.map((source) => source((key) => queue.add(key)));
  }

  stats(): ControllerStats {
    return {
      reconciles: this.#reconciles,
      retries: this.#retries,
      terminalErrors: this.#terminalErrors,
      queueDepth: this.#queue.depth,
    };
  }

  async run(signal: AbortSignal): Promise<void> {
    const close = (): void => {
      for (const unsubscribe of this.#unsubscribe) unsubscribe();
      this.#queue.close();
    };
    if (signal.aborted) return close();
    signal.addEventListener('abort', close, { once: true });
    await Promise.all(Array.from({ length: this.#workers }, () => this.#work(signal)));
  }

  async #work(signal: AbortSignal): Promise<void> {
    for (let key = await this.#queue.take(); key !== undefined; key = await this.#queue.take()) {
      try {
        await this.#reconcile(key, signal);
      } finally {
        this.#queue.done(key);
      }
    }
  }

  async #reconcile(key: string, signal: AbortSignal): Promise<void> {
    this.#reconciles += 1;
    try {
      const result = await this.#reconciler.reconcile(key, signal);
      this.#queue.forget(key);
      if (result?.requeueAfterMs !== undefined) this.#queue.addAfter(key, result.requeueAfterMs);
    } catch (thrown) {
      if (!signal.aborted) this.#failed(key, toError(thrown));
    }
  }

  #failed(key: string, error: Error): void {
    if (error instanceof TerminalError) {
      this.#terminalErrors += 1;
      this.#queue.forget(key);
      this.#context.logger.error('reconciling failed for good; waiting until the object changes', { key, error });
      return;
    }
    this.#retries += 1;
    const retryInMs = Math.round(this.#queue.addBackedOff(key));
    // A conflict means the cache was a moment behind: ordinary, and gone with the next try.
    if (isStatusError(error, 'Conflict')) {
      this.#context.logger.debug('reconciling met a newer object, trying again', { key, retryInMs });
    } else {
      this.#context.logger.warn('reconciling failed, trying again', { key, retryInMs, error });
    }
  }
}
