/**
 * Which changes a handler is told of: those of one object, or those of the objects that an index finds under a value,
 * from the change that brings one there to the one that takes it away.
 */
export type ChangeScope = { readonly key: string } | { readonly index: string; readonly value: string };

/** Where an index finds an object. */
export type Place = readonly [index: string, value: string];

/** Whoever listens to a part of the changes, found by what changes: however many listen elsewhere, they are not asked. */
export class ScopedListeners<L> {
  readonly #byKey = new Map<string, Set<L>>();
  readonly #byIndex = new Map<string, Map<string, Set<L>>>();
  #indexes: readonly string[] = [];

  /** The indexes that somebody listens by. */
  get indexes(): readonly string[] {
    return this.#indexes;
  }

  /** The answer takes the listener away again. */
  add(scope: ChangeScope, listener: L): () => void {
    if ('key' in scope) return put(this.#byKey, scope.key, listener);
    const { index, value } = scope;
    const values = this.#byIndex.get(index) ?? this.#listenBy(index);
    const remove = put(values, value, listener);
    return () => {
      remove();
      if (values.size > 0 || this.#byIndex.get(index) !== values) return;
      this.#byIndex.delete(index);
      this.#indexes = [...this.#byIndex.keys()];
    };
  }

  /** Those who listen to an object that is found under these values; each once. */
  of(key: string, places: readonly Place[]): Iterable<L> {
    const own = this.#byKey.get(key);
    if (places.length === 0) return own === undefined ? [] : [...own];
    const found = new Set(own);
    for (const [index, value] of places) {
      for (const listener of this.#byIndex.get(index)?.get(value) ?? []) found.add(listener);
    }
    return found;
  }

  #listenBy(index: string): Map<string, Set<L>> {
    const values = new Map<string, Set<L>>();
    this.#byIndex.set(index, values);
    this.#indexes = [...this.#byIndex.keys()];
    return values;
  }
}

function put<L>(sets: Map<string, Set<L>>, key: string, listener: L): () => void {
  const set = sets.get(key) ?? new Set<L>();
  sets.set(key, set.add(listener));
  return () => {
    set.delete(listener);
    if (set.size === 0 && sets.get(key) === set) sets.delete(key);
  };
}
