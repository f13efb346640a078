import type { Clock } from '@kubemin/base';

/** Calls back once nothing has happened for a while. */
export class IdleTimer {
  readonly #clock: Clock;
  readonly #ms: number;
  readonly #onIdle: () => void;
  #last: number;
  #cancel: () => void;

  constructor(clock: Clock, ms: number, onIdle: () => void) {
    this.#clock = clock;
    this.#ms = ms;
    this.#onIdle = onIdle;
    this.#last = clock.monotonic();
    this.#cancel = clock.after(ms, () => this.#check());
  }

  /** Something has happened. Cheap: it is called for each piece of data. */
  touch(): void {
    this.#last = this.#clock.monotonic();
  }

  stop(): void {
    this.#cancel();
  }

  /** Passes data on, and counts it. */
  async *watch(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const bytes of source) {
      this.touch();
      yield bytes;
    }
  }

  #check(): void {
    const left = this.#last + this.#ms - this.#clock.monotonic();
    if (left <= 0) this.#onIdle();
    else this.#cancel = this.#clock.after(left, () => this.#check());
  }
}
