/**
 * Objects by key and revision: `Storage` (its comment is the contract of drivers), the drivers for memory and SQLite
 * files, encryption at rest, and the watch cache (`ObjectCache`) that serves reads. The cache is fed by the storage's
 * watch alone, so that writes of other processes appear like those of this one; everything up to its `revision` is
 * visible, nothing above. A watcher that reads too slowly is closed. It depends on no other module but messages.
 */
export { type CacheEvent, type ObjectFilter, toWatchEvent } from './cache/cache-event.ts';
export { Collection } from './cache/collection.ts';
export type { CollectionListener, Interest } from './cache/listener-index.ts';
export { ObjectCache } from './cache/object-cache.ts';
export { decodeObject, encodeObject, withResourceVersion } from './cache/object-codec.ts';
export { storageKey } from './cache/object-key.ts';
export { storedLine } from './cache/stored-form.ts';
export { Watcher } from './cache/watcher.ts';
export {
  type ObjectStoreKey,
  objectStoreKeys,
  readEncryptionConfiguration,
  secretsCodec,
} from './encryption/encryption-configuration.ts';
export { type FileStorageOptions, fileStorage } from './file-storage.ts';
export { LiveWatches } from './live-watches.ts';
export { memoryStorage } from './memory-storage.ts';
export type {
  Storage,
  StorageEntry,
  StorageEvent,
  StorageListOptions,
  StorageSnapshot,
  StorageWatchOptions,
} from './storage.ts';
export { type StorageRule, storageConformance } from './storage-conformance.ts';
export { type StorageDriver, type StorageDriverOptions, StorageDrivers } from './storage-drivers.ts';
export {
  CompactedError,
  ConflictError,
  FutureRevisionError,
  StorageClosedError,
  StorageDamagedError,
  StorageOpenError,
  WriteFailedError,
} from './storage-errors.ts';
export type { ValueCodec } from './value-codec.ts';
export { WatchMetrics } from './watch-metrics.ts';
