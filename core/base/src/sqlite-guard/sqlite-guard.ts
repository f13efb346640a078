import { closeSync, existsSync, openSync, readFileSync, readSync, rmSync, statSync } from 'node:fs';
import { endianness } from 'node:os';
import type { DatabaseSync } from 'node:sqlite';
import { ChecksFile, type CommitRecord } from './checks-file.ts';
import {
  checksPath,
  type Inspection,
  inspectFiles,
  isSameGeneration,
  pageChecksum,
  pageChecksums,
  walPath,
} from './inspect-files.ts';
import { type SqliteDamage, SqliteDamageError } from './sqlite-damage.ts';
import { checksumText, scanWriteAheadLog, WAL_FRAME_HEADER_BYTES, WAL_HEADER_BYTES } from './write-ahead-log-scan.ts';

/** How far the write-ahead log reaches after a commit. */
export interface CommitPosition {
  readonly salt1: number;
  readonly salt2: number;
  readonly frames: number;
  readonly checksum: string;
}

/** Learns of commits, and closes the database in the end. */
export interface CommitWatch {
  /** After each commit, before anything else is written: where it ends. Moves the log to the database when it is long. */
  committed(): CommitPosition | undefined;
  /** After the log was synchronised up to this position, before its commit is reported as stored. */
  acknowledge(position: CommitPosition | undefined, mark?: number): void;
  /** Closes the database, too. */
  close(): void;
}

/** What to do about damage. */
export interface GuardOptions {
  /** Open what can be read, although acknowledged data is lost. @default false */
  readonly acceptDataLoss?: boolean;
}

/**
 * How large the write-ahead log grows before its pages are moved to the database, in pages of 4 KB. That move waits for
 * the disk in this thread: rather seldom and a little longer than all the time.
 */
const CHECKPOINT_FRAMES = 4_000;
const SHM_HEADER_BYTES = 48;
const SHM_VERSION = 3_007_000;

/**
 * Finds damage in the files of a SQLite database in WAL mode. SQLite itself reads a damaged write-ahead log up to the
 * first bad frame, silently, and does not notice changed bytes in the database file at all.
 *
 * Beside the database stands a file (`-checks`) with the position in the log that was acknowledged last and a checksum of
 * each page. The position is written after the log was synchronised and before the commit is reported as stored, without
 * waiting for the disk: after a power failure it may be older than what is there, never newer, so a torn end of the log
 * that was never acknowledged is no damage. Checksums are synchronised after each checkpoint, before the log that holds
 * the same pages can be overwritten. SQLite's own checkpoints are switched off for that.
 */
export class SqliteGuard implements CommitWatch {
  readonly #path: string;
  readonly #database: DatabaseSync;
  /** What was lost when it was opened, and accepted. */
  readonly accepted: SqliteDamage | undefined;
  #checks: ChecksFile | undefined;
  /**
   * Files that SQLite has locked, open until it has closed them: the operating system drops the locks of a process on a
   * file as soon as the process closes any descriptor of it.
   */
  readonly #held: number[] = [];
  #shm: number | undefined;
  #record: CommitRecord;
  /** How many frames of which generation have the checksums of their pages written. */
  #summed = { generation: '', frames: 0 };

  private constructor(path: string, database: DatabaseSync, accepted: SqliteDamage | undefined, record: CommitRecord) {
    this.#path = path;
    this.#database = database;
    this.accepted = accepted;
    this.#record = record;
  }

  /** Call it before SQLite opens the files. Throws a SqliteDamageError unless the loss is accepted. */
  static inspect(path: string, { acceptDataLoss = false }: GuardOptions = {}): Inspection {
    const inspection = inspectFiles(path);
    const { damage, record, log, discardLog } = inspection;
    if (damage !== undefined && !acceptDataLoss) throw new SqliteDamageError(damage);
    // Where a checkpoint went further than the log can be read, the database file is newer, and whole without the log.
    const isBehind = damage !== undefined && record !== undefined && log.frames < record.moved;
    const isGone = damage?.kind === 'missing' || damage?.kind === 'emptied';
    if (discardLog || isGone || (isBehind && isSameGeneration(record, log))) {
      for (const side of [walPath(path), `${path}-shm`]) rmSync(side, { force: true });
    }
    return inspection;
  }

  /** Watches an open database in WAL mode that nothing else writes to. Throws a SqliteDamageError when it is not sound. */
  static attach(database: DatabaseSync, path: string, inspection: Inspection): SqliteGuard {
    database.exec('pragma wal_autocheckpoint = 0');
    const { damage, record, log } = inspection;
    const pageSize = numberInColumn(database.prepare('pragma page_size').get(), 'page_size');
    const isFresh = record === undefined || inspection.isNew || inspection.unchecked || damage !== undefined;
    if (isFresh && !inspection.isNew) assertSound(database, path, damage !== undefined ? 'integrity' : 'quick');
    const start: CommitRecord = isFresh
      ? { ...UNKNOWN, pageSize, mark: record?.mark ?? 0, complete: log.frames === 0 || damage !== undefined }
      : record;
    const guard = new SqliteGuard(path, database, damage, start);
    guard.#begin(isFresh);
    return guard;
  }

  /** The number that was acknowledged last. */
  get mark(): number {
    return this.#record.mark;
  }

  committed(): CommitPosition | undefined {
    const position = this.#position();
    try {
      if (position !== undefined && position.frames >= CHECKPOINT_FRAMES) this.#checkpoint();
    } catch {
      // A full disk, most likely: the log holds everything, and the next commit tries again.
    }
    return position;
  }

  acknowledge(position: CommitPosition | undefined, mark?: number): void {
    if (position === undefined) return;
    const last = this.#record;
    const goesOn = last.salt1 === position.salt1 && last.salt2 === position.salt2;
    this.#write({
      ...last,
      ...position,
      complete: false,
      mark: mark ?? last.mark + 1,
      ...(goesOn ? { commits: last.commits + 1 } : { sequence: this.#sequence(), commits: 1, moved: 0 }),
    });
  }

  /** Moves what the log holds to the database file; true when that was all of it. */
  #checkpoint(): boolean {
    const result = this.#database.prepare('pragma wal_checkpoint(passive)').get();
    const frames = numberInColumn(result, 'log');
    const moved = numberInColumn(result, 'checkpointed');
    if (frames <= 0) return frames === 0;
    this.#sumLog(moved);
    return moved === frames;
  }

  close(): void {
    if (!this.#database.isOpen) return;
    const settled = this.#settle();
    // A reader in another process, such as a backup, may end right now: SQLite then moves the rest when it closes.
    const rest = settled || this.#checks === undefined ? undefined : readFileSync(walPath(this.#path));
    this.#database.close();
    if (rest !== undefined && !existsSync(walPath(this.#path))) {
      this.#sumPages(rest, scanWriteAheadLog(rest).frames);
      this.#write({ ...this.#record, pages: this.#countPages(), complete: true });
      this.#sync();
    }
    this.#checks?.close();
    this.#checks = undefined;
    for (const file of this.#held) closeSync(file);
  }

  #begin(isFresh: boolean): void {
    try {
      this.#checks = ChecksFile.open(checksPath(this.#path));
      this.#shm = this.#hold(`${this.#path}-shm`);
      if (isFresh) this.#checks.dropSums();
      // What an earlier process left in the log goes to the database now: frames behind its end would look like lost ones.
      if (this.#settle()) this.#database.exec('pragma wal_checkpoint(truncate)');
      if (isFresh) this.#sumDatabase();
    } catch {
      // Probably a full disk. The next open finds no checks and verifies the structure instead.
      this.#abandon();
    }
  }

  /** Where nothing else reads, the database file holds everything afterwards, and the record states that. */
  #settle(): boolean {
    try {
      if (!this.#checkpoint()) return false;
    } catch {
      // On a full disk the log stays as it is, which is as good.
      return false;
    }
    this.#write({ ...this.#record, pages: this.#countPages(), complete: true });
    // Before the log can go away: a record on the disk that still asks for it would look like a loss.
    this.#sync();
    return true;
  }

  #sumDatabase(): void {
    const record = { ...this.#record, pages: this.#countPages() };
    const sums: [number, number][] = [];
    let page = 0;
    for (const sum of pageChecksums(this.#hold(this.#path), record)) {
      page += 1;
      if (sum !== undefined) sums.push([page, sum]);
    }
    this.#checks?.writeSums(sums);
    this.#write(record);
    this.#sync();
  }

  /** Writes the checksums of pages that a checkpoint has moved, before the next write can overwrite the log. */
  #sumLog(moved: number): void {
    if (this.#checks === undefined) return;
    const log = readFileSync(walPath(this.#path));
    this.#sumPages(log, moved);
    const isRecorded = this.#record.salt1 === log.readUInt32BE(16) && this.#record.salt2 === log.readUInt32BE(20);
    this.#write({ ...this.#record, ...(isRecorded && { moved }), pages: this.#countPages() });
    this.#sync();
  }

  #sumPages(log: Buffer, upTo: number): void {
    const { pageSize } = this.#record;
    const frameBytes = WAL_FRAME_HEADER_BYTES + pageSize;
    const generation = log.toString('hex', 16, 24);
    const first = this.#summed.generation === generation ? this.#summed.frames : 0;
    const frames = new Map<number, number>();
    for (let frame = first; frame < upTo; frame += 1) {
      frames.set(log.readUInt32BE(WAL_HEADER_BYTES + frame * frameBytes), frame);
    }
    this.#summed = { generation, frames: Math.max(first, upTo) };
    const sums = [...frames]
      .sort(([one], [other]) => one - other)
      .map(([page, frame]): readonly [number, number] => {
        const at = WAL_HEADER_BYTES + frame * frameBytes + WAL_FRAME_HEADER_BYTES;
        return [page, pageChecksum(log.subarray(at, at + pageSize), page)];
      });
    this.#orAbandon((checks) => checks.writeSums(sums));
  }

  #write(record: CommitRecord): void {
    this.#record = record;
    this.#orAbandon((checks) => checks.writeRecord(record));
  }

  #sync(): void {
    this.#orAbandon((checks) => checks.sync());
  }

  /** Where the disk does not take it, later starts find damage by the structure only, rather than where there is none. */
  #orAbandon(write: (checks: ChecksFile) => void): void {
    if (this.#checks === undefined) return;
    try {
      write(this.#checks);
    } catch {
      this.#abandon();
    }
  }

  #hold(path: string): number {
    const file = openSync(path, 'r');
    this.#held.push(file);
    return file;
  }

  /** A record that is older than the files would be taken for damage. */
  #abandon(): void {
    const checks = this.#checks;
    this.#checks = undefined;
    checks?.remove();
  }

  #position(): CommitPosition | undefined {
    if (this.#checks === undefined || this.#shm === undefined) return undefined;
    // The index that all connections share: https://sqlite.org/walformat.html#wal_index_header
    const header = Buffer.alloc(SHM_HEADER_BYTES);
    readSync(this.#shm, header, 0, SHM_HEADER_BYTES, 0);
    const native = (at: number): number => (endianness() === 'BE' ? header.readUInt32BE(at) : header.readUInt32LE(at));
    if (native(0) !== SHM_VERSION) {
      this.#abandon();
      return undefined;
    }
    return {
      frames: native(16),
      checksum: checksumText(native(24), native(28)),
      salt1: header.readUInt32BE(32),
      salt2: header.readUInt32BE(36),
    };
  }

  #sequence(): number {
    const file = openSync(walPath(this.#path), 'r');
    try {
      const header = Buffer.alloc(4);
      readSync(file, header, 0, 4, 12);
      return header.readUInt32BE(0);
    } finally {
      closeSync(file);
    }
  }

  #countPages(): number {
    return Math.floor(statSync(this.#path).size / this.#record.pageSize);
  }
}

/** For a database that another process guards, and that may be left to us when that process ends. */
export class UnguardedSqlite implements CommitWatch {
  readonly #database: DatabaseSync;
  readonly #path: string;

  constructor(database: DatabaseSync, path: string) {
    this.#database = database;
    this.#path = path;
  }

  committed(): undefined {
    return undefined;
  }

  acknowledge(): void {
    // What the owner acknowledges next includes it.
  }

  close(): void {
    if (!this.#database.isOpen) return;
    this.#database.close();
    // The last one to close moves the log to the database: checks from before would take that for damage.
    if (!existsSync(walPath(this.#path))) rmSync(checksPath(this.#path), { force: true });
  }
}

const UNKNOWN: CommitRecord = {
  pageSize: 0,
  pages: 0,
  complete: false,
  sequence: 0,
  salt1: 0,
  salt2: 0,
  frames: 0,
  commits: 0,
  moved: 0,
  checksum: '',
  mark: 0,
};

function assertSound(database: DatabaseSync, path: string, check: 'quick' | 'integrity'): void {
  let detail: string;
  try {
    const rows = database.prepare(`pragma ${check}_check(1)`).all();
    detail = rows.flatMap((row) => Object.values(row).map(String)).join(', ');
  } catch (error) {
    detail = error instanceof Error ? error.message : String(error);
  }
  if (detail === 'ok') return;
  const damage = { lostCommits: 0, pages: [], totalPages: 0, acknowledged: undefined };
  throw new SqliteDamageError({ ...damage, file: path, kind: 'structure', detail });
}

function numberInColumn(row: Readonly<Record<string, unknown>> | undefined, column: string): number {
  const value = row?.[column];
  return typeof value === 'number' ? value : -1;
}
