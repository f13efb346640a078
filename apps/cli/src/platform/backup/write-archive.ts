import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { MANIFEST, type Manifest } from './manifest.ts';
import { TAR_BLOCK, tarHeader, tarPadding } from './tar-header.ts';

/** What goes into an archive, and where it goes. */
export interface ArchiveOptions {
  /** The folder that holds the files. */
  readonly from: string;
  readonly manifest: Manifest;
  readonly file: string;
}

/**
 * Writes an archive (tar, gzip). It appears under its name only when all of it is on the disk: whatever happens
 * before leaves at most a file with another name, which the next backup to this place replaces.
 */
export async function writeArchive({ from, manifest, file }: ArchiveOptions): Promise<{ readonly bytes: number }> {
  const partial = `${file}.partial`;
  try {
    await pipeline(
      streamTar(from, manifest),
      createGzip({ level: 1 }),
      createWriteStream(partial, { mode: 0o600, flush: true }),
    );
    const { size } = await stat(partial);
    await rename(partial, file);
    return { bytes: size };
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function* streamTar(from: string, manifest: Manifest): AsyncGenerator<Buffer> {
  const time = new Date(manifest.createdAt);
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  yield tarHeader({ name: MANIFEST, size: text.length }, time);
  yield text;
  yield Buffer.alloc(tarPadding(text.length));
  for (const { name, size } of manifest.files) {
    yield tarHeader({ name, size }, time);
    for await (const chunk of createReadStream(join(from, name))) yield chunk;
    yield Buffer.alloc(tarPadding(size));
  }
  yield Buffer.alloc(2 * TAR_BLOCK);
}
