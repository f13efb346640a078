/** Who waits for the end of which work. An end may be told before whoever submitted the work knows its id. */
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
