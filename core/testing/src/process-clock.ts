import type { Clock } from '@kubemin/base';
import type { ManualClock } from './manual-clock.ts';
import { sleepBy } from './sleep-by.ts';

/** The clock of one process among several that live in the same time: it can be stopped, put to sleep and set wrong. */
export class ProcessClock implements Clock {
  readonly #time: ManualClock;
  /** How far the wall clock is off. */
  skew = 0;
  #slept = 0;
  #stopped = false;
  #due: (() => void)[] = [];

  constructor(time: ManualClock) {
    this.#time = time;
  }

  now(): number {
    return this.#time.now() + this.skew;
  }

  monotonic(): number {
    return this.#time.monotonic() - this.#slept;
  }

  after(ms: number, callback: () => void): () => void {
    let cancelled = false;
    const fire = (): void => {
      if (cancelled) return;
      if (this.#stopped) this.#due.push(fire);
      else callback();
    };
    const cancel = this.#time.after(ms, fire);
    return () => {
      cancelled = true;
      cancel();
    };
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return sleepBy(this, ms, signal);
  }

  /** As SIGSTOP: time goes on, nothing happens. */
  stop(): void {
    this.#stopped = true;
  }

  /** As SIGCONT: whatever fell due meanwhile happens now. */
  continue(): void {
    this.#stopped = false;
    for (const fire of this.#due.splice(0)) fire();
  }

  /** As a laptop that slept for `ms`: the wall clock has advanced, the monotonic clock has not. */
  wakeAfter(ms: number): void {
    this.#slept += ms;
    this.continue();
  }
}
