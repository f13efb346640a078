import type { Clock } from '@kubemin/base';

const FIRST_MS = 1_000;
const LONGEST_MS = 15 * 60_000;

interface Pause {
  readonly untilMs: number;
  readonly delayMs: number;
}

/** Makes each repetition of a failure wait longer, and forgets a failure that has not come back for long. */
export class FailureBackoff {
  readonly #clock: Clock;
  readonly #pauses = new Map<string, Pause>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How long to wait before doing something about this failure again; 0 begins the next, longer pause. */
  attempt(what: string): number {
    const now = this.#clock.monotonic();
    this.#forget(now);
    const known = this.#pauses.get(what);
    if (known !== undefined && known.untilMs > now) return known.untilMs - now;
    const delayMs = known === undefined ? FIRST_MS : Math.min(LONGEST_MS, known.delayMs * 2);
    this.#pauses.set(what, { untilMs: now + delayMs, delayMs });
    return 0;
  }

  #forget(now: number): void {
    for (const [what, { untilMs }] of this.#pauses) if (untilMs + 2 * LONGEST_MS < now) this.#pauses.delete(what);
  }
}
