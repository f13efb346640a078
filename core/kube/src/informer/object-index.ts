import type { KubeObject } from '@kubemin/kubeapi';

/** Finds objects by values worked out from them. */
export class ObjectIndex<T extends KubeObject> {
  readonly indexer: (object: T) => readonly string[];
  readonly #onError: (error: unknown) => void;
  readonly #byValue = new Map<string, Map<string, T>>();
  // Kept, as an indexer need not give the same answer again when the object has to be taken out.
  readonly #valuesOf = new Map<string, readonly string[]>();

  constructor(indexer: (object: T) => readonly string[], onError: (error: unknown) => void) {
    this.indexer = indexer;
    this.#onError = onError;
  }

  find(value: string): readonly T[] {
    return [...(this.#byValue.get(value)?.values() ?? [])];
  }

  entries(value: string): Iterable<readonly [key: string, object: T]> {
    return this.#byValue.get(value)?.entries() ?? [];
  }

  /** Under which values an object is found. */
  valuesOf(key: string): readonly string[] {
    return this.#valuesOf.get(key) ?? [];
  }

  put(key: string, object: T): void {
    const values = this.#values(object);
    const before = this.#valuesOf.get(key);
    if (before !== undefined && same(before, values)) {
      for (const value of before) this.#byValue.get(value)?.set(key, object);
      return;
    }
    this.remove(key);
    this.#valuesOf.set(key, values);
    for (const value of values) {
      const found = this.#byValue.get(value);
      if (found === undefined) this.#byValue.set(value, new Map([[key, object]]));
      else found.set(key, object);
    }
  }

  remove(key: string): void {
    for (const value of this.#valuesOf.get(key) ?? []) {
      const found = this.#byValue.get(value);
      found?.delete(key);
      if (found?.size === 0) this.#byValue.delete(value);
    }
    this.#valuesOf.delete(key);
  }

  #values(object: T): readonly string[] {
    try {
      return [...this.indexer(object)];
    } catch (error) {
      this.#onError(error);
      return [];
    }
  }
}

function same(before: readonly string[], after: readonly string[]): boolean {
  return before.length === after.length && before.every((value, index) => value === after[index]);
}
