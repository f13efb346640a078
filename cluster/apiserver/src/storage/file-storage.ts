import { chmod, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@kubemin/base';
import { DiskFullError, findDiskProblem, makeDirectory } from '@kubemin/base/machine';
import type { SqliteDamage } from '@kubemin/base/sqlite-guard';
import { storageMessages } from '../messages/index.ts';
import { EventFeed } from './event-feed.ts';
import { SqliteLog } from './sqlite-log.ts';
import type {
  Storage,
  StorageEntry,
  StorageEvent,
  StorageListOptions,
  StorageSnapshot,
  StorageWatchOptions,
} from './storage.ts';
import {
  CompactedError,
  ConflictError,
  FutureRevisionError,
  StorageClosedError,
  StorageOpenError,
  WriteFailedError,
} from './storage-errors.ts';
import type { ValueCodec } from './value-codec.ts';

/** Of the database in the directory. */
export const FILE_NAME = 'objects.sqlite';

/** Rows per compaction step; the event loop runs between steps. */
const COMPACTION_STEP = 500;

/** Values per transaction when they are stored again with another key. */
const REWRITE_STEP = 50;

/** Where the file driver keeps its database. */
export interface FileStorageOptions {
  /** Made when missing; belongs to one server at a time. */
  readonly directory: string;
  /** How values are written to the disk. @default as they are */
  readonly codec?: ValueCodec;
  /** @default nothing is logged */
  readonly logger?: Logger;
  /** Open what can be read of a damaged store, although acknowledged writes are lost. @default false */
  readonly acceptDataLoss?: boolean;
  /** Called with what was lost and accepted, and the last revision that can be read. */
  readonly onDataLoss?: (damage: SqliteDamage, lastGoodRevision: number) => void;
}

/** Keeps everything in an SQLite database in the given directory; a write is acknowledged after it is synced to disk. */
export async function fileStorage(options: FileStorageOptions): Promise<Storage> {
  try {
    await makeDirectory(options.directory, 0o700);
    await makePrivate(options.directory);
  } catch (error) {
    throw new StorageOpenError(storageMessages.noDirectory({ directory: options.directory }), error);
  }
  const path = join(options.directory, FILE_NAME);
  const log = await SqliteLog.open(path, options);
  if (log.acceptedDamage !== undefined) options.onDataLoss?.(log.acceptedDamage, log.lastRevision());
  const storage = new FileStorage(options.directory, log);
  try {
    if (!(await storage.prepareValues(options))) return storage;
  } catch (error) {
    await storage.close();
    throw error;
  }
  // Closing removes the write-ahead log, which may still hold what the database no longer does.
  await storage.close();
  return new FileStorage(options.directory, await SqliteLog.open(path, options));
}

interface PendingWrite {
  readonly key: string;
  readonly value: Uint8Array | undefined;
  readonly expectedRevision: number;
  readonly resolve: (revision: number) => void;
  readonly reject: (error: Error) => void;
}

type Outcome =
  | { readonly kind: 'stored'; readonly event: StorageEvent }
  | { readonly kind: 'conflict'; readonly error: ConflictError };

/**
 * Group commit: all writes that arrive while a group is on its way to the disk make up the next group, which shares one
 * transaction and one sync. The event loop runs on meanwhile. Between its transaction and the end of its sync a group is
 * in the database, but not visible yet: reads go up to `#revision`, which it has not reached.
 */
class FileStorage implements Storage {
  readonly #directory: string;
  readonly #log: SqliteLog;
  readonly #feed = new EventFeed();
  #pending: PendingWrite[] = [];
  #committing: Promise<void> | undefined;
  #turn: Promise<void> = Promise.resolve();
  #revision: number;
  /** After a failed sync the contents of the disk are unknown until the storage is opened again. */
  #syncFailure: unknown;
  #closed = false;

  constructor(directory: string, log: SqliteLog) {
    this.#directory = directory;
    this.#log = log;
    this.#revision = log.lastRevision();
  }

  async revision(): Promise<number> {
    return this.#revision;
  }

  async compactedRevision(): Promise<number> {
    this.#mustBeOpen();
    return this.#log.compactedRevision();
  }

  async get(key: string): Promise<StorageEntry | undefined> {
    await this.#committing;
    this.#mustBeOpen();
    return this.#log.get(key);
  }

  async list(prefix: string, options: StorageListOptions = {}): Promise<StorageSnapshot> {
    this.#mustBeOpen();
    const revision = options.revision ?? this.#revision;
    const compacted = this.#log.compactedRevision();
    if (revision < compacted) throw new CompactedError(revision, compacted);
    if (revision > this.#revision) throw new FutureRevisionError(revision, this.#revision);
    return { revision, entries: this.#log.listAt(prefix, revision) };
  }

  put(key: string, value: Uint8Array, expectedRevision: number): Promise<number> {
    return this.#enqueue(key, value, expectedRevision);
  }

  delete(key: string, expectedRevision: number): Promise<number> {
    return this.#enqueue(key, undefined, expectedRevision);
  }

  async watch(options: StorageWatchOptions): Promise<AsyncIterable<readonly StorageEvent[]>> {
    this.#mustBeOpen();
    const compacted = this.#log.compactedRevision();
    if (options.after < compacted) throw new CompactedError(options.after, compacted);
    const history = options.after < this.#revision ? this.#log.events(options.after, this.#revision) : [];
    return this.#feed.subscribe(options.signal, history);
  }

  async compact(revision: number): Promise<void> {
    const target = Math.min(revision, this.#revision);
    let reached = 0;
    while (!this.#closed && reached < target) {
      reached = await this.#inTurn(async () => {
        if (this.#closed) return target;
        const compacted = this.#log.compact(target, COMPACTION_STEP);
        await this.#sync(this.#revision);
        return compacted;
      });
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#mustBeOpen();
  }

  /**
   * Brings what earlier programs and keys wrote to the form of the codec before anything else is written; resolves with
   * whether the files have to be closed once, so that none of it is left in them. May be broken off at any time.
   */
  async prepareValues({ codec, logger }: Pick<FileStorageOptions, 'codec' | 'logger'>): Promise<boolean> {
    // Before anything is written: keys that are missing are refused here.
    const stale = this.#log.staleRows();
    try {
      const clear = codec === undefined || codec.writesClear || [...stale.values()].includes('clear');
      if (clear && !this.#log.mayHoldClearValues) {
        this.#log.mayHoldClearValues = true;
        await this.#sync(this.#revision);
      }
      await this.#rewrite([...stale.keys()]);
      if (codec === undefined || codec.writesClear || !this.#log.mayHoldClearValues) return false;
      if (this.#revision > 1) {
        this.#log.vacuum();
        await this.#sync(this.#revision);
      }
      this.#log.mayHoldClearValues = false;
      await this.#sync(this.#revision);
      return true;
    } catch (error) {
      if (!isSqliteError(error)) throw error;
      // On a full disk the objects can still be read; the next start tries again.
      logger?.warn('the object store could not be encrypted; values in clear may be left in it until the next start', {
        directory: this.#directory,
        error,
      });
      return false;
    }
  }

  async rewriteValues(): Promise<number> {
    this.#mustBeOpen();
    const stale = [...this.#log.staleRows().keys()];
    await this.#rewrite(stale);
    return stale.length;
  }

  async #rewrite(revisions: readonly number[]): Promise<void> {
    for (let at = 0; at < revisions.length; at += REWRITE_STEP) {
      this.#mustBeOpen();
      await this.#inTurn(async () => {
        this.#mustBeOpen();
        this.#log.rewrite(revisions.slice(at, at + REWRITE_STEP));
        await this.#sync(this.#revision);
      });
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  problem(): string | undefined {
    if (this.#syncFailure !== undefined) return `the disk of ${this.#directory} failed: start the server again`;
    return findDiskProblem(this.#directory)?.message;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#committing;
    await this.#turn;
    this.#feed.close();
    await this.#log.close();
  }

  #enqueue(key: string, value: Uint8Array | undefined, expectedRevision: number): Promise<number> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new StorageClosedError());
      this.#pending.push({ key, value, expectedRevision, resolve, reject });
      this.#committing ??= this.#commitAll();
    });
  }

  async #commitAll(): Promise<void> {
    while (this.#pending.length > 0) {
      // Whatever else arrives in this turn of the event loop comes along.
      await new Promise((resolve) => setImmediate(resolve));
      const writes = this.#pending;
      this.#pending = [];
      try {
        await this.#inTurn(() => this.#commit(writes));
      } catch (error) {
        for (const write of writes) write.reject(new WriteFailedError(this.#directory, error));
      }
    }
    this.#committing = undefined;
  }

  /** One transaction at a time, each on the disk before the next: what is lost behind it was then not acknowledged. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }

  async #commit(writes: readonly PendingWrite[]): Promise<void> {
    if (this.#syncFailure !== undefined) throw this.#syncFailure;
    // Refused before the last pages are used up: what is left is needed to open the database and to serve reads.
    const full = findDiskProblem(this.#directory);
    if (full !== undefined) throw new DiskFullError(full);
    const outcomes = this.#log.transaction(() => this.#applyAll(writes));
    const events = outcomes.flatMap((outcome) => (outcome.kind === 'stored' ? [outcome.event] : []));
    if (events.length > 0) await this.#sync(this.#revision + events.length);
    this.#revision += events.length;
    this.#feed.publish(events);
    for (const [index, write] of writes.entries()) {
      const outcome = outcomes[index];
      if (outcome?.kind === 'stored') write.resolve(outcome.event.revision);
      else if (outcome !== undefined) write.reject(outcome.error);
    }
  }

  async #sync(revision: number): Promise<void> {
    try {
      await this.#log.sync(revision);
    } catch (error) {
      this.#syncFailure = error;
      throw error;
    }
  }

  #applyAll(writes: readonly PendingWrite[]): readonly Outcome[] {
    const outcomes: Outcome[] = [];
    let revision = this.#revision;
    for (const write of writes) {
      const outcome = this.#apply(write, revision + 1);
      if (outcome.kind === 'stored') revision += 1;
      outcomes.push(outcome);
    }
    return outcomes;
  }

  #apply(write: PendingWrite, revision: number): Outcome {
    const { key, value, expectedRevision } = write;
    const actual = this.#log.keyRevision(key);
    if (actual !== expectedRevision || (value === undefined && actual === 0)) {
      return { kind: 'conflict', error: new ConflictError(key, expectedRevision, actual) };
    }
    const event: StorageEvent = { key, value, revision };
    this.#log.append(event, actual);
    return { kind: 'stored', event };
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new StorageClosedError();
  }
}

/** A directory that was there before, and what is ours in it. Where files of others are, only ours. */
async function makePrivate(directory: string): Promise<void> {
  const names = await readdir(directory);
  const own = names.filter((name) => name.startsWith(FILE_NAME));
  if (own.length === names.length) await chmod(directory, 0o700);
  for (const name of own) await chmod(join(directory, name), 0o600);
}

function isSqliteError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';
}
