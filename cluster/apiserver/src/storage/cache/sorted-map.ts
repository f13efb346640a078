/** Long enough that there are few runs, short enough that inserting into one costs nothing to speak of. */
const RUN_LENGTH = 512;

/**
 * A map that can be walked in key order. Keys lie in runs of bounded length, so that inserting among a hundred thousand
 * costs hardly more than among a thousand.
 */
export class SortedMap<V> {
  readonly #values = new Map<string, V>();
  readonly #runLength: number;
  /** Each run is sorted and not empty, and lies before the next. */
  readonly #runs: string[][] = [];

  constructor(runLength = RUN_LENGTH) {
    this.#runLength = runLength;
  }

  get size(): number {
    return this.#values.size;
  }

  get(key: string): V | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: V): void {
    if (!this.#values.has(key)) this.#insert(key);
    this.#values.set(key, value);
  }

  delete(key: string): void {
    if (!this.#values.delete(key)) return;
    const at = this.#findRun(key);
    const run = this.#runs[at];
    if (run === undefined) return;
    if (run.length === 1) this.#runs.splice(at, 1);
    else run.splice(positionIn(run, key), 1);
  }

  /** In key order, from the first key not before `from`. */
  *entries(from = ''): Generator<readonly [string, V]> {
    const first = this.#findRun(from);
    for (let at = first; at < this.#runs.length; at += 1) {
      const run = this.#runs[at] ?? [];
      for (let index = at === first ? positionIn(run, from) : 0; index < run.length; index += 1) {
        const key = run[index];
        const value = key === undefined ? undefined : this.#values.get(key);
        if (key !== undefined && value !== undefined) yield [key, value];
      }
    }
  }

  /** How many keys there are from the first one not before `from`. */
  countFrom(from: string): number {
    const first = this.#findRun(from);
    const run = this.#runs[first];
    if (run === undefined) return 0;
    let count = run.length - positionIn(run, from);
    for (let at = first + 1; at < this.#runs.length; at += 1) count += this.#runs[at]?.length ?? 0;
    return count;
  }

  #insert(key: string): void {
    // Beyond the last key the last run goes on.
    const at = Math.min(this.#findRun(key), Math.max(0, this.#runs.length - 1));
    const run = this.#runs[at];
    if (run === undefined) {
      this.#runs.push([key]);
      return;
    }
    const position = positionIn(run, key);
    run.splice(position, 0, key);
    if (run.length <= this.#runLength) return;
    // Keys often arrive in order (bulk loads, ordinals): a run that grows at its end is left full behind.
    const cut = position === run.length - 1 ? position : run.length >>> 1;
    this.#runs.splice(at + 1, 0, run.splice(cut));
  }

  /** The first run that does not end before the key: where the key is, or would have to be. */
  #findRun(key: string): number {
    let low = 0;
    let high = this.#runs.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const last = this.#runs[middle]?.at(-1);
      if (last !== undefined && last < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The index of the key, or where it would have to be inserted. */
function positionIn(run: readonly string[], key: string): number {
  let low = 0;
  let high = run.length;
  const last = run[high - 1];
  if (last === undefined || last < key) return high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const candidate = run[middle];
    if (candidate !== undefined && candidate < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
