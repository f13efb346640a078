/** Lets one through at a time, in the order they came. */
export class Turnstile {
  #busy = false;
  readonly #queue: (() => void)[] = [];

  async enter(): Promise<void> {
    if (this.#busy) await new Promise<void>((resolve) => this.#queue.push(resolve));
    else this.#busy = true;
  }

  /** Hands the place to the next in line, which is why `#busy` stays set when there is one. */
  leave(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#busy = false;
    else next();
  }
}
