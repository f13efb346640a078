import { keepingMessages } from '../../messages/index.ts';
import { ArchiveError } from './archive-error.ts';
/** What tar calls a block: headers are one, and contents are filled up to whole ones. */
export const TAR_BLOCK = 512;

/** A file in an archive. */
export interface TarEntry {
  /** At most 100 bytes, which ours are by far. */
  readonly name: string;
  readonly size: number;
}

const CHECKSUM = { at: 148, length: 8 } as const;
const SIZE = { at: 124, length: 12 } as const;
const MAX_OCTAL_SIZE = 0o77777777777;

/** The header of a file as POSIX (ustar) has it, for its owner only. */
export function tarHeader({ name, size }: TarEntry, modifiedAt: Date): Buffer {
  const header = Buffer.alloc(TAR_BLOCK);
  if (Buffer.byteLength(name) > 100) throw new TypeError(`the name ${name} is too long for an archive`);
  header.write(name, 0);
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  if (size <= MAX_OCTAL_SIZE) header.write(`${octal(size, SIZE.length - 1)}\0`, SIZE.at);
  else {
    // GNU's form for large files: a mark, then the number in binary.
    header.writeUInt8(0x80, SIZE.at);
    header.writeBigUInt64BE(BigInt(size), SIZE.at + 4);
  }
  header.write(`${octal(Math.floor(modifiedAt.getTime() / 1000), 11)}\0`, 136);
  header.write('0', 156);
  header.write('ustar\0' + '00', 257);
  header.write(`${octal(checksum(header), 6)}\0 `, CHECKSUM.at);
  return header;
}

/** Reads a header; undefined for the empty block that ends an archive. Throws an ArchiveError for anything else. */
export function readTarHeader(header: Buffer): TarEntry | undefined {
  if (header.every((byte) => byte === 0)) return undefined;
  const stored = Number.parseInt(header.toString('latin1', CHECKSUM.at, CHECKSUM.at + 6), 8);
  if (stored !== checksum(header)) throw new ArchiveError(keepingMessages.headerDamaged);
  const name = header.toString('utf8', 0, 100).replace(/\0.*$/s, '');
  const large = header.readUInt8(SIZE.at) === 0x80;
  const size = large
    ? Number(header.readBigUInt64BE(SIZE.at + 4))
    : Number.parseInt(header.toString('latin1', SIZE.at, SIZE.at + SIZE.length - 1), 8);
  if (!Number.isSafeInteger(size) || size < 0) throw new ArchiveError(keepingMessages.badSize({ name }));
  return { name, size };
}

/** How many bytes fill a content up to whole blocks. */
export function tarPadding(size: number): number {
  return (TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}

/** The sum of all bytes, the checksum's own place taken for blanks. */
function checksum(header: Buffer): number {
  let sum = 0;
  for (const [at, byte] of header.entries()) {
    sum += at >= CHECKSUM.at && at < CHECKSUM.at + CHECKSUM.length ? 0x20 : byte;
  }
  return sum;
}
