import { gunzipSync, inflateRawSync } from 'node:zlib';
import { toError } from '@kubemin/base';
import { type ArchiveFiles, archiveError, FileCollector, MAX_UNPACKED_BYTES } from './archive-files.ts';

const BLOCK = 512;
const ZIP_ENTRY = 0x02014b50;
const ZIP_END = 0x06054b50;
const ZIP_END_BYTES = 22;
const LONGEST_ZIP_COMMENT = 65_535;
const [STORED, DEFLATED] = [0, 8];
/** Entries that unpack to no more than this much beyond their declared size; headers of tar need room as well. */
const SLACK_BYTES = 16 * 1024 * 1024;

/** The files of a tar, tar.gz or zip archive. Throws a TerminalError with the code FUNCTION_ARCHIVE_INVALID. */
export function readArchive(bytes: Uint8Array): ArchiveFiles {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const files = new FileCollector();
  if (buffer[0] === 0x50 && buffer[1] === 0x4b) readZip(buffer, files);
  else readTar(buffer[0] === 0x1f && buffer[1] === 0x8b ? unpack(() => gunzipSync(buffer, LIMIT)) : buffer, files);
  return files.finish();
}

const LIMIT = { maxOutputLength: MAX_UNPACKED_BYTES + SLACK_BYTES };

function unpack(work: () => Buffer): Buffer {
  try {
    return work();
  } catch (error) {
    throw archiveError(toError(error).message);
  }
}

function readTar(tar: Buffer, files: FileCollector): void {
  let longName: string | undefined;
  for (let at = 0; at + BLOCK <= tar.length; ) {
    const header = tar.subarray(at, at + BLOCK);
    if (header.every((byte) => byte === 0)) return;
    if (readText(header, 257, 5) !== 'ustar') throw archiveError('it is neither tar, tar.gz nor zip');
    const size = readOctal(header, 124, 12);
    const content = tar.subarray(at + BLOCK, at + BLOCK + size);
    if (content.length < size) throw archiveError('it is no complete tar file');
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    const type = String.fromCharCode(header[156] ?? 0);
    if (type === 'L') longName = content.toString('utf8').replace(/\0+$/, '');
    else if (type === 'x') longName = readPaxPath(content) ?? longName;
    else {
      const prefix = readText(header, 345, 155);
      const name = longName ?? [...(prefix === '' ? [] : [prefix]), readText(header, 0, 100)].join('/');
      longName = undefined;
      // Links and directories are nothing that code needs.
      if (type === '0' || type === '\0' || type === '7') files.add(name, content);
    }
  }
}

/** Records `LENGTH key=value\n`. */
function readPaxPath(content: Buffer): string | undefined {
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(0x20, at);
    const length = Number(content.toString('latin1', at, space));
    if (!(length > 0)) return undefined;
    const record = content.toString('utf8', space + 1, at + length - 1);
    if (record.startsWith('path=')) return record.slice('path='.length);
    at += length;
  }
  return undefined;
}

function readText(header: Buffer, at: number, length: number): string {
  const text = header.subarray(at, at + length);
  const end = text.indexOf(0);
  return text.toString('utf8', 0, end === -1 ? length : end);
}

function readOctal(header: Buffer, at: number, length: number): number {
  const size = Number.parseInt(readText(header, at, length).trim() || '0', 8);
  if (!Number.isSafeInteger(size) || size < 0) throw archiveError('it has an entry of no size');
  return size;
}

function readZip(zip: Buffer, files: FileCollector): void {
  const end = findZipEnd(zip);
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== ZIP_ENTRY) throw archiveError('it is no complete zip file');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field));
    const name = zip.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    if (!name.endsWith('/')) files.add(name, readZipEntry(zip, at, name));
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
}

function findZipEnd(zip: Buffer): number {
  const lowest = Math.max(0, zip.length - ZIP_END_BYTES - LONGEST_ZIP_COMMENT);
  for (let at = zip.length - ZIP_END_BYTES; at >= lowest; at -= 1) {
    if (zip.readUInt32LE(at) === ZIP_END) return at;
  }
  throw archiveError('it is no complete zip file');
}

function readZipEntry(zip: Buffer, entry: number, name: string): Buffer {
  const method = zip.readUInt16LE(entry + 10);
  const packed = zip.readUInt32LE(entry + 20);
  const header = zip.readUInt32LE(entry + 42);
  const isEncrypted = (zip.readUInt16LE(entry + 8) & 1) === 1;
  if (isEncrypted || (method !== STORED && method !== DEFLATED))
    throw archiveError(`${name} is encrypted or packed in an unknown way`);
  if (header + 30 > zip.length) throw archiveError('it is no complete zip file');
  const at = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
  const content = zip.subarray(at, at + packed);
  if (content.length < packed) throw archiveError('it is no complete zip file');
  return method === STORED ? content : unpack(() => inflateRawSync(content, LIMIT));
}
