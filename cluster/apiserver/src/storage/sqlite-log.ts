import { existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { findDiskProblem, isDiskFull } from '@kubemin/base/machine';
import type { Message } from '@kubemin/base/message';
import { type GuardOptions, type SqliteDamage, SqliteDamageError, SqliteGuard } from '@kubemin/base/sqlite-guard';
import { storageMessages } from '../messages/index.ts';
import type { StorageEntry, StorageEvent } from './storage.ts';
import { StorageDamagedError, StorageOpenError } from './storage-errors.ts';
import { acquireStorageLock, type StorageLock } from './storage-lock.ts';
import { HEAD_BYTES, type StoredForm, type ValueCodec } from './value-codec.ts';

const SCHEMA_VERSION = 2;
/** The same tables, and nothing in any file that the codec would not store as it is: older programs cannot read it. */
const SEALED_VERSION = 3;

/** 'kmin' in ASCII: identifies our database among SQLite files. */
const APPLICATION_ID = 0x6b6d696e;

const SCHEMA = `
CREATE TABLE log (
  revision INTEGER PRIMARY KEY,
  key TEXT NOT NULL,
  previous INTEGER NOT NULL,
  value BLOB
) STRICT;
CREATE TABLE compaction (revision INTEGER NOT NULL) STRICT;
INSERT INTO compaction VALUES (1);
PRAGMA application_id = ${APPLICATION_ID};
PRAGMA user_version = ${SCHEMA_VERSION};
`;

/** How to bring a database of an older version to the next one. */
const MIGRATIONS: ReadonlyMap<number, string> = new Map([[1, 'DROP TABLE current; PRAGMA user_version = 2;']]);

const OPENING_TIMEOUT_MS = 2_000;

/**
 * The tables behind the file driver, without policy. `log` is append-only: `previous` is the revision
 * the key had before (0 = it did not exist), a NULL value a deletion. A row is superseded once another names it as
 * `previous`; compaction removes superseded rows. Where each living key has its last row is only kept in
 * memory: an index by key would have every write touch one more page of the disk, a different one each time.
 *
 * Transactions are synchronous, but only `sync` makes them outlive a power failure: SQLite (synchronous = NORMAL) appends
 * them to its write-ahead log without waiting for the disk, and `sync` waits outside this thread. What was not synced is
 * lost from its end backwards, never in part: the write-ahead log is read up to the first damaged record. What was
 * synced and cannot be read is found by the guard when the log is opened.
 */
export class SqliteLog {
  readonly #database: DatabaseSync;
  readonly #writeAheadLog: FileHandle;
  readonly #lock: StorageLock;
  readonly #guard: SqliteGuard;
  readonly #append: StatementSync;
  readonly #row: StatementSync;
  readonly #codec: ValueCodec | undefined;
  /** Of living keys. */
  readonly #revisions = new Map<string, number>();
  /** What the running transaction makes of them; 0 for a key that is gone. */
  readonly #changed = new Map<string, number>();

  private constructor({ database, lock, guard, codec }: OpenedLog, writeAheadLog: FileHandle) {
    this.#codec = codec;
    this.#database = database;
    this.#writeAheadLog = writeAheadLog;
    this.#lock = lock;
    this.#guard = guard;
    this.#append = this.#database.prepare('INSERT INTO log (revision, key, previous, value) VALUES (?, ?, ?, ?)');
    this.#row = this.#database.prepare('SELECT * FROM log WHERE revision = ?');
    const rows = this.#database.prepare('SELECT revision, key, value IS NULL AS gone FROM log ORDER BY revision');
    for (const row of rows.iterate()) this.#settle(text(row.key), row.gone === 1 ? 0 : integer(row.revision));
  }

  static async open(path: string, { codec, ...options }: SqliteLogOptions = {}): Promise<SqliteLog> {
    const opened = openDatabase(path, options);
    try {
      return new SqliteLog({ ...opened, codec }, await open(`${path}-wal`, 'r+'));
    } catch (error) {
      opened.guard.close();
      opened.lock.release();
      throw new StorageOpenError(explainOpenFailure(path, error), error);
    }
  }

  /** What was lost, and accepted, when this was opened. */
  get acceptedDamage(): SqliteDamage | undefined {
    return this.#guard.accepted;
  }

  /** Runs `work` in one transaction, all or nothing. */
  transaction<T>(work: () => T): T {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#database.exec('COMMIT');
      for (const [key, revision] of this.#changed) this.#settle(key, revision);
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    } finally {
      this.#changed.clear();
    }
  }

  /** Resolves once every transaction so far is on the disk, and recorded as such up to `revision`. */
  async sync(revision: number): Promise<void> {
    const position = this.#guard.committed();
    await this.#writeAheadLog.datasync();
    this.#guard.acknowledge(position, revision);
  }

  lastRevision(): number {
    const row = this.#database.prepare('SELECT max(revision) AS revision FROM log').get();
    return Math.max(integer(row?.revision ?? 0), this.compactedRevision());
  }

  compactedRevision(): number {
    return integer(this.#database.prepare('SELECT revision FROM compaction').get()?.revision);
  }

  /** 0 when the key does not exist. */
  keyRevision(key: string): number {
    return this.#changed.get(key) ?? this.#revisions.get(key) ?? 0;
  }

  append(event: StorageEvent, previous: number): void {
    this.#append.run(event.revision, event.key, previous, this.#encoded(event) ?? null);
    this.#changed.set(event.key, event.value === undefined ? 0 : event.revision);
  }

  get(key: string): StorageEntry | undefined {
    const row = this.#row.get(this.keyRevision(key));
    return row === undefined ? undefined : this.#entry(row);
  }

  /**
   * The state at a past revision: keys untouched since have their last row; of the others, the first change after
   * the revision names the row that was current then.
   */
  listAt(prefix: string, revision: number): readonly StorageEntry[] {
    const wanted = new Set<number>();
    for (const [key, last] of this.#revisions) if (last <= revision && key.startsWith(prefix)) wanted.add(last);
    const changes = this.#database.prepare('SELECT key, previous FROM log WHERE revision > ?');
    for (const row of changes.iterate(revision)) {
      const previous = integer(row.previous);
      if (previous > 0 && previous <= revision && text(row.key).startsWith(prefix)) wanted.add(previous);
    }
    const entries: StorageEntry[] = [];
    // In the order of the disk; compaction keeps the rows few that are not wanted.
    for (const row of this.#database.prepare('SELECT * FROM log WHERE revision <= ?').iterate(revision)) {
      if (wanted.has(integer(row.revision))) entries.push(this.#entry(row));
    }
    return entries.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  }

  /** Events with revisions in (after, last]. */
  events(after: number, last: number): readonly StorageEvent[] {
    const rows = this.#database
      .prepare('SELECT * FROM log WHERE revision > ? AND revision <= ? ORDER BY revision')
      .all(after, last);
    return rows.map((row) => this.#event(row));
  }

  /** Compacts at most up to `limit` rows further, so that one call stays short; returns the revision reached. */
  compact(target: number, limit: number): number {
    const from = this.compactedRevision();
    const reached = Math.min(target, from + limit);
    if (reached <= from) return from;
    this.transaction(() => {
      const range = { from, reached };
      const inRange = 'FROM log WHERE revision > :from AND revision <= :reached';
      this.#database
        .prepare(`DELETE FROM log WHERE revision IN (SELECT previous ${inRange} AND previous > 0)`)
        .run(range);
      this.#database.prepare(`DELETE ${inRange} AND value IS NULL`).run(range);
      this.#database.prepare('UPDATE compaction SET revision = ?').run(reached);
    });
    return reached;
  }

  /**
   * Rows that the codec would store otherwise now, by what they are instead. Throws where the codec cannot read what one
   * of the keys wrote that are in use, so that nothing is changed with the wrong keys.
   */
  staleRows(): ReadonlyMap<number, StoredForm> {
    const codec = this.#codec;
    const stale = new Map<number, StoredForm>();
    const samples = new Map<string, number>();
    if (codec === undefined) return stale;
    const filter = codec.patterns.map(() => 'key GLOB ?').join(' OR ');
    const rows = this.#database.prepare(
      `SELECT revision, key, substr(value, 1, ${HEAD_BYTES}) AS head FROM log WHERE value IS NOT NULL AND (${filter})`,
    );
    for (const row of rows.iterate(...codec.patterns)) {
      const [key, head] = [text(row.key), bytes(row.head)];
      if (head === undefined || !codec.covers(key)) continue;
      const { form, encodedBy } = codec.inspect(key, head);
      if (form !== 'current') stale.set(integer(row.revision), form);
      if (encodedBy !== undefined) samples.set(encodedBy, integer(row.revision));
    }
    for (const revision of samples.values()) this.#event(this.#row.get(revision) ?? {});
    return stale;
  }

  /** Stores values again as the codec stores them now, at the same revision, in one transaction. */
  rewrite(revisions: readonly number[]): void {
    this.transaction(() => {
      const update = this.#database.prepare('UPDATE log SET value = ? WHERE revision = ?');
      for (const revision of revisions) {
        const row = this.#row.get(revision);
        const event = row && this.#event(row);
        // Compaction may have been faster.
        if (event?.value !== undefined) update.run(this.#encoded(event) ?? null, revision);
      }
    });
  }

  /** Whether files may hold bytes, also in pages that are not in use, which the codec would not store. */
  get mayHoldClearValues(): boolean {
    return integer(this.#database.prepare('PRAGMA user_version').get()?.user_version) !== SEALED_VERSION;
  }

  set mayHoldClearValues(may: boolean) {
    this.#database.exec(`PRAGMA user_version = ${may ? SCHEMA_VERSION : SEALED_VERSION}`);
  }

  /** Writes the whole database again, without what was deleted; closing then removes the write-ahead log. */
  vacuum(): void {
    this.#database.exec('VACUUM');
  }

  #encoded({ key, value }: StorageEvent): Uint8Array | undefined {
    return value === undefined || this.#codec === undefined ? value : this.#codec.encode(key, value);
  }

  #event(row: Readonly<Record<string, unknown>>): StorageEvent {
    const [key, stored] = [text(row.key), bytes(row.value)];
    const value = stored === undefined || this.#codec === undefined ? stored : this.#codec.decode(key, stored);
    return { key, value, revision: integer(row.revision) };
  }

  #entry(row: Readonly<Record<string, unknown>>): StorageEntry {
    const { key, value, revision } = this.#event(row);
    if (value === undefined) throw new StorageOpenError(storageMessages.noValue);
    return { key, value, revision };
  }

  #settle(key: string, revision: number): void {
    if (revision === 0) this.#revisions.delete(key);
    else this.#revisions.set(key, revision);
  }

  async close(): Promise<void> {
    // First: closing the database removes the write-ahead log.
    await this.#writeAheadLog.close();
    this.#guard.close();
    this.#lock.release();
  }
}

interface OpenedDatabase {
  readonly database: DatabaseSync;
  readonly lock: StorageLock;
  readonly guard: SqliteGuard;
}

interface OpenedLog extends OpenedDatabase {
  readonly codec: ValueCodec | undefined;
}

interface SqliteLogOptions extends GuardOptions {
  readonly codec?: ValueCodec | undefined;
}

function openDatabase(path: string, options: GuardOptions): OpenedDatabase {
  let database: DatabaseSync | undefined;
  let lock: StorageLock | undefined;
  try {
    // Two servers on one directory would each believe in their own revision counter.
    lock = acquireStorageLock(`${path}.lock`);
    const inspection = SqliteGuard.inspect(path, options);
    // A backup that reads may hold a lock for an instant.
    database = new DatabaseSync(path, { timeout: OPENING_TIMEOUT_MS });
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0;');
    database.exec('BEGIN IMMEDIATE');
    prepareSchema(database, path);
    database.exec('COMMIT');
    return { database, lock, guard: SqliteGuard.attach(database, path, inspection) };
  } catch (error) {
    database?.close();
    lock?.release();
    if (error instanceof StorageOpenError) throw error;
    if (error instanceof SqliteDamageError) throw new StorageDamagedError(error, lastReadableRevision(path));
    throw new StorageOpenError(explainOpenFailure(path, error), error);
  }
}

/** Read-only: it leaves the files as they are. */
function lastReadableRevision(path: string): number | undefined {
  if (!existsSync(path)) return undefined;
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true });
    return integer(database.prepare('SELECT max(revision) AS revision FROM log').get()?.revision);
  } catch {
    // So damaged that not even this can be read.
    return undefined;
  } finally {
    database?.close();
  }
}

function prepareSchema(database: DatabaseSync, path: string): void {
  const version = integer(database.prepare('PRAGMA user_version').get()?.user_version);
  const application = integer(database.prepare('PRAGMA application_id').get()?.application_id);
  const tables = integer(database.prepare('SELECT count(*) AS tables FROM sqlite_schema').get()?.tables);
  if (tables === 0) {
    database.exec(SCHEMA);
    return;
  }
  if (application !== APPLICATION_ID) {
    throw new StorageOpenError(storageMessages.notAStore({ path }));
  }
  const migration = MIGRATIONS.get(version);
  if (migration !== undefined) {
    database.exec(migration);
    return;
  }
  if (version !== SCHEMA_VERSION && version !== SEALED_VERSION) {
    throw new StorageOpenError(storageMessages.newerSchema({ path, version, supported: SCHEMA_VERSION }));
  }
}

function explainOpenFailure(path: string, error: unknown): Message {
  const code = typeof error === 'object' && error !== null && 'errcode' in error ? error.errcode : undefined;
  const base = typeof code === 'number' ? code & 0xff : undefined;
  if (base === 5 || base === 6) return storageMessages.inUse({ path });
  if (base === 11 || base === 26) return storageMessages.notADatabase({ path });
  const problem = isDiskFull(error) ? storageMessages.diskFull : findDiskProblem(dirname(path));
  if (problem !== undefined) return storageMessages.cannotOpenFull({ path, problem });
  return storageMessages.cannotOpen({ path });
}

function integer(value: unknown): number {
  if (typeof value !== 'number') throw new StorageOpenError(storageMessages.notANumber({ found: typeof value }));
  return value;
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new StorageOpenError(storageMessages.notAText({ found: typeof value }));
  return value;
}

function bytes(value: unknown): Uint8Array | undefined {
  if (value === null) return undefined;
  if (!(value instanceof Uint8Array)) throw new StorageOpenError(storageMessages.notBytes({ found: typeof value }));
  return value;
}
