import { toError } from '@kubemin/base';

/** Whether the queue is available. */
export type QueueHealth =
  | { readonly status: 'up' }
  /** `failures` counts calls in a row. */
  | { readonly status: 'down'; readonly error: Error; readonly failures: number }
  /** Too many failures in a row: consuming has ended and does not resume. */
  | { readonly status: 'given-up'; readonly error: Error; readonly failures: number };

/** Turns the outcomes of calls into changes of health; reports a change once, not every failure. */
export class HealthMonitor {
  readonly #changed: (health: QueueHealth) => void;
  #health: QueueHealth = { status: 'up' };

  constructor(changed: (health: QueueHealth) => void) {
    this.#changed = changed;
  }

  get current(): QueueHealth {
    return this.#health;
  }

  /** Does `work` and takes note of how it went. */
  async watch<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      this.#succeeded();
      return result;
    } catch (thrown) {
      this.#failed(toError(thrown));
      throw thrown;
    }
  }

  /** Consuming ends permanently. */
  giveUp(error: Error, failures: number): void {
    this.#health = { status: 'given-up', error, failures };
    this.#changed(this.#health);
  }

  #succeeded(): void {
    // `given-up` is final: publishing may work again, but nothing is consumed here.
    if (this.#health.status !== 'down') return;
    this.#health = { status: 'up' };
    this.#changed(this.#health);
  }

  #failed(error: Error): void {
    if (this.#health.status === 'given-up') return;
    const before = this.#health;
    this.#health = { status: 'down', error, failures: before.status === 'down' ? before.failures + 1 : 1 };
    if (before.status === 'up') this.#changed(this.#health);
  }
}
