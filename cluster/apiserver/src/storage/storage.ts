/** One stored value with the revision of its last write. Values are shared: never change the bytes. */
export interface StorageEntry {
  readonly key: string;
  readonly value: Uint8Array;
  readonly revision: number;
}

/** One write as the log has it; no value means the key was deleted. */
export interface StorageEvent {
  readonly key: string;
  readonly value: Uint8Array | undefined;
  readonly revision: number;
}

/** What a prefix held at one revision, ordered by key. */
export interface StorageSnapshot {
  readonly revision: number;
  readonly entries: readonly StorageEntry[];
}

/** Which state a list shows; the current one by default. */
export interface StorageListOptions {
  /** Read the past: not before the compacted revision (CompactedError), not after the current one (FutureRevisionError). */
  readonly revision?: number;
}

/** From where a watch starts and what ends it. */
export interface StorageWatchOptions {
  /** Events with a greater revision are delivered; not before the compacted revision (CompactedError). */
  readonly after: number;
  readonly signal: AbortSignal;
}

/**
 * Where the API server keeps its objects: a small etcd. A driver guarantees:
 *
 * - One global revision, an integer that starts at 1 and grows with every write. It never goes back, not even
 *   after a crash, and no two writes share one.
 * - `put` and `delete` compare and set: they fail with ConflictError, and change nothing, unless the key's revision
 *   is `expectedRevision` (0 = the key does not exist). Writers in other processes are taken into account.
 * - A write resolves only once it is durable (for drivers that keep anything), and a write that rejects with
 *   WriteFailedError may be tried again. Readers see committed writes only.
 * - `watch` delivers every write after a revision exactly once, in revision order, in batches that were committed
 *   together. It ends quietly when the signal aborts or the storage closes, and by throwing otherwise.
 * - After `compact(r)` revisions before r are gone; what was current at r can still be read. The current state is
 *   never touched.
 *
 * An in-process driver should hand the very Uint8Array it was given to its watchers: it saves the server a decoding.
 */
export interface Storage {
  /** The revision of the last committed write; 1 when nothing was ever written. */
  revision(): Promise<number>;
  /** The oldest revision that can be listed and watched from. */
  compactedRevision(): Promise<number>;
  get(key: string): Promise<StorageEntry | undefined>;
  list(prefix: string, options?: StorageListOptions): Promise<StorageSnapshot>;
  /** Returns the revision of this write. */
  put(key: string, value: Uint8Array, expectedRevision: number): Promise<number>;
  /** Returns the revision of this deletion. Deleting a key that does not exist is a conflict. */
  delete(key: string, expectedRevision: number): Promise<number>;
  watch(options: StorageWatchOptions): Promise<AsyncIterable<readonly StorageEvent[]>>;
  /** Forgets history before `revision`; a revision already compacted is no error. */
  compact(revision: number): Promise<void>;
  /**
   * Stores again, without a new revision, what was written with keys that no longer write; resolves with the number of
   * values. Missing where a driver encrypts nothing.
   */
  rewriteValues?(): Promise<number>;
  /** Why writes cannot be stored right now, such as a full disk; undefined when they can. @default never asked */
  problem?(): string | undefined;
  /** Lets accepted writes finish, then ends all watches. Later calls fail with StorageClosedError. */
  close(): Promise<void>;
}
