interface Promised {
  readonly atMs: number;
  readonly amount: number;
}

/** Longer ago than any measurement that is still gone by. */
const KEPT_MS = 5 * 60_000;

/** What pods on a node were promised, over the last minutes. */
export class PromiseHistory {
  #known: readonly Promised[] = [];

  note(atMs: number, amount: number): void {
    if (this.#known.at(-1)?.amount === amount) return;
    const old = this.#known.findLastIndex((one) => one.atMs <= atMs - KEPT_MS);
    // The last of the old ones still held when the time that is kept began.
    this.#known = [...this.#known.slice(Math.max(old, 0)), { atMs, amount }];
  }

  /** What was promised before that time; before anything is known, the first that is. */
  at(ms: number): number {
    return (this.#known.findLast(({ atMs }) => atMs < ms) ?? this.#known[0])?.amount ?? 0;
  }
}
