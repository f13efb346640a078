/** How many tasks may work at once. A task that only waits gives its slot back, and asks for one again to go on. */
export class Slots {
  readonly #size: number;
  readonly #queue: (() => void)[] = [];
  #taken = 0;

  constructor(size: number) {
    this.#size = size;
  }

  /** Slots that new tasks may have; those that want to go on come first. */
  get free(): number {
    return Math.max(0, this.#size - this.#taken - this.#queue.length);
  }

  get taken(): number {
    return this.#taken;
  }

  /** For a task that begins, which has looked at `free`. */
  take(): void {
    this.#taken++;
  }

  release(): void {
    this.#taken--;
    while (this.#queue.length > 0 && this.#taken < this.#size) {
      this.#taken++;
      this.#queue.shift()?.();
    }
  }

  /** For a task that goes on: resolves when there is a slot. One that was given up is handed back by its owner. */
  acquire(): Promise<void> {
    if (this.#queue.length === 0 && this.#taken < this.#size) {
      this.#taken++;
      return Promise.resolve();
    }
    return new Promise((resolve) => this.#queue.push(resolve));
  }
}
