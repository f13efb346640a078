/**
 * The changes that a handler gets: those of one object, or those of the objects that an index finds under a value,
 * from the change that adds an object there to the one that removes it.
 */
export type ChangeScope = { readonly key: string } | { readonly index: string; readonly value: string };

/** Where an index finds an object. */
export type IndexEntry = readonly [index: string, value: string];

/** Listeners to a part of the changes, found by key and index value: a change costs nothing for the others. */
export class ScopedListeners<L> {
  readonly #byKey = new Map<string, Set<L>>();
  readonly #byIndex = new Map<string, Map<string, Set<L>>>();
  #indexes: readonly string[] = [];

  /** The indexes that listeners have a scope in. */
  get indexes(): readonly string[] {
    return this.#indexes;
  }

  /** Returns a function that removes the listener. */
  add(scope: ChangeScope, listener: L): () => void {
    if ('key' in scope) return addToSet(this.#byKey, scope.key, listener);
    const { index, value } = scope;
    const values = this.#byIndex.get(index) ?? this.#addIndex(index);
    const remove = addToSet(values, value, listener);
    return () => {
      remove();
      if (values.size > 0 || this.#byIndex.get(index) !== values) return;
      this.#byIndex.delete(index);
      this.#indexes = [...this.#byIndex.keys()];
    };
  }

  /** The listeners to an object that is found under these values; each once. */
  find(key: string, entries: readonly IndexEntry[]): Iterable<L> {
    const own = this.#byKey.get(key);
    if (entries.length === 0) return own === undefined ? [] : [...own];
    const found = new Set(own);
    for (const [index, value] of entries) {
      for (const listener of this.#byIndex.get(index)?.get(value) ?? []) found.add(listener);
    }
    return found;
  }

  #addIndex(index: string): Map<string, Set<L>> {
    const values = new Map<string, Set<L>>();
    this.#byIndex.set(index, values);
    this.#indexes = [...this.#byIndex.keys()];
    return values;
  }
}

function addToSet<L>(sets: Map<string, Set<L>>, key: string, listener: L): () => void {
  const set = sets.get(key) ?? new Set<L>();
  sets.set(key, set.add(listener));
  return () => {
    set.delete(listener);
    if (set.size === 0 && sets.get(key) === set) sets.delete(key);
  };
}
