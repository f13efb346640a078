import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { crc32 } from 'node:zlib';

/** What was acknowledged of a database, written after it was synchronised and before it is reported as stored. */
export interface CommitRecord {
  readonly pageSize: number;
  /** Pages of the database file after the last checkpoint. */
  readonly pages: number;
  /** Whether the database file alone holds everything, so that the write-ahead log may be absent. */
  readonly complete: boolean;
  /** The generation of the write-ahead log that the rest is about. */
  readonly sequence: number;
  readonly salt1: number;
  readonly salt2: number;
  /** Frames of the last acknowledged commit and all before it. */
  readonly frames: number;
  /** Acknowledged commits of this generation. */
  readonly commits: number;
  /** Frames of this generation that are in the database file as well. */
  readonly moved: number;
  /** Checksum of the last acknowledged frame. */
  readonly checksum: string;
  /** The caller's own number of what was acknowledged last, such as a revision. */
  readonly mark: number;
}

/** What a checks file held when it was read. */
export interface ReadChecks {
  /** Undefined when it cannot be read. */
  readonly record: CommitRecord | undefined;
  /** Of a page, counted from 1; undefined when it is not known. */
  pageChecksum(page: number): number | undefined;
}

const RECORD_BYTES = 512;
const SUMS_OFFSET = 4096;
const SUM_BYTES = 8;

/**
 * The file beside a database by which damage is found: the record of what was acknowledged last, and a checksum of every
 * page of the database file. A checksum is kept with its complement: what is damaged or missing here counts as unknown.
 */
export class ChecksFile {
  readonly #path: string;
  readonly #file: number;

  private constructor(path: string, file: number) {
    this.#path = path;
    this.#file = file;
  }

  /** Undefined where there is no file. */
  static read(path: string): ReadChecks | undefined {
    let content: Buffer;
    try {
      content = readFileSync(path);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
    return {
      record: parseRecord(content.subarray(0, RECORD_BYTES).toString('latin1')),
      pageChecksum: (page) => {
        const at = SUMS_OFFSET + (page - 1) * SUM_BYTES;
        if (at + SUM_BYTES > content.length) return undefined;
        const sum = content.readUInt32LE(at);
        return ~sum >>> 0 === content.readUInt32LE(at + 4) ? sum : undefined;
      },
    };
  }

  static open(path: string): ChecksFile {
    try {
      return new ChecksFile(path, openSync(path, 'r+'));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
    const file = openSync(path, 'wx+', 0o600);
    try {
      // All of the record's page at once: later records are written in place and need no room.
      writeSync(file, Buffer.alloc(SUMS_OFFSET), 0, SUMS_OFFSET, 0);
      return new ChecksFile(path, file);
    } catch (error) {
      closeSync(file);
      unlinkSync(path);
      throw error;
    }
  }

  writeRecord(record: CommitRecord): void {
    const json = JSON.stringify(record);
    const text = `${crc32(json).toString(16).padStart(8, '0')} ${json}`.padEnd(RECORD_BYTES - 1);
    writeSync(this.#file, `${text}\n`, 0, 'latin1');
  }

  /** Checksums of pages, counted from 1, in ascending order. */
  writeSums(sums: readonly (readonly [page: number, sum: number])[]): void {
    let begin = 0;
    while (begin < sums.length) {
      // One write for pages that follow each other.
      let end = begin + 1;
      while (end < sums.length && sums[end]?.[0] === (sums[end - 1]?.[0] ?? 0) + 1) end += 1;
      const run = sums.slice(begin, end);
      const bytes = Buffer.alloc(run.length * SUM_BYTES);
      for (const [index, [, sum]] of run.entries()) {
        bytes.writeUInt32LE(sum, index * SUM_BYTES);
        bytes.writeUInt32LE(~sum >>> 0, index * SUM_BYTES + 4);
      }
      writeSync(this.#file, bytes, 0, bytes.length, SUMS_OFFSET + ((run[0]?.[0] ?? 1) - 1) * SUM_BYTES);
      begin = end;
    }
  }

  /** Forgets all page checksums: needs no room on the disk. */
  dropSums(): void {
    if (fstatSync(this.#file).size > SUMS_OFFSET) ftruncateSync(this.#file, SUMS_OFFSET);
  }

  sync(): void {
    fdatasyncSync(this.#file);
  }

  close(): void {
    closeSync(this.#file);
  }

  /** For when it cannot be kept up to date: the next start then treats the database as one without. */
  remove(): void {
    closeSync(this.#file);
    unlinkSync(this.#path);
  }
}

function parseRecord(text: string): CommitRecord | undefined {
  const json = text.slice(9).trimEnd();
  if (text.slice(0, 8) !== crc32(json).toString(16).padStart(8, '0')) return undefined;
  const parsed: CommitRecord = JSON.parse(json);
  return parsed;
}
