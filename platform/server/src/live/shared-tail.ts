import { type Clock, type Logger, toError, WakeSignal } from '@kubemin/base';
import type { TailPage, TailSource } from './tail-source.ts';

export interface SharedTailOptions<T> {
  readonly source: TailSource<T>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** So many entries stay in memory. @default 5000 */
  readonly window?: number;
}

const WINDOW = 5_000;
const RETRY_MS = 1_000;
/** Readers who come back soon find the window as they left it. */
const LINGER_MS = 30_000;

/**
 * Reads a source once for any number of readers. Each reader has a place of its own and asks for what follows it: from
 * memory, or from the source when it is further behind than memory reaches. So a slow reader has no queue that could
 * grow, and delays no other.
 */
export class SharedTail<T extends { readonly position: number }> {
  readonly #options: SharedTailOptions<T>;
  readonly #readers = new Set<WakeSignal>();
  readonly #wanted = new WakeSignal();
  #begun = Promise.withResolvers<void>();
  /** Everything after `from` up to `to` is in `entries`. */
  #from = 0;
  #to = 0;
  #entries: T[] = [];
  #live = false;
  #cancelEnd: () => void = () => undefined;
  #idle = new AbortController();

  constructor(options: SharedTailOptions<T>) {
    this.#options = options;
  }

  /** Where those begin who want what is new. */
  get place(): number {
    return this.#to;
  }

  /** The place of the newest entry there is. */
  head(): Promise<number> {
    return this.#options.source.head();
  }

  /** Notifies from now on when there may be more; resolves once the tail follows its source. The returned function ends it. */
  async join(nudge: WakeSignal): Promise<() => void> {
    this.#readers.add(nudge);
    this.#cancelEnd();
    this.#wanted.notify();
    await this.#begun.promise;
    return () => {
      this.#readers.delete(nudge);
      if (this.#readers.size > 0) return;
      this.#cancelEnd = this.#options.clock.after(LINGER_MS, () => this.#idle.abort());
    };
  }

  /** What follows a place. */
  async after(place: number, limit: number): Promise<TailPage<T>> {
    if (!this.#live || place < this.#from) return this.#options.source.read(place, limit);
    const first = firstAfter(this.#entries, place);
    const entries = this.#entries.slice(first, first + limit);
    return { entries, complete: true, next: entries.at(-1)?.position ?? place };
  }

  /** Follows the source while there are readers, until the signal aborts; resolves then. */
  async run(signal: AbortSignal): Promise<void> {
    const { logger, clock } = this.#options;
    signal.addEventListener('abort', () => this.#begun.resolve());
    while (!signal.aborted) {
      if (!this.#live && this.#readers.size === 0) {
        await this.#wanted.wait(signal);
        continue;
      }
      try {
        await this.#follow(signal);
      } catch (thrown) {
        if (signal.aborted) return;
        logger.warn('Events cannot be read; followers wait.', { error: toError(thrown) });
        await clock.sleep(RETRY_MS, signal);
      }
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { source } = this.#options;
    if (!this.#live) {
      this.#empty(await source.head());
      this.#live = true;
      this.#begun.resolve();
    }
    this.#idle = new AbortController();
    const { signal: idle } = this.#idle;
    for await (const page of source.tail(this.#to, AbortSignal.any([signal, idle]))) this.#take(page);
    if (!idle.aborted || this.#readers.size > 0) return;
    this.#live = false;
    this.#begun = Promise.withResolvers();
  }

  #take({ entries, complete, next }: TailPage<T>): void {
    if (complete) {
      this.#entries.push(...entries);
      this.#to = next;
      this.#trim();
    } else this.#empty(next);
    for (const nudge of this.#readers) nudge.notify();
  }

  /** A reader before the window reads the source, which knows what is gone. */
  #empty(place: number): void {
    this.#entries = [];
    this.#from = place;
    this.#to = place;
  }

  #trim(): void {
    const { window = WINDOW } = this.#options;
    if (this.#entries.length < 1.25 * window) return;
    const dropped = this.#entries.splice(0, this.#entries.length - window);
    this.#from = dropped.at(-1)?.position ?? this.#from;
  }
}

/** The index of the first entry after a place: a binary search, as readers that reconnect may be anywhere in the window. */
function firstAfter(entries: readonly { readonly position: number }[], place: number): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle]?.position ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}
