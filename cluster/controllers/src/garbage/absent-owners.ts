/** Of so many owners is remembered that they are gone. */
const MOST = 10_000;

/**
 * Owners that the API itself said are not there. A uid never comes back, so nobody has to ask again for each of the
 * thousands of things they owned. By place, too: an owner is not where a reference looks for it when it is elsewhere.
 */
export class AbsentOwners {
  readonly #known = new Set<string>();

  has(owner: string, uid: string): boolean {
    return this.#known.has(`${owner} ${uid}`);
  }

  add(owner: string, uid: string): void {
    this.#known.add(`${owner} ${uid}`);
    for (const oldest of this.#known) {
      if (this.#known.size <= MOST) return;
      this.#known.delete(oldest);
    }
  }
}
