/** The waiters for the end of work, by id. Work may end before its submitter knows its id. */
export class Completions {
  readonly #waiting = new Map<string, () => void>();
  readonly #early = new Set<string>();

  done(id: string): void {
    const resolve = this.#waiting.get(id);
    if (resolve === undefined) this.#early.add(id);
    else resolve();
    this.#waiting.delete(id);
  }

  async of(id: string): Promise<void> {
    if (this.#early.delete(id)) return;
    await new Promise<void>((resolve) => this.#waiting.set(id, resolve));
  }
}
