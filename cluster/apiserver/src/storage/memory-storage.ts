import { EventFeed } from './event-feed.ts';
import type {
  Storage,
  StorageEntry,
  StorageEvent,
  StorageListOptions,
  StorageSnapshot,
  StorageWatchOptions,
} from './storage.ts';
import { CompactedError, ConflictError, FutureRevisionError, StorageClosedError } from './storage-errors.ts';

/** Keeps everything in memory: for tests, and for servers whose objects may die with the process. */
export function memoryStorage(): Storage {
  return new MemoryStorage();
}

class MemoryStorage implements Storage {
  readonly #current = new Map<string, StorageEntry>();
  readonly #feed = new EventFeed();
  /** Events after the compacted revision, oldest first. */
  #log: StorageEvent[] = [];
  /** What was current at the compacted revision: the past starts from here. */
  readonly #base = new Map<string, StorageEntry>();
  #revision = 1;
  #compacted = 1;
  #closed = false;

  async revision(): Promise<number> {
    return this.#revision;
  }

  async compactedRevision(): Promise<number> {
    return this.#compacted;
  }

  async get(key: string): Promise<StorageEntry | undefined> {
    this.#mustBeOpen();
    return this.#current.get(key);
  }

  async list(prefix: string, options: StorageListOptions = {}): Promise<StorageSnapshot> {
    this.#mustBeOpen();
    const revision = options.revision ?? this.#revision;
    if (revision < this.#compacted) throw new CompactedError(revision, this.#compacted);
    if (revision > this.#revision) throw new FutureRevisionError(revision, this.#revision);
    const state = revision === this.#revision ? this.#current : this.#stateAt(revision);
    const entries = [...state.values()].filter((entry) => entry.key.startsWith(prefix));
    return { revision, entries: entries.sort((a, b) => (a.key < b.key ? -1 : 1)) };
  }

  async put(key: string, value: Uint8Array, expectedRevision: number): Promise<number> {
    return this.#write(key, value, expectedRevision);
  }

  async delete(key: string, expectedRevision: number): Promise<number> {
    return this.#write(key, undefined, expectedRevision);
  }

  async watch(options: StorageWatchOptions): Promise<AsyncIterable<readonly StorageEvent[]>> {
    this.#mustBeOpen();
    if (options.after < this.#compacted) throw new CompactedError(options.after, this.#compacted);
    return this.#feed.subscribe(
      options.signal,
      this.#log.filter((event) => event.revision > options.after),
    );
  }

  async compact(revision: number): Promise<void> {
    this.#mustBeOpen();
    const target = Math.min(revision, this.#revision);
    const keptFrom = this.#log.findIndex((event) => event.revision > target);
    const dropped = keptFrom === -1 ? this.#log : this.#log.slice(0, keptFrom);
    for (const event of dropped) applyEvent(this.#base, event);
    this.#log = keptFrom === -1 ? [] : this.#log.slice(keptFrom);
    this.#compacted = Math.max(this.#compacted, target);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#feed.close();
  }

  #write(key: string, value: Uint8Array | undefined, expectedRevision: number): number {
    this.#mustBeOpen();
    const actual = this.#current.get(key)?.revision ?? 0;
    if (actual !== expectedRevision || (value === undefined && actual === 0)) {
      throw new ConflictError(key, expectedRevision, actual);
    }
    this.#revision += 1;
    const event = { key, value, revision: this.#revision };
    applyEvent(this.#current, event);
    this.#log.push(event);
    this.#feed.publish([event]);
    return this.#revision;
  }

  #stateAt(revision: number): Map<string, StorageEntry> {
    const state = new Map(this.#base);
    for (const event of this.#log) {
      if (event.revision > revision) break;
      applyEvent(state, event);
    }
    return state;
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new StorageClosedError();
  }
}

function applyEvent(state: Map<string, StorageEntry>, event: StorageEvent): void {
  const { key, value, revision } = event;
  if (value === undefined) state.delete(key);
  else state.set(key, { key, value, revision });
}
