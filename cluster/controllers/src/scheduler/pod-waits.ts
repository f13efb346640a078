/** How long a pod has waited for a node, and how often it was tried. */
export interface PodWait {
  readonly since: number;
  readonly attempts: number;
}

/** Since when pods wait for a node, and how often each was tried. */
export class PodWaits {
  readonly #waits = new Map<string, PodWait>();

  /** A pod that waits already goes on waiting. */
  begin(key: string, now: number): void {
    if (!this.#waits.has(key)) this.#waits.set(key, { since: now, attempts: 0 });
  }

  /** Counts a try. The returned wait outlives its end: a pod may be seen as bound before the response to the binding. */
  tried(key: string, now: number): PodWait {
    const { since, attempts } = this.#waits.get(key) ?? { since: now, attempts: 0 };
    const wait = { since, attempts: attempts + 1 };
    this.#waits.set(key, wait);
    return wait;
  }

  /** The pod waits no more. */
  end(key: string): void {
    this.#waits.delete(key);
  }
}
