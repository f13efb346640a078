import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory, nameFileOnFullDisk } from '@kubemin/base/machine';
import { imageMessages } from '../messages/index.ts';
import { ImageError, systemErrorCode } from './image-error.ts';
import { isDigest } from './image-reference.ts';
import { type Descriptor, LARGEST_DOCUMENT } from './manifest.ts';
import { concatChunks } from './tar-format.ts';

const READ_SIZE = 1024 * 1024;
/** Small chunks are gathered, so that not each costs a call to the system. */
const WRITE_SIZE = 256 * 1024;

/** What content has to be; both are checked while it is read. */
export interface ExpectedContent {
  readonly digest: string;
  readonly size: number;
}

export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export interface WriteOptions {
  /** Where it is until it is complete: a path on the same file system that is not used. */
  readonly path: string;
  readonly expected?: ExpectedContent | undefined;
  readonly onDigest?: (digest: string) => void;
}

export interface WrittenBlob {
  readonly digest: string;
  readonly size: number;
}

/** Files by the digest of their content. A blob is visible only when it is complete and on the disk. */
export class BlobStore {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = join(directory, 'sha256');
  }

  async open(): Promise<void> {
    await makeDirectory(this.#directory, 0o700);
  }

  /** Its size; undefined when it is not there. */
  async size(digest: string): Promise<number | undefined> {
    try {
      return (await stat(this.#path(digest))).size;
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  async list(): Promise<readonly string[]> {
    return (await readdir(this.#directory)).map((name) => `sha256:${name}`).filter(isDigest);
  }

  async remove(digest: string): Promise<void> {
    await rm(this.#path(digest), { force: true });
  }

  /** The content; it fails at its end with `DIGEST_MISMATCH` when it is not what was expected. */
  read(expected: ExpectedContent): AsyncIterable<Uint8Array> {
    return checkContent(createReadStream(this.#path(expected.digest), { highWaterMark: READ_SIZE }), expected);
  }

  /** A manifest or a config, complete and checked. */
  async readDocument(expected: ExpectedContent): Promise<Buffer> {
    if (expected.size > LARGEST_DOCUMENT) {
      throw new ImageError(
        'INVALID_IMAGE',
        imageMessages.blobTooLarge({ digest: expected.digest, size: expected.size }),
      );
    }
    try {
      return await concatChunks(this.read(expected));
    } catch (error) {
      if (systemErrorCode(error) !== 'ENOENT') throw error;
      throw new ImageError('INVALID_IMAGE', imageMessages.blobMissing({ digest: expected.digest }), error);
    }
  }

  /**
   * Stores content, and refuses it with `DIGEST_MISMATCH` when it is not what was expected. `onDigest` is called before
   * the blob becomes visible, so that it can be kept from being removed. A chunk may be overwritten when the next one is
   * asked for.
   */
  write(content: Chunks, options: WriteOptions): Promise<WrittenBlob> {
    return nameFileOnFullDisk(this.#directory, () => this.#write(content, options));
  }

  async #write(content: Chunks, { path, expected, onDigest }: WriteOptions): Promise<WrittenBlob> {
    const hash = createHash('sha256');
    let size = 0;
    try {
      const handle = await open(path, 'wx', 0o600);
      try {
        let pending: Uint8Array[] = [];
        let pendingSize = 0;
        const flush = async (): Promise<void> => {
          await handle.writeFile(
            pending.length === 1 && pending[0] !== undefined ? pending[0] : Buffer.concat(pending),
          );
          pending = [];
          pendingSize = 0;
        };
        for await (const chunk of content) {
          size += chunk.length;
          if (expected !== undefined && size > expected.size) throw sizeMismatch(expected, size);
          hash.update(chunk);
          // The source may use its memory again when the next chunk is asked for.
          pending.push(chunk.length < WRITE_SIZE ? Buffer.from(chunk) : chunk);
          pendingSize += chunk.length;
          if (pendingSize >= WRITE_SIZE) await flush();
        }
        if (pendingSize > 0) await flush();
        await handle.sync();
      } finally {
        await handle.close();
      }
      const digest = `sha256:${hash.digest('hex')}`;
      if (expected !== undefined) assertContent(expected, { digest, size });
      onDigest?.(digest);
      await rename(path, this.#path(digest));
      await syncDirectory(this.#directory);
      return { digest, size };
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  #path(digest: string): string {
    if (!isDigest(digest))
      throw new ImageError('INVALID_IMAGE', imageMessages.unsupportedDigest({ digest: JSON.stringify(digest) }));
    return join(this.#directory, digest.slice('sha256:'.length));
  }
}

/** Makes renames and new names in a directory survive a failure of the machine. */
export async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* checkContent(
  content: AsyncIterable<Uint8Array>,
  expected: ExpectedContent,
): AsyncGenerator<Uint8Array, void, undefined> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > expected.size) throw sizeMismatch(expected, size);
    hash.update(chunk);
    yield chunk;
  }
  assertContent(expected, { digest: `sha256:${hash.digest('hex')}`, size });
}

function assertContent(expected: ExpectedContent, found: WrittenBlob): void {
  if (found.size !== expected.size) throw sizeMismatch(expected, found.size);
  if (found.digest !== expected.digest) {
    throw new ImageError(
      'DIGEST_MISMATCH',
      imageMessages.unexpectedDigest({ found: found.digest, expected: expected.digest }),
    );
  }
}

function sizeMismatch(expected: ExpectedContent, found: number): ImageError {
  const { digest, size } = expected;
  const message =
    found > size
      ? imageMessages.largerThanExpected({ digest, expected: size })
      : imageMessages.unexpectedSize({ digest, found, expected: size });
  return new ImageError('DIGEST_MISMATCH', message);
}

/** The descriptor of a blob that was written. */
export function describeBlob(blob: WrittenBlob, mediaType: string): Descriptor {
  return { mediaType, digest: blob.digest, size: blob.size };
}
