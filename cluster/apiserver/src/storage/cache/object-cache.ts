import { type HistogramSeries, type Logger, TerminalError, toError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { KubeObject } from '@kubemin/kubeapi';
import type { Storage, StorageEvent } from '../storage.ts';
import type { CacheEvent } from './cache-event.ts';
import { Collection } from './collection.ts';
import { History, type HistoryLimits } from './history.ts';
import { decodeObject, withResourceVersion } from './object-codec.ts';
import { parseStorageKey, REGISTRY_PREFIX } from './object-key.ts';

/** What the cache is fed from and how much it keeps. */
export interface ObjectCacheOptions {
  readonly storage: Storage;
  readonly logger: Logger;
  readonly history: HistoryLimits;
  /** Receives how many writes were committed together. */
  readonly commits: HistogramSeries;
}

interface Waiter {
  readonly revision: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/**
 * The whole current state in memory, fed by the storage's watch alone, so that writes of other processes appear like
 * our own. Everything at or below `revision` is visible; nothing above it is.
 */
export class ObjectCache {
  readonly #options: ObjectCacheOptions;
  readonly #collections = new Map<string, Collection>();
  readonly #stop = new AbortController();
  #revision = 0;
  /** Where history begins for collections that appear later. */
  #start = 0;
  /** What is replayed at the start was not committed together. */
  #replayed = false;
  #waiters: Waiter[] = [];
  #failure: Error | undefined;
  #running: Promise<void> = Promise.resolve();

  private constructor(options: ObjectCacheOptions) {
    this.#options = options;
  }

  /**
   * Starts from the oldest kept revision and replays the log to the present: clients of an earlier process can resume
   * their watches.
   */
  static async open(options: ObjectCacheOptions): Promise<ObjectCache> {
    const cache = new ObjectCache(options);
    const { storage } = options;
    const snapshot = await storage.list(REGISTRY_PREFIX, { revision: await storage.compactedRevision() });
    cache.#revision = snapshot.revision;
    cache.#start = snapshot.revision;
    for (const entry of snapshot.entries) {
      const address = parseStorageKey(entry.key);
      if (address === undefined) continue;
      const object = decodeObject(entry.value, entry.revision);
      cache.collection(address.collection).load(address.namespace, address.name, object);
    }
    const events = await storage.watch({ after: snapshot.revision, signal: cache.#stop.signal });
    cache.#running = cache.#follow(events);
    await cache.waitFor(await storage.revision());
    cache.#replayed = true;
    return cache;
  }

  get revision(): number {
    return this.#revision;
  }

  /** Whether it still follows the storage. */
  get healthy(): boolean {
    return this.#failure === undefined;
  }

  collection(name: string): Collection {
    let collection = this.#collections.get(name);
    if (collection === undefined) {
      collection = new Collection(new History(this.#start, this.#options.history));
      this.#collections.set(name, collection);
    }
    return collection;
  }

  /** Resolves once everything up to `revision` is visible; with a signal also when that aborts, and then forgets it. */
  waitFor(revision: number, signal?: AbortSignal): Promise<void> {
    if (revision <= this.#revision) return Promise.resolve();
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) return reject(this.#failure);
      const waiter: Waiter = { revision, resolve, reject };
      this.#waiters.push(waiter);
      signal?.addEventListener('abort', () => {
        this.#waiters = this.#waiters.filter((other) => other !== waiter);
        resolve();
      });
    });
  }

  /** Resolves once the cache has caught up with the storage as of this call: what a consistent read waits for. */
  async refresh(): Promise<void> {
    await this.waitFor(await this.#options.storage.revision());
  }

  /** Forgets events up to `revision`; watches from before it must start over. */
  trimHistory(revision: number): void {
    this.#start = Math.max(this.#start, revision);
    for (const collection of this.#collections.values()) collection.history.trim(revision);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    this.#fail(new TerminalError(verbatim('the API server is shutting down'), { code: 'APISERVER_CLOSED' }));
  }

  async #follow(batches: AsyncIterable<readonly StorageEvent[]>): Promise<void> {
    try {
      for await (const batch of batches) {
        for (const event of batch) this.#apply(event);
        if (this.#replayed) this.#options.commits.observe(batch.length);
        this.#wake();
      }
    } catch (error) {
      this.#options.logger.error('the storage watch failed, the API server no longer sees writes', { error });
      this.#fail(toError(error));
    }
  }

  #apply(event: StorageEvent): void {
    this.#revision = event.revision;
    const address = parseStorageKey(event.key);
    if (address === undefined) return;
    const collection = this.collection(address.collection);
    const previous = collection.get(address.namespace, address.name);
    const applied = this.#cacheEvent(event, previous);
    if (applied !== undefined) collection.apply(address.namespace, address.name, applied);
  }

  #cacheEvent(event: StorageEvent, previous: KubeObject | undefined): CacheEvent | undefined {
    const { revision, value } = event;
    if (value !== undefined) {
      return { kind: 'put', revision, object: decodeObject(value, revision), previous };
    }
    if (previous === undefined) return undefined;
    return { kind: 'delete', revision, object: withResourceVersion(previous, revision), previous };
  }

  #wake(): void {
    if (this.#waiters.length === 0) return;
    const waiting = this.#waiters;
    this.#waiters = waiting.filter((waiter) => waiter.revision > this.#revision);
    for (const waiter of waiting) if (waiter.revision <= this.#revision) waiter.resolve();
  }

  #fail(error: Error): void {
    this.#failure = error;
    const waiting = this.#waiters;
    this.#waiters = [];
    for (const waiter of waiting) waiter.reject(error);
  }
}
