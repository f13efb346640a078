import { type BackoffOptions, backoffDelay, type Clock, type Random } from '@kubemin/base';
import { Fifo } from './fifo.ts';
import type { QueueMetrics } from './queue-metrics.ts';

/** Options of a queue. */
export interface WorkQueueOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** @default 5 ms doubling to 1000 s */
  readonly backoff?: BackoffOptions;
  /** @default none */
  readonly metrics?: QueueMetrics;
}

interface Delayed {
  readonly dueAt: number;
  readonly cancel: () => void;
}

const DEFAULT_BACKOFF: BackoffOptions = { minMs: 5, maxMs: 1_000_000 };
/** The longest delay of a timer. An early reconcile is harmless: it reads the whole state. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/**
 * Keys that need work. Guarantees:
 * - a key added any number of times before a worker takes it is processed once;
 * - a key added while it is processed is processed again afterwards (no lost wake-up);
 * - a key is never processed by two workers at once;
 * - keys are processed in the order they were first added, so a hot key cannot starve the others.
 */
export class WorkQueue {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #backoff: BackoffOptions;
  readonly #ready = new Fifo();
  readonly #processing = new Set<string>();
  /** Added while being processed: goes back to ready when done. */
  readonly #dirty = new Set<string>();
  readonly #failures = new Map<string, number>();
  readonly #delayed = new Map<string, Delayed>();
  readonly #waiting: ((key: string | undefined) => void)[] = [];
  readonly #metrics: QueueMetrics | undefined;
  readonly #addedAt = new Map<string, number>();
  #closed = false;

  constructor(options: WorkQueueOptions) {
    this.#clock = options.clock;
    this.#random = options.random;
    this.#backoff = options.backoff ?? DEFAULT_BACKOFF;
    this.#metrics = options.metrics;
  }

  /** Keys that wait for a worker now, without delayed ones. */
  get depth(): number {
    return this.#ready.size + this.#dirty.size;
  }

  /** Enqueues `key`. */
  add(key: string): void {
    if (this.#closed) return;
    if (!this.#processing.has(key)) this.#makeReady(key);
    else if (!this.#dirty.has(key)) {
      this.#dirty.add(key);
      this.#recordAdd(key);
    }
  }

  /** Enqueues `key` after `ms`. Of several delays of one key the earliest is used. */
  addAfter(key: string, ms: number): void {
    if (this.#closed) return;
    if (ms <= 0) {
      this.add(key);
      return;
    }
    const delayMs = Math.min(ms, LONGEST_DELAY_MS);
    const dueAt = this.#clock.monotonic() + delayMs;
    const known = this.#delayed.get(key);
    if (known !== undefined && known.dueAt <= dueAt) return;
    known?.cancel();
    const cancel = this.#clock.after(delayMs, () => {
      this.#delayed.delete(key);
      this.add(key);
    });
    this.#delayed.set(key, { dueAt, cancel });
  }

  /** Enqueues `key` with a delay that grows with each consecutive call; returns the delay in ms. */
  addBackedOff(key: string): number {
    const failures = this.#failures.get(key) ?? 0;
    this.#failures.set(key, failures + 1);
    this.#metrics?.retried();
    const delay = backoffDelay(this.#backoff, failures, this.#random);
    this.addAfter(key, delay);
    return delay;
  }

  /** Resets the backoff of `key`. */
  forget(key: string): void {
    this.#failures.delete(key);
  }

  /** The next key, now owned by the caller until `done`; undefined once the queue is closed. */
  take(): Promise<string | undefined> {
    if (this.#closed) return Promise.resolve(undefined);
    const key = this.#ready.shift();
    if (key === undefined) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#startProcessing(key);
    return Promise.resolve(key);
  }

  /** Ends the processing of a key. Must be called for each taken key, also after a failure. */
  done(key: string): void {
    this.#processing.delete(key);
    if (this.#dirty.delete(key)) this.#makeReady(key);
  }

  /** Drops all keys and resolves pending `take` calls. `done` may still be called. */
  close(): void {
    this.#closed = true;
    for (const delayed of this.#delayed.values()) delayed.cancel();
    this.#delayed.clear();
    this.#ready.clear();
    this.#dirty.clear();
    this.#failures.clear();
    this.#addedAt.clear();
    for (const waiting of this.#waiting.splice(0)) waiting(undefined);
  }

  #makeReady(key: string): void {
    if (this.#closed) return;
    // Workers wait only while no key is ready, so the order is kept.
    const waiting = this.#waiting.shift();
    if (waiting === undefined) {
      if (this.#ready.push(key)) this.#recordAdd(key);
      return;
    }
    this.#recordAdd(key);
    this.#startProcessing(key);
    waiting(key);
  }

  #startProcessing(key: string): void {
    this.#processing.add(key);
    if (this.#metrics === undefined) return;
    const now = this.#clock.monotonic();
    this.#metrics.taken(now - (this.#addedAt.get(key) ?? now));
    this.#addedAt.delete(key);
  }

  /** A key added during its processing waits from then on, not from the end of the processing. */
  #recordAdd(key: string): void {
    if (this.#metrics === undefined || this.#addedAt.has(key)) return;
    this.#addedAt.set(key, this.#clock.monotonic());
    this.#metrics.added();
  }
}
