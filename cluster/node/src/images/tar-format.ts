import { TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { imageMessages } from '../messages/index.ts';

/**
 * Reading and writing of tar archives, in the forms that container images have: ustar, pax and GNU long names.
 * The reader takes archives of unknown origin: sizes of headers are bounded, sums are checked, what is not known is an
 * error. Names are given as they are in the archive; see layer-unpacker.ts for what may be done with them.
 */

const BLOCK = 512;
/** Pax records and long names are held in memory. */
const LONGEST_EXTENSION = 1024 * 1024;
const SPARSE = 'GNU.sparse.';
const PAX_KEYS = ['path', 'linkpath', 'size', 'mtime', 'uid', 'gid', SPARSE];

export type TarEntryType = 'file' | 'directory' | 'symlink' | 'link' | 'device' | 'fifo';

export interface TarHeader {
  readonly name: string;
  readonly type: TarEntryType;
  /** Permission bits with setuid, setgid and sticky. */
  readonly mode: number;
  /** The owner. @default 0 */
  readonly uid?: number;
  /** @default 0 */
  readonly gid?: number;
  /** Of the content; 0 for everything but files. */
  readonly size: number;
  /** Seconds since the epoch. */
  readonly mtime: number;
  /** The target of a symbolic or hard link; else empty. */
  readonly linkName: string;
}

export interface TarEntry extends TarHeader {
  /** Can be read once, before the next entry is asked for; what is not read is skipped. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** An archive that cannot be read; its message states why. */
export class TarFormatError extends TerminalError {
  constructor(problem: Message) {
    super(problem, { code: 'INVALID_TAR' });
  }
}

/** Reads chunks of any size as pieces of the asked size. */
class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array(0);
  #ended = false;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** At most `limit` bytes that come next; undefined at the end. */
  async next(limit: number): Promise<Uint8Array | undefined> {
    while (this.#chunk.length === 0) {
      if (this.#ended) return undefined;
      const { done, value } = await this.#source.next();
      if (done === true) this.#ended = true;
      else this.#chunk = value;
    }
    const taken = this.#chunk.subarray(0, limit);
    this.#chunk = this.#chunk.subarray(taken.length);
    return taken;
  }

  /** Exactly `size` bytes; undefined when the source has ended before the first of them. */
  async exactly(size: number): Promise<Buffer | undefined> {
    const parts: Uint8Array[] = [];
    let left = size;
    while (left > 0) {
      const part = await this.next(left);
      if (part === undefined) {
        if (parts.length === 0) return undefined;
        throw new TarFormatError(imageMessages.endOfArchive);
      }
      parts.push(part);
      left -= part.length;
    }
    const [only] = parts;
    return parts.length === 1 && only !== undefined
      ? Buffer.from(only.buffer, only.byteOffset, only.length)
      : Buffer.concat(parts);
  }

  async skip(size: number): Promise<void> {
    for (let left = size; left > 0; ) {
      const part = await this.next(left);
      if (part === undefined) throw new TarFormatError(imageMessages.endOfArchive);
      left -= part.length;
    }
  }

  async drain(): Promise<void> {
    while ((await this.next(Number.MAX_SAFE_INTEGER)) !== undefined);
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}

/**
 * The entries of an archive in order. The source is read to its end also after the last entry, so that a source that
 * checks a digest at its end has done so when this ends. Throws a TarFormatError for what is no tar archive.
 */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry, void, undefined> {
  const reader = new ByteReader(source);
  try {
    const global = new Map<string, string>();
    let own = new Map<string, string>();
    for (;;) {
      const block = await reader.exactly(BLOCK);
      if (block === undefined || isZero(block)) break;
      const header = parseHeader(block);
      if (header.typeFlag === 'x' || header.typeFlag === 'g') {
        const records = parsePax(await extension(reader, header.size));
        for (const [key, value] of records) {
          // Only these are looked at; keeping all would let an archive fill the memory.
          const known = PAX_KEYS.find((name) => (name.endsWith('.') ? key.startsWith(name) : key === name));
          if (known !== undefined) (header.typeFlag === 'g' ? global : own).set(known, value);
        }
        continue;
      }
      if (header.typeFlag === 'L' || header.typeFlag === 'K') {
        const text = cString(await extension(reader, header.size));
        own.set(header.typeFlag === 'L' ? 'path' : 'linkpath', text);
        continue;
      }
      const complete = completeHeader(header, new Map([...global, ...own]));
      own = new Map();
      let left = complete.size;
      const content = async function* (): AsyncGenerator<Uint8Array, void, undefined> {
        while (left > 0) {
          const part = await reader.next(left);
          if (part === undefined) throw new TarFormatError(imageMessages.endOfArchive);
          left -= part.length;
          yield part;
        }
      };
      yield { ...complete, content: content() };
      await reader.skip(left + padding(complete.size));
    }
    await reader.drain();
  } finally {
    await reader.close();
  }
}

async function extension(reader: ByteReader, size: number): Promise<Buffer> {
  if (size > LONGEST_EXTENSION) throw new TarFormatError(imageMessages.largeHeader({ size }));
  const bytes = await reader.exactly(size + padding(size));
  if (bytes === undefined && size > 0) throw new TarFormatError(imageMessages.endOfArchive);
  return (bytes ?? Buffer.alloc(0)).subarray(0, size);
}

interface RawHeader extends Omit<TarHeader, 'type'> {
  readonly typeFlag: string;
}

function parseHeader(block: Buffer): RawHeader {
  const stated = parseOctal(block.subarray(148, 156), 'checksum');
  let sum = 8 * 0x20;
  for (let index = 0; index < BLOCK; index += 1) if (index < 148 || index >= 156) sum += block[index] ?? 0;
  if (sum !== stated) throw new TarFormatError(imageMessages.invalidHeader);
  const prefix = block.toString('latin1', 257, 263) === 'ustar\0' ? cString(block.subarray(345, 500)) : '';
  const name = cString(block.subarray(0, 100));
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    typeFlag: String.fromCharCode(block[156] ?? 0),
    mode: parseOctal(block.subarray(100, 108), 'mode') & 0o7777,
    uid: parseOctal(block.subarray(108, 116), 'uid'),
    gid: parseOctal(block.subarray(116, 124), 'gid'),
    size: parseOctal(block.subarray(124, 136), 'size'),
    mtime: parseOctal(block.subarray(136, 148), 'mtime'),
    linkName: cString(block.subarray(157, 257)),
  };
}

function completeHeader(header: RawHeader, pax: ReadonlyMap<string, string>): TarHeader {
  const name = pax.get('path') ?? header.name;
  if (name.includes('\0')) throw new TarFormatError(imageMessages.nulInName);
  if (pax.has(SPARSE)) {
    throw new TarFormatError(imageMessages.sparseFile({ name }));
  }
  const type = entryType(header.typeFlag, name);
  const linkName = pax.get('linkpath') ?? header.linkName;
  if (linkName.includes('\0')) throw new TarFormatError(imageMessages.nulInTarget({ name }));
  const paxSize = pax.get('size');
  const size = paxSize === undefined ? header.size : Number(paxSize);
  if (!Number.isSafeInteger(size) || size < 0) throw new TarFormatError(imageMessages.invalidSize({ name }));
  const mtime = Number(pax.get('mtime') ?? header.mtime);
  const [uid, gid] = [Number(pax.get('uid') ?? header.uid), Number(pax.get('gid') ?? header.gid)];
  if (![uid, gid].every((id) => Number.isSafeInteger(id) && id >= 0))
    throw new TarFormatError(imageMessages.invalidOwner({ name }));
  return {
    name,
    type,
    mode: header.mode,
    ...(uid > 0 && { uid }),
    ...(gid > 0 && { gid }),
    size: type === 'file' ? size : 0,
    mtime: Number.isFinite(mtime) ? mtime : 0,
    linkName: type === 'symlink' || type === 'link' ? linkName : '',
  };
}

function entryType(flag: string, name: string): TarEntryType {
  switch (flag) {
    // Archives older than ustar mark directories by their names alone.
    case '\0':
    case '0':
    case '7':
      return name.endsWith('/') ? 'directory' : 'file';
    case '1':
      return 'link';
    case '2':
      return 'symlink';
    case '3':
    case '4':
      return 'device';
    case '5':
      return 'directory';
    case '6':
      return 'fifo';
    default:
      throw new TarFormatError(imageMessages.unknownEntryType({ name, type: JSON.stringify(flag) }));
  }
}

/** `<length> <key>=<value>\n`, as often as there are values. */
function parsePax(bytes: Buffer): ReadonlyMap<string, string> {
  const records = new Map<string, string>();
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(0x20, at);
    const length = Number(bytes.toString('latin1', at, Math.max(at, space)));
    if (space < 0 || !Number.isSafeInteger(length) || length < 5 || at + length > bytes.length) {
      throw new TarFormatError(imageMessages.invalidPaxHeader);
    }
    const record = bytes.toString('utf8', space + 1, at + length - 1);
    const equals = record.indexOf('=');
    if (equals < 1 || bytes[at + length - 1] !== 0x0a) throw new TarFormatError(imageMessages.invalidPaxHeader);
    records.set(record.slice(0, equals), record.slice(equals + 1));
    at += length;
  }
  return records;
}

function parseOctal(field: Buffer, what: string): number {
  const first = field[0] ?? 0;
  if ((first & 0x80) !== 0) {
    // GNU: a binary number, in two's complement. Negative ones are times before 1970.
    if (first === 0xff) return 0;
    let value = first & 0x7f;
    for (const byte of field.subarray(1)) value = value * 256 + byte;
    if (!Number.isSafeInteger(value)) throw new TarFormatError(imageMessages.invalidHeaderField({ field: what }));
    return value;
  }
  const text = field
    .toString('latin1')
    .replace(/[\0 ]+$/, '')
    .replace(/^ +/, '');
  if (text === '') return 0;
  if (!/^[0-7]+$/.test(text)) throw new TarFormatError(imageMessages.invalidHeaderField({ field: what }));
  return Number.parseInt(text, 8);
}

function cString(field: Buffer): string {
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? field.length : end);
}

function isZero(block: Buffer): boolean {
  return block.every((byte) => byte === 0);
}

function padding(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}

const TYPE_FLAGS: Readonly<Record<TarEntryType, string>> = {
  file: '0',
  link: '1',
  symlink: '2',
  device: '3',
  directory: '5',
  fifo: '6',
};

/** All chunks as one piece. */
export async function concatChunks(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

/** What is written for one entry; the content has exactly the size of the header. */
export interface WrittenTarEntry extends TarHeader {
  readonly content?: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** The bytes of an archive. The same entries give the same bytes: owners are 0, and nothing depends on the time. */
export async function* writeTar(
  entries: AsyncIterable<WrittenTarEntry> | Iterable<WrittenTarEntry>,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const entry of entries) {
    yield formatTarHeader(entry);
    let written = 0;
    for await (const chunk of entry.content ?? []) {
      written += chunk.length;
      yield chunk;
    }
    if (written !== entry.size) {
      throw new TarFormatError(imageMessages.changedWhileRead({ name: entry.name, written, expected: entry.size }));
    }
    if (padding(written) > 0) yield new Uint8Array(padding(written));
  }
  yield new Uint8Array(2 * BLOCK);
}

/** The header of an entry, with a pax header before it where ustar has no room. */
function formatTarHeader(header: TarHeader): Buffer {
  const pax: string[] = [];
  const isPlain = (text: string, size: number): boolean => /^[\x20-\x7e]*$/.test(text) && text.length <= size;
  if (!isPlain(header.name, 100)) pax.push(paxRecord('path', header.name));
  if (!isPlain(header.linkName, 100)) pax.push(paxRecord('linkpath', header.linkName));
  if (header.size > 0o77777777777) pax.push(paxRecord('size', String(header.size)));
  const block = formatBlock(header, TYPE_FLAGS[header.type]);
  if (pax.length === 0) return block;
  const records = Buffer.from(pax.join(''));
  const extended = formatBlock({ ...header, name: 'PaxHeader', linkName: '', mode: 0o644, size: records.length }, 'x');
  return Buffer.concat([extended, records, Buffer.alloc(padding(records.length)), block]);
}

function formatBlock(header: Omit<TarHeader, 'type'>, typeFlag: string): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, size: number): void => {
    const digits = Math.min(value, 8 ** (size - 1) - 1).toString(8);
    block.write(digits.padStart(size - 1, '0'), at, 'latin1');
  };
  block.write(header.name, 0, 100, 'utf8');
  octal(header.mode, 100, 8);
  octal(header.uid ?? 0, 108, 8);
  octal(header.gid ?? 0, 116, 8);
  octal(header.size, 124, 12);
  octal(Math.max(0, Math.trunc(header.mtime)), 136, 12);
  block.write('        ', 148, 'latin1');
  block.write(typeFlag, 156, 'latin1');
  block.write(header.linkName, 157, 100, 'utf8');
  block.write('ustar\x0000', 257, 'latin1');
  let sum = 0;
  for (const byte of block) sum += byte;
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

/** The length in front of a record counts its own digits. */
function paxRecord(key: string, value: string): string {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + String(rest).length;
  if (rest + String(length).length !== length) length = rest + String(length).length;
  return `${length} ${key}=${value}\n`;
}
