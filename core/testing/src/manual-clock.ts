import type { Clock } from '@kubemin/base';
import { sleepBy } from './sleep-by.ts';

interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

/** A clock that stands still until `advance` is called. Timers fire in order of their time, then of their creation. */
export class ManualClock implements Clock {
  #now: number;
  #timers: Timer[] = [];

  constructor(start = Date.UTC(2026, 0, 1)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#now;
  }

  after(ms: number, callback: () => void): () => void {
    const timer: Timer = { at: this.#now + Math.max(0, ms), fire: callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return sleepBy(this, ms, signal);
  }

  /** Moves time forward, firing what falls due, and lets everything that reacts to it run before the next timer. */
  async advance(ms: number): Promise<void> {
    const target = this.#now + ms;
    await settle();
    for (let next = this.#due(target); next !== undefined; next = this.#due(target)) {
      this.#now = Math.max(this.#now, next.at);
      this.#timers = this.#timers.filter((other) => other !== next);
      next.fire();
      await settle();
    }
    this.#now = target;
  }

  #due(target: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers)
      if (timer.at <= target && (first === undefined || timer.at < first.at)) first = timer;
    return first;
  }
}

/** Code that always asks for another turn must not keep a test from continuing. */
const MOST_TURNS = 1_000;

/** Lets the event loop turn for as long as code has asked for another turn of it. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    if (!process.getActiveResourcesInfo().includes('Immediate')) return;
  }
}
