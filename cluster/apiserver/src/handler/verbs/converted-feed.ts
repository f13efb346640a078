import type { WatchEvent } from '@kubemin/kubeapi';
import { internal, type KubeObject, StatusError } from '@kubemin/kubeapi';
import { convertList, type ServedResource } from '../../registry/index.ts';
import {
  type CacheEvent,
  type CollectionListener,
  type ObjectFilter,
  toWatchEvent,
  type Watcher,
} from '../../storage/index.ts';

/** Where a feed gets its conversions, and where it delivers events. */
export interface ConvertedFeedOptions {
  readonly resource: ServedResource;
  readonly watcher: Watcher;
  readonly matches: ObjectFilter;
  /** A watch for which more than this waits to be converted is closed, like one whose reader is too slow. */
  readonly queueLimit: number;
}

/**
 * Events of a watch whose objects another program converts: each is delivered after its conversion, and all in the
 * order in which they were added. A conversion that fails ends the watch with an error.
 */
export class ConvertedFeed implements CollectionListener {
  readonly #options: ConvertedFeedOptions;
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(options: ConvertedFeedOptions) {
    this.#options = options;
  }

  /** Adds the state that a watch begins with, as it is stored. */
  addList(stored: readonly KubeObject[]): void {
    this.#enqueue(async ({ resource, watcher, matches }) => {
      for (const object of await convertList(resource, stored)) {
        if (matches(object)) watcher.push({ type: 'ADDED', object });
      }
    });
  }

  /** Adds an event of the storage. */
  onEvent(event: CacheEvent): void {
    this.#enqueue(async ({ resource, watcher, matches }) => {
      const stored = event.previous === undefined ? [event.object] : [event.object, event.previous];
      const [object = event.object, previous] = await convertList(resource, stored);
      const seen = toWatchEvent({ ...event, object, previous }, matches);
      if (seen !== undefined) watcher.push(seen);
    });
  }

  /** Adds an event that needs no conversion. */
  push(event: WatchEvent): void {
    this.#enqueue(async ({ watcher }) => watcher.push(event));
  }

  #enqueue(deliver: (options: ConvertedFeedOptions) => Promise<void>): void {
    const { watcher, queueLimit } = this.#options;
    this.#waiting += 1;
    if (this.#waiting > queueLimit) {
      watcher.close();
      return;
    }
    this.#last = this.#last.then(async () => {
      this.#waiting -= 1;
      try {
        await deliver(this.#options);
      } catch (error) {
        const object: KubeObject = (error instanceof StatusError ? error : internal(error)).status;
        watcher.push({ type: 'ERROR', object });
        watcher.finish();
      }
    });
  }
}
