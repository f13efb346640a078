import type { KubeObject } from '@kubemin/kubeapi';

/** Finds objects by values worked out from them. */
export class ObjectIndex<T extends KubeObject> {
  readonly indexer: (object: T) => readonly string[];
  readonly #onError: (error: unknown) => void;
  readonly #byValue = new Map<string, Map<string, T>>();
  // Kept, as an indexer may return other values when the object has to be removed.
  readonly #valuesByKey = new Map<string, readonly string[]>();

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
  indexedValues(key: string): readonly string[] {
    return this.#valuesByKey.get(key) ?? [];
  }

  put(key: string, object: T): void {
    const values = this.#computeValues(object);
    const before = this.#valuesByKey.get(key);
    if (before !== undefined && equalValues(before, values)) {
      for (const value of before) this.#byValue.get(value)?.set(key, object);
      return;
    }
    this.remove(key);
    this.#valuesByKey.set(key, values);
    for (const value of values) {
      const found = this.#byValue.get(value);
      if (found === undefined) this.#byValue.set(value, new Map([[key, object]]));
      else found.set(key, object);
    }
  }

  remove(key: string): void {
    for (const value of this.#valuesByKey.get(key) ?? []) {
      const found = this.#byValue.get(value);
      found?.delete(key);
      if (found?.size === 0) this.#byValue.delete(value);
    }
    this.#valuesByKey.delete(key);
  }

  #computeValues(object: T): readonly string[] {
    try {
      return [...this.indexer(object)];
    } catch (error) {
      this.#onError(error);
      return [];
    }
  }
}

function equalValues(before: readonly string[], after: readonly string[]): boolean {
  return before.length === after.length && before.every((value, index) => value === after[index]);
}
