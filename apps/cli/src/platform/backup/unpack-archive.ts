import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { keepingMessages } from '../../messages/index.ts';
import { ArchiveError } from './archive-error.ts';
import { BACKUP_FORMAT, type BackupFile, isPlainName, MANIFEST, type Manifest, readManifest } from './manifest.ts';
import { readTarHeader, TAR_BLOCK, type TarEntry, tarPadding } from './tar-header.ts';

/** Reads a stream of chunks in pieces of the sizes one wants. Throws an ArchiveError when it ends before. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async exactly(size: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of this.upTo(size)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  /** The next bytes as they come, `size` of them in all. */
  async *upTo(size: number): AsyncGenerator<Buffer> {
    let missing = size;
    while (missing > 0) {
      if (this.#rest.length === 0) this.#rest = await this.#next();
      const piece = this.#rest.subarray(0, missing);
      this.#rest = this.#rest.subarray(piece.length);
      missing -= piece.length;
      yield piece;
    }
  }

  async #next(): Promise<Buffer> {
    const { value, done } = await this.#chunks.next();
    if (done === true) throw new ArchiveError(keepingMessages.cutOff);
    return value;
  }
}

const MAX_MANIFEST = 1_048_576;

/** Thrown when an archive cannot be read from the disk; the cause is the error of the file system. */
export class ArchiveUnreadable extends Error {}

/** Unpacks an archive into a folder, and verifies every file against the manifest. */
export async function unpackArchive(file: string, into: string): Promise<Manifest> {
  const source = createReadStream(file);
  const unzipped = createGunzip();
  source.on('error', (cause) => unzipped.destroy(new ArchiveUnreadable(cause.message, { cause })));
  const bytes = new ByteReader(source.pipe(unzipped));
  try {
    const manifest = await manifestIn(bytes);
    for (const expected of manifest.files) await unpackFile(bytes, expected, into);
    return manifest;
  } catch (error) {
    throw describeFailure(error);
  } finally {
    source.destroy();
    unzipped.destroy();
  }
}

async function manifestIn(bytes: ByteReader): Promise<Manifest> {
  const entry = await nextEntry(bytes);
  if (entry?.name !== MANIFEST || entry.size > MAX_MANIFEST) throw missing(MANIFEST);
  const text = await bytes.exactly(entry.size);
  await bytes.exactly(tarPadding(entry.size));
  const manifest = readManifest(text.toString('utf8'));
  if (manifest.format > BACKUP_FORMAT) {
    const { format, version } = manifest;
    throw new ArchiveError(keepingMessages.newerFormat({ format, version }));
  }
  const stranger = manifest.files.find(({ name }) => !isPlainName(name));
  if (stranger !== undefined) throw new ArchiveError(keepingMessages.unexpected({ name: stranger.name }));
  return manifest;
}

async function unpackFile(bytes: ByteReader, expected: BackupFile, into: string): Promise<void> {
  const { name, size, sha256 } = expected;
  const entry = await nextEntry(bytes);
  if (entry?.name !== name || entry.size !== size) throw missing(name);
  const path = join(into, name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const piece of bytes.upTo(size)) {
      hash.update(piece);
      await handle.writeFile(piece);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  await bytes.exactly(tarPadding(size));
  if (hash.digest('hex') !== sha256) throw new ArchiveError(keepingMessages.checksum({ name }));
}

async function nextEntry(bytes: ByteReader): Promise<TarEntry | undefined> {
  return readTarHeader(await bytes.exactly(TAR_BLOCK));
}

function missing(name: string): ArchiveError {
  return new ArchiveError(keepingMessages.missing({ name }));
}

/** What zlib, JSON and the reader throw is about the archive as well; what the disk throws is not. */
function describeFailure(error: unknown): unknown {
  const isZlib = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
  if (isZlib) return new ArchiveError(keepingMessages.cutOff, error);
  if (error instanceof SyntaxError) return new ArchiveError(keepingMessages.badManifest, error);
  return error;
}
