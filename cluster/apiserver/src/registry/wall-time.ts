import type { Clock } from '@kubemin/base';
import { timestamp } from '@kubemin/kubeapi';

/** The present as objects hold it. Every write asks for it, and it changes once a second. */
export class WallTime {
  readonly #clock: Clock;
  #second = Number.NaN;
  #text = '';

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): string {
    const now = this.#clock.now();
    const second = Math.floor(now / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#text = timestamp(now);
    }
    return this.#text;
  }
}
