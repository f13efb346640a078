import type { StorageEvent } from './storage.ts';

/** Hands batches of events to any number of readers; each sees every batch published after it subscribed, in order. */
export class EventFeed {
  readonly #readers = new Set<FeedReader>();
  #closed = false;

  publish(batch: readonly StorageEvent[]): void {
    if (batch.length === 0) return;
    for (const reader of this.#readers) reader.push(batch);
  }

  /** Subscribes at once, not at the first read, so that a caller can put history in front without a gap. */
  subscribe(signal: AbortSignal, history: readonly StorageEvent[]): AsyncIterable<readonly StorageEvent[]> {
    const reader = new FeedReader(() => this.#readers.delete(reader));
    if (history.length > 0) reader.push(history);
    if (this.#closed || signal.aborted) {
      reader.end();
      return reader;
    }
    this.#readers.add(reader);
    signal.addEventListener('abort', () => reader.end(), { once: true });
    return reader;
  }

  close(): void {
    this.#closed = true;
    for (const reader of [...this.#readers]) reader.end();
  }
}

class FeedReader implements AsyncIterable<readonly StorageEvent[]> {
  readonly #onEnd: () => void;
  #batches: (readonly StorageEvent[])[] = [];
  #ended = false;
  #wake: (() => void) | undefined;

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  push(batch: readonly StorageEvent[]): void {
    this.#batches.push(batch);
    this.#wake?.();
  }

  end(): void {
    this.#ended = true;
    this.#onEnd();
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly StorageEvent[]> {
    try {
      while (true) {
        const batches = this.#batches;
        this.#batches = [];
        yield* batches;
        if (this.#batches.length > 0) continue;
        if (this.#ended) return;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        this.#wake = undefined;
      }
    } finally {
      this.end();
    }
  }
}
