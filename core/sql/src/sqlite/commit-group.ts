/** Work that waits for one and the same commit. */
export class CommitGroup {
  readonly #end = Promise.withResolvers<void>();
  #size = 0;

  constructor() {
    // Whoever joined hears of a failure; a group that nobody joined has nobody to tell.
    this.#end.promise.catch(() => undefined);
  }

  get size(): number {
    return this.#size;
  }

  /** Resolves when what was done is on disk, and rejects when it never will be. */
  join(): Promise<void> {
    this.#size += 1;
    return this.#end.promise;
  }

  committed(): void {
    this.#end.resolve();
  }

  failed(error: unknown): void {
    this.#end.reject(error);
  }
}
