import { KubeminError, TerminalError, toError } from '@kubemin/base';
import type { Informer } from '@kubemin/kube';
import { isStatusError, type KubeObject } from '@kubemin/kubeapi';
import type { Controller, ControllerContext, ControllerStats } from './controller.ts';
import { WorkQueue } from './queue/work-queue.ts';
import type { ReconcileResult, Reconciler } from './reconciler.ts';
import { enqueuePeriodically } from './resync.ts';
import type { Enqueue, Source } from './source.ts';
import { WorkerPool } from './worker-pool.ts';

/** Options of a reconciling controller. */
export interface ReconcilerControllerOptions {
  readonly context: ControllerContext;
  readonly reconciler: Reconciler;
  /**
   * The objects whose keys are reconciled: on each change, and all of them after each resync period. Only objects in the
   * manager's scope are reconciled.
   */
  readonly primary?: Informer<KubeObject>;
  /** Further sources of keys. */
  readonly sources?: readonly Source[];
  /** How many keys are reconciled concurrently. @default the manager's concurrency */
  readonly workers?: number;
  /** How long one reconcile may take. @default the manager's */
  readonly timeoutMs?: number;
}

/** The usual controller: sources enqueue keys, workers pass each key to the reconciler. */
export function createReconcilerController(options: ReconcilerControllerOptions): Controller {
  return new ReconcilerController(options);
}

class ReconcilerController implements Controller {
  readonly #context: ControllerContext;
  readonly #reconciler: Reconciler;
  readonly #primary: Informer<KubeObject> | undefined;
  readonly #queue: WorkQueue;
  readonly #pool: WorkerPool;
  readonly #unsubscribe: readonly (() => void)[];
  #reconciles = 0;
  #retries = 0;
  #terminalErrors = 0;

  constructor(options: ReconcilerControllerOptions) {
    const { context, primary, workers = context.concurrency, timeoutMs = context.reconcileTimeoutMs } = options;
    this.#context = context;
    this.#reconciler = options.reconciler;
    this.#primary = primary;
    const { clock, random, instruments } = context;
    const queue = new WorkQueue({ clock, random, metrics: instruments.queue });
    this.#queue = queue;
    this.#pool = new WorkerPool({
      queue,
      clock,
      metrics: instruments.queue,
      workers,
      timeoutMs,
      work: (key, signal) => this.#work(key, signal),
      onStuck: (key, runningMs) =>
        context.logger.error('a reconcile does not end after its abort; starting another worker', {
          key,
          runningMs: Math.round(runningMs),
        }),
    });
    const pool = this.#pool;
    instruments.observe({ workers, depth: () => queue.depth, running: () => pool.running(), stuck: () => pool.stuck });
    const enqueue: Enqueue = (key, afterMs = 0) => queue.addAfter(key, afterMs);
    const scoped: Enqueue = (key, afterMs = 0) => {
      if (context.scope.admitsKey(key)) queue.addAfter(key, afterMs);
    };
    this.#unsubscribe = [
      ...(options.sources ?? []).map((source) => source(primary === undefined ? enqueue : scoped)),
      ...(primary === undefined ? [] : this.#subscribe(primary, scoped)),
    ];
  }

  stats(): ControllerStats {
    return {
      reconciles: this.#reconciles,
      retries: this.#retries,
      terminalErrors: this.#terminalErrors,
      queueDepth: this.#queue.depth,
    };
  }

  inFlight(): readonly string[] {
    return Array.from(this.#pool.running(), ({ key }) => key);
  }

  async run(signal: AbortSignal): Promise<void> {
    const close = (): void => {
      for (const unsubscribe of this.#unsubscribe) unsubscribe();
      this.#queue.close();
    };
    if (signal.aborted) return close();
    signal.addEventListener('abort', close, { once: true });
    await this.#pool.run(signal);
  }

  *#subscribe(primary: Informer<KubeObject>, enqueue: Enqueue): Generator<() => void> {
    const { scope, clock, random, resyncMs } = this.#context;
    yield primary.onChange(({ key, object }) => {
      if (scope.admits(object)) this.#queue.add(key);
    });
    if (resyncMs !== undefined) yield enqueuePeriodically(primary, { clock, random, periodMs: resyncMs })(enqueue);
  }

  async #work(key: string, signal: AbortSignal): Promise<void> {
    const { clock, leadership, instruments } = this.#context;
    // Reads the clocks: directly after the process was suspended, no signal has aborted yet.
    if (signal.aborted || !leadership.isHeld() || this.#isDeferred(key)) return;
    this.#reconciles += 1;
    const begun = clock.monotonic();
    try {
      const result = await this.#reconciler.reconcile(key, signal);
      if (result?.failure !== undefined) {
        if (result.requeueAfterMs !== undefined) this.#queue.addAfter(key, result.requeueAfterMs);
        throw result.failure;
      }
      instruments.reconciled(this.#succeeded(key, result), clock.monotonic() - begun);
    } catch (thrown) {
      const error = toError(thrown);
      // The end of the term is not a failure; the next leader reconciles all keys.
      if (!leadership.isHeld() || isLeadershipLost(error)) return;
      if (signal.aborted && !isTimeout(signal.reason)) return;
      instruments.reconciled(this.#failed(key, error), clock.monotonic() - begun);
    }
  }

  /** Whether the object is out of scope or paused; a paused one is enqueued for the end of the pause. */
  #isDeferred(key: string): boolean {
    const object = this.#primary?.get(key);
    if (object === undefined) return false;
    const { scope, clock } = this.#context;
    if (!scope.admits(object)) {
      this.#queue.forget(key);
      return true;
    }
    const now = clock.now();
    const until = scope.pausedUntil(object, now);
    if (until === undefined) return false;
    this.#queue.addAfter(key, until - now);
    return true;
  }

  #succeeded(key: string, result: ReconcileResult | undefined): 'success' | 'requeue_after' {
    this.#queue.forget(key);
    if (result?.requeueAfterMs === undefined) return 'success';
    this.#queue.addAfter(key, result.requeueAfterMs);
    return 'requeue_after';
  }

  #failed(key: string, error: Error): 'error' | 'terminal_error' {
    if (error instanceof TerminalError) {
      this.#terminalErrors += 1;
      this.#queue.forget(key);
      this.#context.logger.error('reconciling failed permanently; waiting until the object changes', { key, error });
      return 'terminal_error';
    }
    this.#retries += 1;
    const retryInMs = Math.round(this.#queue.addBackedOff(key));
    // A conflict means that the cache was stale: expected, and resolved by the retry.
    if (isStatusError(error, 'Conflict')) {
      this.#context.logger.debug('reconciling conflicted with a newer version, retrying', { key, retryInMs });
    } else {
      this.#context.logger.warn('reconciling failed, retrying', { key, retryInMs, error });
    }
    return 'error';
  }
}

function isLeadershipLost(error: Error): boolean {
  return error instanceof KubeminError && error.code === 'LEADERSHIP_LOST';
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof KubeminError && reason.code === 'RECONCILE_TIMEOUT';
}
