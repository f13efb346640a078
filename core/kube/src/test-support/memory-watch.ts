import { WakeSignal } from '@kubemin/base';
import type { WatchEvent } from '@kubemin/kubeapi';

/** One open watch: batches go in, a stream that ends with the signal comes out. */
export class MemoryWatch {
  readonly #signal: AbortSignal | undefined;
  readonly #onEnd: () => void;
  readonly #nudge = new WakeSignal();
  #queue: (readonly WatchEvent[])[] = [];
  #ended = false;
  #muted = false;

  constructor(signal: AbortSignal | undefined, onEnd: () => void) {
    this.#signal = signal;
    this.#onEnd = onEnd;
  }

  push(batch: readonly WatchEvent[]): void {
    if (this.#ended || this.#muted) return;
    this.#queue.push(batch);
    this.#nudge.notify();
  }

  mute(): void {
    this.#muted = true;
  }

  end(): void {
    this.#ended = true;
    this.#onEnd();
    this.#nudge.notify();
  }

  async *batches(): AsyncGenerator<readonly WatchEvent[]> {
    try {
      while (!this.#signal?.aborted) {
        const queue = this.#queue;
        this.#queue = [];
        yield* queue;
        if (this.#queue.length > 0) continue;
        if (this.#ended) return;
        await this.#nudge.wait(this.#signal);
      }
    } finally {
      this.end();
    }
  }
}
