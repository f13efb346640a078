/** First in, first out, each value at most once. Taking is O(1) amortised also with a hundred thousand values waiting. */
export class Fifo {
  readonly #members = new Set<string>();
  #values: string[] = [];
  #head = 0;

  get size(): number {
    return this.#members.size;
  }

  has(value: string): boolean {
    return this.#members.has(value);
  }

  /** False when the value was already waiting. */
  push(value: string): boolean {
    if (this.#members.has(value)) return false;
    this.#members.add(value);
    this.#values.push(value);
    return true;
  }

  shift(): string | undefined {
    const value = this.#values[this.#head];
    if (value === undefined) return undefined;
    this.#head += 1;
    this.#members.delete(value);
    // Array.shift() is O(n); dropping the used half occasionally moves each value once.
    if (this.#head > 1024 && this.#head * 2 > this.#values.length) {
      this.#values = this.#values.slice(this.#head);
      this.#head = 0;
    }
    return value;
  }

  clear(): void {
    this.#members.clear();
    this.#values = [];
    this.#head = 0;
  }
}
