/** A map that can be walked in key order. Built for many reads, and writes that mostly replace existing keys. */
export class SortedMap<V> {
  readonly #values = new Map<string, V>();
  readonly #keys: string[] = [];

  get size(): number {
    return this.#keys.length;
  }

  get(key: string): V | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: V): void {
    if (!this.#values.has(key)) this.#keys.splice(this.#position(key), 0, key);
    this.#values.set(key, value);
  }

  delete(key: string): void {
    if (this.#values.delete(key)) this.#keys.splice(this.#position(key), 1);
  }

  /** In key order, from the first key not before `from`. */
  *entries(from = ''): Generator<readonly [string, V]> {
    for (let index = this.#position(from); index < this.#keys.length; index += 1) {
      const key = this.#keys[index];
      if (key === undefined) return;
      const value = this.#values.get(key);
      if (value !== undefined) yield [key, value];
    }
  }

  /** The index of the key, or where it would have to be inserted. */
  #position(key: string): number {
    let low = 0;
    let high = this.#keys.length;
    // Keys often arrive in order (bulk loads, ordinals): the end is looked at first.
    const last = this.#keys[high - 1];
    if (last === undefined || last < key) return high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const candidate = this.#keys[middle];
      if (candidate !== undefined && candidate < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
