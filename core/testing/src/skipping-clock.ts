import { type Clock, systemClock } from '@kubemin/base';
import { sleepBy } from './sleep-by.ts';

interface Timer {
  readonly at: number;
  readonly fire: () => void;
  cancel: () => void;
}

/** The machine's clock for tests that would wait too long: time passes as usual, and `skip` advances it. */
export class SkippingClock implements Clock {
  readonly #timers = new Set<Timer>();
  #skipped = 0;

  now(): number {
    return systemClock.now() + this.#skipped;
  }

  monotonic(): number {
    return systemClock.monotonic() + this.#skipped;
  }

  after(ms: number, callback: () => void): () => void {
    const timer: Timer = { at: this.monotonic() + ms, fire: callback, cancel: () => undefined };
    this.#timers.add(timer);
    this.#start(timer);
    return () => {
      this.#timers.delete(timer);
      timer.cancel();
    };
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return sleepBy(this, ms, signal);
  }

  /** So much time has passed at once; what fell due meanwhile happens now, in the order of its time. */
  skip(ms: number): void {
    this.#skipped += ms;
    for (const timer of [...this.#timers].toSorted((one, other) => one.at - other.at)) {
      timer.cancel();
      this.#start(timer);
    }
  }

  #start(timer: Timer): void {
    timer.cancel = systemClock.after(Math.max(0, timer.at - this.monotonic()), () => {
      this.#timers.delete(timer);
      timer.fire();
    });
  }
}
