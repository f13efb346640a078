import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { ChecksFile, type CommitRecord, type ReadChecks } from './checks-file.ts';
import type { SqliteDamage } from './sqlite-damage.ts';
import { scanWriteAheadLog, type WalScan } from './write-ahead-log-scan.ts';

/** How the files of a database look before SQLite opens them. */
export interface Inspection {
  /** Nothing was ever kept here. */
  readonly isNew: boolean;
  readonly damage: SqliteDamage | undefined;
  readonly record: CommitRecord | undefined;
  readonly log: WalScan;
  /** Whether pages have no known checksum, so that only SQLite's own check of the structure can find damage there. */
  readonly unchecked: boolean;
  /** The log holds an unreadable part, yet the database file has everything: SQLite must not read the rest of the log. */
  readonly discardLog: boolean;
}

const CHUNK_BYTES = 1 << 20;

export const walPath = (path: string): string => `${path}-wal`;
export const checksPath = (path: string): string => `${path}-checks`;

/** Compares the files of a database with what was acknowledged. Changes nothing. */
export function inspectFiles(path: string): Inspection {
  const checks = ChecksFile.read(checksPath(path));
  const record = checks?.record;
  const log = scanWriteAheadLog(readIfThere(walPath(path)));
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  const found = { record, log, unchecked: false, discardLog: false, isNew: false };
  const acknowledged = record?.mark;
  const damage = (of: Partial<SqliteDamage> & Pick<SqliteDamage, 'kind' | 'file'>): Inspection => ({
    ...found,
    damage: { lostCommits: 0, pages: [], totalPages: record?.pages ?? 0, detail: '', acknowledged, ...of },
  });

  const wasKept = (record?.pages ?? 0) > 0 || log.commits > 0;
  if (size === undefined || size === 0) {
    if (wasKept) return damage({ file: path, kind: size === undefined ? 'missing' : 'emptied' });
    return { ...found, isNew: true, damage: undefined };
  }
  const lostCommits = countLost(record, log);
  const discardLog = record?.complete === true && isSameGeneration(record, log) && log.frames < record.frames;
  if (lostCommits > 0 && !discardLog) return damage({ file: walPath(path), kind: 'write-ahead-log', lostCommits });
  const shadowed = discardLog ? new Map<number, number>() : log.pages;
  const { pages, unchecked } = checkPages(path, { checks, shadowed });
  if (pages.length > 0) return damage({ file: path, kind: 'pages', pages });
  return { ...found, discardLog, unchecked, damage: undefined };
}

export function isSameGeneration(record: CommitRecord, { header }: WalScan): boolean {
  return header?.salt1 === record.salt1 && header.salt2 === record.salt2;
}

/** Acknowledged commits that SQLite would not find. */
function countLost(record: CommitRecord | undefined, log: WalScan): number {
  if (record === undefined || record.frames === 0) return log.lostCommits;
  const atLeast = (count: number): number => Math.max(1, count);
  if (log.header === undefined) return record.complete ? 0 : atLeast(record.commits);
  if (isSameGeneration(record, log)) {
    if (log.frames < record.frames) return atLeast(record.commits - log.commits);
    if (log.frames === record.frames && log.checksum !== record.checksum) return atLeast(0);
    return log.lostCommits;
  }
  // SQLite begins a log again only when all of it is in the database file, and counts both numbers up.
  const later = log.header.sequence - record.sequence;
  const isLater = later > 0 && (record.salt1 + later) >>> 0 === log.header.salt1;
  return record.complete || isLater ? log.lostCommits : atLeast(record.commits);
}

/** Compares pages with their checksums, those aside that SQLite reads from the log. */
function checkPages(
  path: string,
  { checks, shadowed }: { readonly checks: ReadChecks | undefined; readonly shadowed: ReadonlyMap<number, number> },
): { readonly pages: readonly number[]; readonly unchecked: boolean } {
  const record = checks?.record;
  if (checks === undefined || record === undefined || record.pages === 0) return { pages: [], unchecked: true };
  const pages: number[] = [];
  let unchecked = false;
  let page = 0;
  const file = openSync(path, 'r');
  try {
    for (const sum of pageChecksums(file, record)) {
      page += 1;
      if (shadowed.has(page)) continue;
      const expected = checks.pageChecksum(page);
      if (expected === undefined) unchecked = true;
      else if (expected !== sum) pages.push(page);
    }
  } finally {
    closeSync(file);
  }
  return { pages, unchecked };
}

/** The checksum of each page of the database file, in order; undefined for those that are not there. */
export function* pageChecksums(
  file: number,
  { pageSize, pages }: Pick<CommitRecord, 'pageSize' | 'pages'>,
): Generator<number | undefined> {
  const perChunk = Math.max(1, Math.floor(CHUNK_BYTES / pageSize));
  const chunk = Buffer.alloc(perChunk * pageSize);
  for (let first = 0; first < pages; first += perChunk) {
    const length = readSync(file, chunk, 0, chunk.length, first * pageSize);
    for (let index = 0; index < perChunk && first + index < pages; index += 1) {
      const end = (index + 1) * pageSize;
      yield end > length ? undefined : pageChecksum(chunk.subarray(end - pageSize, end), first + index + 1);
    }
  }
}

/** Of the content and the place: a page that was written to the place of another is damage. */
export function pageChecksum(content: Uint8Array, page: number): number {
  return crc32(content, page);
}

function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}
