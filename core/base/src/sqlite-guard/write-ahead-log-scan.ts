import { endianness } from 'node:os';

/** The start of a write-ahead log of SQLite. Frames with other salts belong to an earlier generation of the file. */
export interface WalHeader {
  readonly pageSize: number;
  /** Counts how often the file was begun again. */
  readonly sequence: number;
  readonly salt1: number;
  readonly salt2: number;
}

/** What SQLite will read of a write-ahead log, and what it will silently leave out. */
export interface WalScan {
  /** Undefined when the file is empty, or its header is damaged: SQLite then ignores all of it. */
  readonly header: WalHeader | undefined;
  /** Frames up to the last readable commit. */
  readonly frames: number;
  /** Readable commits. */
  readonly commits: number;
  /** Checksum of the last readable commit frame, as hexadecimal digits; empty without one. */
  readonly checksum: string;
  /** The last readable frame of each page, counted from 0. */
  readonly pages: ReadonlyMap<number, number>;
  /**
   * Commits of this generation behind an unreadable frame that had been synchronised: a commit is only begun when the one
   * before it is on the disk, so all but the last are known to have been there.
   */
  readonly lostCommits: number;
}

export const WAL_HEADER_BYTES = 32;
export const WAL_FRAME_HEADER_BYTES = 24;
const MAGIC = 0x377f0682;
const VERSION = 3_007_000;
const EMPTY: WalScan = { header: undefined, frames: 0, commits: 0, checksum: '', pages: new Map(), lostCommits: 0 };

/** Reads a write-ahead log as SQLite does when it recovers (https://sqlite.org/fileformat2.html#walformat). */
export function scanWriteAheadLog(content: Uint8Array): WalScan {
  if (content.length < WAL_HEADER_BYTES) return EMPTY;
  // A copy where the bytes do not begin at a whole word.
  const bytes = content.byteOffset % 4 === 0 ? content : new Uint8Array(content);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = view.getUint32(0);
  const pageSize = view.getUint32(8);
  const knownForm = (magic & ~1) >>> 0 === MAGIC && view.getUint32(4) === VERSION;
  if (!knownForm || pageSize < 512 || pageSize > 65_536 || (pageSize & (pageSize - 1)) !== 0) return EMPTY;
  const sum = new FrameChecksum(bytes, (magic & 1) === 1);
  sum.add(0, 24);
  if (!sum.equals(view.getUint32(24), view.getUint32(28))) return EMPTY;

  const header = { pageSize, sequence: view.getUint32(12), salt1: view.getUint32(16), salt2: view.getUint32(20) };
  const frameBytes = WAL_FRAME_HEADER_BYTES + pageSize;
  const total = Math.floor((bytes.length - WAL_HEADER_BYTES) / frameBytes);
  const pages = new Map<number, number>();
  let uncommitted: (readonly [page: number, frame: number])[] = [];
  let [frames, commits, checksum, commitsBehind] = [0, 0, '', 0];
  let readable = true;
  for (let frame = 0; frame < total; frame += 1) {
    const at = WAL_HEADER_BYTES + frame * frameBytes;
    const page = view.getUint32(at);
    const isCommit = view.getUint32(at + 4) !== 0;
    const isCurrent = view.getUint32(at + 8) === header.salt1 && view.getUint32(at + 12) === header.salt2;
    if (!isCurrent) {
      readable = false;
      continue;
    }
    if (readable) {
      sum.add(at, 8);
      sum.add(at + WAL_FRAME_HEADER_BYTES, pageSize);
      readable = page !== 0 && sum.equals(view.getUint32(at + 16), view.getUint32(at + 20));
    }
    if (!readable) {
      if (isCommit) commitsBehind += 1;
      continue;
    }
    uncommitted.push([page, frame]);
    if (!isCommit) continue;
    for (const [committedPage, committedFrame] of uncommitted) pages.set(committedPage, committedFrame);
    uncommitted = [];
    frames = frame + 1;
    commits += 1;
    checksum = sum.text;
  }
  return { header, frames, commits, checksum, pages, lostCommits: Math.max(0, commitsBehind - 1) };
}

/** The running checksum that each frame carries of everything before it. */
class FrameChecksum {
  readonly #words: Uint32Array;
  readonly #swap: boolean;
  #first = 0;
  #second = 0;

  constructor(bytes: Uint8Array, bigEndian: boolean) {
    this.#words = new Uint32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.byteLength / 4));
    this.#swap = bigEndian !== (endianness() === 'BE');
  }

  get text(): string {
    return checksumText(this.#first, this.#second);
  }

  /** Both are whole multiples of 8 bytes. */
  add(from: number, length: number): void {
    const words = this.#words;
    const swap = this.#swap;
    let first = this.#first;
    let second = this.#second;
    for (let index = from / 4; index < (from + length) / 4; index += 2) {
      const one = words[index] ?? 0;
      const two = words[index + 1] ?? 0;
      first = (first + (swap ? swapBytes(one) : one) + second) >>> 0;
      second = (second + (swap ? swapBytes(two) : two) + first) >>> 0;
    }
    this.#first = first;
    this.#second = second;
  }

  equals(first: number, second: number): boolean {
    return this.#first === first && this.#second === second;
  }
}

export function checksumText(first: number, second: number): string {
  return `${first.toString(16).padStart(8, '0')}${second.toString(16).padStart(8, '0')}`;
}

function swapBytes(word: number): number {
  return (((word & 0xff) << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | ((word >>> 24) & 0xff)) >>> 0;
}
