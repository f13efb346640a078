import { toError } from '@kubemin/base';

/** Whether the queue answers. */
export type QueueHealth =
  | { readonly status: 'up' }
  /** `failures` counts calls in a row. */
  | { readonly status: 'down'; readonly error: Error; readonly failures: number }
  /** Too many failures in a row: consuming has ended and does not begin again by itself. */
  | { readonly status: 'given-up'; readonly error: Error; readonly failures: number };

/** Turns the outcomes of calls into changes of health; tells of a change once, not of every failure. */
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

  /** Consuming ends for good. */
  giveUp(error: Error, failures: number): void {
    this.#health = { status: 'given-up', error, failures };
    this.#changed(this.#health);
  }

  #succeeded(): void {
    // Who gave up stays so: publishing may work again, but nobody consumes here.
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
