/** How often a lease is renewed; a fourth of the time after which a node counts as gone. */
const RENEW_MS = 10_000;
/** Beyond this many a second, leases are renewed less often instead. */
const RENEWALS_PER_MS = 100 / 1000;
/** How much less often at most: still half of the time after which a node counts as gone. */
const MOST_STRETCH = 2;
/** What is sent together at most. */
const MOST_AT_ONCE = 250;

/**
 * Which leases are due: each in turn, evenly over the interval, and new or failed ones before all others.
 * Pure: time is what passed since the last call.
 */
export class LeaseRing {
  #names: string[] = [];
  readonly #renewMs: number;
  readonly #known = new Set<string>();
  readonly #hurried = new Set<string>();
  #next = 0;
  /** Fractions of turns that have not made up a whole one. */
  #owed = 0;

  constructor(renewMs = RENEW_MS) {
    this.#renewMs = renewMs;
  }

  /** How long it takes until every node had a turn. */
  get intervalMs(): number {
    return Math.max(this.#renewMs, Math.min(MOST_STRETCH * this.#renewMs, this.#names.length / RENEWALS_PER_MS));
  }

  add(name: string): void {
    if (!this.#known.has(name)) {
      this.#known.add(name);
      this.#names.push(name);
    }
    this.#hurried.add(name);
  }

  remove(name: string): void {
    if (!this.#known.delete(name)) return;
    this.#hurried.delete(name);
    this.#names = this.#names.filter((other) => other !== name);
    this.#next = 0;
  }

  /** Lets the name come next, and once more in its turn. */
  hurry(name: string): void {
    if (this.#known.has(name)) this.#hurried.add(name);
  }

  /** The nodes that are due after `passedMs`; none twice. */
  due(passedMs: number): readonly string[] {
    const due = new Set<string>();
    for (const name of this.#hurried) {
      if (due.size >= MOST_AT_ONCE) break;
      due.add(name);
      this.#hurried.delete(name);
    }
    const count = this.#names.length;
    this.#owed = Math.min(count, this.#owed + (passedMs * count) / this.intervalMs);
    for (; this.#owed >= 1 && due.size < MOST_AT_ONCE; this.#owed -= 1) {
      this.#next %= count;
      const name = this.#names[this.#next];
      if (name !== undefined) due.add(name);
      this.#next += 1;
    }
    return [...due];
  }
}
