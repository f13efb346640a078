import { type BackoffOptions, backoffDelay, type Clock, type Random } from '@kubemin/base';
import { Fifo } from './fifo.ts';
import type { QueueMetrics } from './queue-metrics.ts';

/** What a queue is made of: time and randomness for its delays. */
export interface WorkQueueOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** @default 5 ms doubling to 1000 s */
  readonly backoff?: BackoffOptions;
  /** @default nothing is counted, nor are times kept */
  readonly metrics?: QueueMetrics;
}

interface Delayed {
  readonly dueAt: number;
  readonly cancel: () => void;
}

const DEFAULT_BACKOFF: BackoffOptions = { minMs: 5, maxMs: 1_000_000 };
/** Timers cannot wait longer. Coming earlier than asked is harmless: whoever is called looks at the whole state. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/**
 * Keys that need work. The promises the rest of the framework stands on:
 * - a key added any number of times before a worker takes it is handed out once;
 * - a key added while a worker has it is handed out again after that worker is done (no lost wake-up);
 * - a key is never with two workers at once;
 * - keys come in the order they were first added, so a hot key cannot starve the others.
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

  /** Keys that wait for a worker now; delayed ones don't count. */
  get depth(): number {
    return this.#ready.size + this.#dirty.size;
  }

  /** Asks for work on `key` as soon as possible. */
  add(key: string): void {
    if (this.#closed) return;
    if (!this.#processing.has(key)) this.#makeReady(key);
    else if (!this.#dirty.has(key)) {
      this.#dirty.add(key);
      this.#recordAdd(key);
    }
  }

  /** Asks for work on `key` after `ms`. Of several delays of one key the earliest counts. */
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

  /** Asks for work on `key` later, each time in a row later than the last; answers the delay in ms. */
  addBackedOff(key: string): number {
    const failures = this.#failures.get(key) ?? 0;
    this.#failures.set(key, failures + 1);
    this.#metrics?.retried();
    const delay = backoffDelay(this.#backoff, failures, this.#random);
    this.addAfter(key, delay);
    return delay;
  }

  /** Ends the row of failures of `key`: the next back-off starts small again. */
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

  /** Gives a taken key back. Must be called for each key taken, whatever became of it. */
  done(key: string): void {
    this.#processing.delete(key);
    if (this.#dirty.delete(key)) this.#makeReady(key);
  }

  /** Forgets all work and releases all takers. Keys in work may still be given back. */
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
    // Takers only wait while nothing is ready, so handing over directly overtakes nobody.
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

  /** A key that was asked for while in work waits since then, not since it could be handed out. */
  #recordAdd(key: string): void {
    if (this.#metrics === undefined || this.#addedAt.has(key)) return;
    this.#addedAt.set(key, this.#clock.monotonic());
    this.#metrics.added();
  }
}
