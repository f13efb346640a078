/** Writes that have begun and not ended, at most one for each key. */
export class WritesInFlight {
  readonly #begun = new Map<string, number>();
  readonly #limit: number;
  readonly #onEnd: (key: string) => void;
  readonly #idle: (() => void)[] = [];

  /** `onEnd` is called when the key may be written again. */
  constructor(limit: number, onEnd: (key: string) => void) {
    this.#limit = limit;
    this.#onEnd = onEnd;
  }

  get isFull(): boolean {
    return this.#begun.size >= this.#limit;
  }

  has(key: string): boolean {
    return this.#begun.has(key);
  }

  keys(): readonly string[] {
    return [...this.#begun.keys()];
  }

  *running(): Generator<{ readonly startedAt: number }> {
    for (const startedAt of this.#begun.values()) yield { startedAt };
  }

  /** `work` must not reject. */
  begin(key: string, startedAt: number, work: () => Promise<void>): void {
    this.#begun.set(key, startedAt);
    void work().then(() => {
      this.#begun.delete(key);
      this.#onEnd(key);
      if (this.#begun.size === 0) for (const idle of this.#idle.splice(0)) idle();
    });
  }

  /** Resolves when nothing is in flight. */
  settled(): Promise<void> {
    return this.#begun.size === 0 ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve));
  }
}
