import type { CounterSeries } from '@kubemin/base';
import type { WatchEvent } from '@kubemin/kubeapi';
import { type CacheEvent, type ObjectFilter, toWatchEvent } from './cache-event.ts';
import type { CollectionListener } from './listener-index.ts';

/** What one watch sees. */
export interface WatcherOptions {
  readonly matches: ObjectFilter;
  /** Delivered first; not counted against the queue limit. */
  readonly initial: readonly WatchEvent[];
  /** A watcher that lets more than this pile up is closed: the client lists again, the server's memory stays bounded. */
  readonly queueLimit: number;
  /** Counts the events that the reader takes. */
  readonly sentEvents: CounterSeries;
}

type State = 'open' | 'finishing' | 'closed';

/** One watch: events queue up until the reader takes them, all that wait in one batch. */
export class Watcher implements CollectionListener, AsyncIterable<readonly WatchEvent[]> {
  readonly #options: WatcherOptions;
  readonly #cleanups: (() => void)[] = [];
  #queue: WatchEvent[];
  #state: State = 'open';
  #wake: (() => void) | undefined;

  constructor(options: WatcherOptions) {
    this.#options = options;
    this.#queue = [...options.initial];
  }

  onEvent(event: CacheEvent): void {
    const seen = toWatchEvent(event, this.#options.matches);
    if (seen !== undefined) this.push(seen);
  }

  push(event: WatchEvent): void {
    if (this.#state !== 'open') return;
    const limit = this.#options.queueLimit + this.#options.initial.length;
    if (this.#queue.length < limit) this.#queue.push(event);
    else this.close();
    this.#wake?.();
  }

  /** Ends after what is queued was read. */
  finish(): void {
    if (this.#state === 'open') this.#end('finishing');
  }

  /** Ends now; what is queued is lost. */
  close(): void {
    this.#queue = [];
    if (this.#state === 'open') this.#end('closed');
    this.#state = 'closed';
  }

  /** Runs when the watch ends, however it ends; at once when it has ended. */
  onEnd(cleanup: () => void): void {
    if (this.#state === 'open') this.#cleanups.push(cleanup);
    else cleanup();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly WatchEvent[]> {
    try {
      while (true) {
        if (this.#queue.length > 0) {
          const batch = this.#queue;
          this.#queue = [];
          this.#options.sentEvents.add(batch.length);
          yield batch;
        } else if (this.#state !== 'open') {
          return;
        } else {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
          this.#wake = undefined;
        }
      }
    } finally {
      this.close();
    }
  }

  #end(state: State): void {
    this.#state = state;
    for (const cleanup of this.#cleanups.splice(0)) cleanup();
    this.#wake?.();
  }
}
