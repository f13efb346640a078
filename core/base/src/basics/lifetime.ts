/** Makes a value when it is first asked for, and gives the same one ever after. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

export type Dispose = () => void | Promise<void>;

/** A stack of things to close, last opened first closed. Closing goes on after a failure and then reports all failures. */
export class Disposables {
  readonly #stack: Dispose[] = [];

  add(dispose: Dispose): void {
    this.#stack.push(dispose);
  }

  async dispose(): Promise<void> {
    const failures: unknown[] = [];
    for (let next = this.#stack.pop(); next !== undefined; next = this.#stack.pop()) {
      try {
        await next();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length === 1) throw failures[0];
    if (failures.length > 1) throw new AggregateError(failures, 'several things failed to close');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }
}
