/** Runs work one after the other within a namespace, side by side in different ones. */
export class NamespaceLocks {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Answers or fails as the work does; failures do not concern who comes next. */
  run<T>(namespace: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(namespace) ?? Promise.resolve();
    const mine = before.then(work);
    const settled = mine.then(
      () => undefined,
      () => undefined,
    );
    this.#last.set(namespace, settled);
    void settled.then(() => {
      if (this.#last.get(namespace) === settled) this.#last.delete(namespace);
    });
    return mine;
  }
}
