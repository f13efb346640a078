/** Values with the first of them, by the given order, always at hand. */
export class Heap<T> {
  readonly #isBefore: (a: T, b: T) => boolean;
  #items: T[] = [];

  constructor(isBefore: (a: T, b: T) => boolean) {
    this.#isBefore = isBefore;
  }

  get size(): number {
    return this.#items.length;
  }

  get first(): T | undefined {
    return this.#items[0];
  }

  clear(): void {
    this.#items = [];
  }

  push(value: T): void {
    const items = this.#items;
    let index = items.push(value) - 1;
    while (index > 0) {
      const above = (index - 1) >> 1;
      const other = items[above];
      if (other === undefined || !this.#isBefore(value, other)) break;
      items[index] = other;
      index = above;
    }
    items[index] = value;
  }

  /** Takes the first value out. */
  pop(): T | undefined {
    const items = this.#items;
    const first = items[0];
    const last = items.pop();
    if (last === undefined || items.length === 0) return first;
    let index = 0;
    for (;;) {
      const below = this.#firstBelow(index);
      const other = items[below];
      if (other === undefined || !this.#isBefore(other, last)) break;
      items[index] = other;
      index = below;
    }
    items[index] = last;
    return first;
  }

  #firstBelow(index: number): number {
    const [left, right] = [2 * index + 1, 2 * index + 2];
    const [a, b] = [this.#items[left], this.#items[right]];
    return a !== undefined && b !== undefined && this.#isBefore(b, a) ? right : left;
  }
}
