import { type Clock, RetryableError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { QueueMetrics } from './queue/queue-metrics.ts';
import type { WorkQueue } from './queue/work-queue.ts';

/** How long aborted work may take to end before its worker is replaced. */
const ABORT_GRACE_MS = 5_000;

/** Options of a pool. */
export interface WorkerPoolOptions {
  readonly queue: WorkQueue;
  readonly clock: Clock;
  readonly metrics: QueueMetrics;
  /** How many keys are processed concurrently. */
  readonly workers: number;
  /** The time after which the work on a key is aborted. */
  readonly timeoutMs: number;
  /** Must not reject. */
  readonly work: (key: string, signal: AbortSignal) => Promise<void>;
  /** Called once for work that does not end after its abort. */
  readonly onStuck: (key: string, runningMs: number) => void;
}

interface Worker {
  /** Reused across keys and replaced only after an abort: creating one per key would cost more than most work. */
  abort: AbortController;
  key: string | undefined;
  startedAt: number;
  state: 'active' | 'replaced';
}

/**
 * Workers that take keys from a queue. Work that exceeds the timeout is aborted by its signal; if it still runs, its
 * worker is replaced, so that hanging keys never block the others. The key stays taken: it is never processed by two
 * workers.
 */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #workers = new Set<Worker>();
  readonly #ended = Promise.withResolvers<void>();
  #cancelTimer: (() => void) | undefined;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /** Keys being processed, with their start by the monotonic clock. */
  *running(): Generator<{ readonly key: string; readonly startedAt: number }> {
    for (const { key, startedAt } of this.#workers) if (key !== undefined) yield { key, startedAt };
  }

  /** How many keys have work that does not end. */
  get stuck(): number {
    let count = 0;
    for (const { state } of this.#workers) if (state === 'replaced') count += 1;
    return count;
  }

  /** Runs until the queue is closed; resolves when all work has ended. */
  async run(signal: AbortSignal): Promise<void> {
    const abortAll = (): void => {
      this.#stopTimer();
      for (const { abort } of this.#workers) abort.abort(signal.reason);
    };
    signal.addEventListener('abort', abortAll, { once: true });
    for (let count = 0; count < Math.max(1, this.#options.workers); count += 1) this.#startWorker(signal);
    await this.#ended.promise;
    this.#stopTimer();
    signal.removeEventListener('abort', abortAll);
  }

  #startWorker(signal: AbortSignal): void {
    const worker: Worker = { abort: new AbortController(), key: undefined, startedAt: 0, state: 'active' };
    this.#workers.add(worker);
    void this.#loop(worker, signal);
  }

  async #loop(worker: Worker, signal: AbortSignal): Promise<void> {
    const { queue, clock, metrics, work } = this.#options;
    while (worker.state === 'active') {
      const key = await queue.take();
      if (key === undefined) break;
      worker.key = key;
      worker.startedAt = clock.monotonic();
      this.#startTimer(signal);
      try {
        await work(key, worker.abort.signal);
      } finally {
        metrics.done(clock.monotonic() - worker.startedAt);
        worker.key = undefined;
        if (worker.abort.signal.aborted && !signal.aborted) worker.abort = new AbortController();
        queue.done(key);
      }
    }
    this.#workers.delete(worker);
    if (this.#workers.size === 0) this.#ended.resolve();
  }

  /** One timer for all workers: it fires when the oldest work times out, which is rare. */
  #startTimer(signal: AbortSignal, ms = this.#options.timeoutMs): void {
    if (this.#cancelTimer !== undefined || signal.aborted) return;
    this.#cancelTimer = this.#options.clock.after(ms, () => this.#checkWorkers(signal));
  }

  #stopTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  #checkWorkers(signal: AbortSignal): void {
    this.#cancelTimer = undefined;
    let nextMs = Number.POSITIVE_INFINITY;
    for (const worker of [...this.#workers]) nextMs = Math.min(nextMs, this.#checkWorker(worker, signal));
    if (nextMs < Number.POSITIVE_INFINITY) this.#startTimer(signal, nextMs);
  }

  /** The time until the next check; infinity when there is nothing to wait for. */
  #checkWorker(worker: Worker, signal: AbortSignal): number {
    const { clock, timeoutMs, onStuck } = this.#options;
    if (worker.key === undefined || worker.state === 'replaced') return Number.POSITIVE_INFINITY;
    const runningMs = clock.monotonic() - worker.startedAt;
    if (runningMs < timeoutMs) return timeoutMs - runningMs;
    if (!worker.abort.signal.aborted) worker.abort.abort(timeoutError(worker.key, timeoutMs));
    if (runningMs < timeoutMs + ABORT_GRACE_MS) return timeoutMs + ABORT_GRACE_MS - runningMs;
    worker.state = 'replaced';
    onStuck(worker.key, runningMs);
    this.#startWorker(signal);
    return Number.POSITIVE_INFINITY;
  }
}

function timeoutError(key: string, timeoutMs: number): RetryableError {
  return new RetryableError(verbatim(`reconciling ${key} took longer than ${timeoutMs} ms`), {
    code: 'RECONCILE_TIMEOUT',
  });
}
