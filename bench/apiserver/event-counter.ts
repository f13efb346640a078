const NEWLINE = 0x0a;

/** Counts lines, one per event, and tells when the expected number has come. */
export class EventCounter {
  #count = 0;
  #expected = Number.POSITIVE_INFINITY;
  #reached: () => void = () => undefined;

  /** For a stream of events. */
  readonly onData = (chunk: Buffer): void => {
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) this.#count += 1;
    if (this.#count >= this.#expected) this.#reached();
  };

  /** Resolves when this many more events have come. */
  more(events: number): Promise<void> {
    this.#expected = this.#count + events;
    return new Promise((resolve) => {
      this.#reached = resolve;
    });
  }
}
