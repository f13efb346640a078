import type { Clock } from '@kubemin/base';

/** The time that containers have to end on their own. It can be shortened while they end, and never becomes longer. */
export class GracePeriod {
  readonly #clock: Clock;
  readonly #over = new AbortController();
  #endsAt = Number.POSITIVE_INFINITY;
  #cancel: () => void = () => undefined;

  constructor(clock: Clock, ms: number) {
    this.#clock = clock;
    this.shorten(ms);
  }

  /** Aborts when the time is over. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  leftMs(): number {
    return Math.max(this.#endsAt - this.#clock.monotonic(), 0);
  }

  /** At most `ms` are left from now on. */
  shorten(ms: number): void {
    const endsAt = this.#clock.monotonic() + Math.max(ms, 0);
    if (endsAt >= this.#endsAt) return;
    this.#endsAt = endsAt;
    this.#cancel();
    if (ms <= 0) this.#over.abort();
    else this.#cancel = this.#clock.after(ms, () => this.#over.abort());
  }

  [Symbol.dispose](): void {
    this.#cancel();
  }
}
