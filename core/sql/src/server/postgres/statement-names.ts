const MOST_NAMES = 300;
const MOST_SEEN = 2_000;

/**
 * Names for statements that come again, under which a session of PostgreSQL keeps them parsed and planned. Those with
 * lists in them differ in text with every length, so there is a limit to how many are kept.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #seen = new Set<string>();

  /** Undefined for a statement that is better sent as it is. */
  of(sql: string): string | undefined {
    const known = this.#names.get(sql);
    if (known !== undefined || this.#names.size >= MOST_NAMES) return known;
    if (!this.#seen.has(sql)) {
      if (this.#seen.size < MOST_SEEN) this.#seen.add(sql);
      return undefined;
    }
    this.#seen.delete(sql);
    const name = `kubemin-${this.#names.size}`;
    this.#names.set(sql, name);
    return name;
  }
}
