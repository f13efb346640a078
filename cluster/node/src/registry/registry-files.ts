import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeDirectory } from '@kubemin/base/machine';
import { type Digest, parseDigest } from './digest.ts';

/**
 * Where things are in the directory of a registry:
 *
 *     blobs/<algorithm>/<hex>                                         content
 *     uploads/<id>                                                    content that is not complete
 *     repositories/<name>/_blobs/<algorithm>/<hex>                    empty: the repository has the blob
 *     repositories/<name>/_manifests/<algorithm>/<hex>                the media type of the manifest
 *     repositories/<name>/_referrers/<algorithm>/<hex>/<digest>       empty: a manifest with this subject
 *     repositories/<name>/_tags/<tag>                                 the digest
 *
 * Names of repositories have no part that begins with `_`. Every file appears by a rename when it is complete and on the disk.
 */
export class RegistryFiles {
  readonly #directory: string;
  readonly #newId: () => string;

  constructor(directory: string, newId: () => string) {
    this.#directory = directory;
    this.#newId = newId;
  }

  async open(): Promise<void> {
    for (const name of ['blobs', 'uploads', 'repositories', 'tmp'])
      await makeDirectory(join(this.#directory, name), 0o700);
    // What a process that was killed has left.
    for (const name of await readdir(this.#path('tmp'))) await rm(this.#path('tmp', name), { force: true });
  }

  blob({ algorithm, hex }: Digest): string {
    return this.#path('blobs', algorithm, hex);
  }

  upload(id: string): string {
    return this.#path('uploads', id);
  }

  repository(name: string): string {
    return this.#path('repositories', name);
  }

  blobLink(name: string, { algorithm, hex }: Digest): string {
    return join(this.repository(name), '_blobs', algorithm, hex);
  }

  manifest(name: string, { algorithm, hex }: Digest): string {
    return join(this.repository(name), '_manifests', algorithm, hex);
  }

  referrers(name: string, { algorithm, hex }: Digest): string {
    return join(this.repository(name), '_referrers', algorithm, hex);
  }

  tags(name: string): string {
    return join(this.repository(name), '_tags');
  }

  #path(...parts: readonly string[]): string {
    return join(this.#directory, ...parts);
  }

  /** Writes a small file, in place of one that is there. It is on the disk when this resolves. */
  async write(path: string, content: string | Uint8Array): Promise<void> {
    const temporary = this.#path('tmp', this.#newId());
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await this.publish(temporary, path);
  }

  /** Moves a complete file, whose content is on the disk, to its place. */
  async publish(from: string, path: string): Promise<void> {
    const parent = dirname(path);
    if ((await mkdir(parent, { recursive: true, mode: 0o700 })) !== undefined) await this.#syncAbove(parent);
    await rename(from, path);
    await syncDirectory(parent);
  }

  /** New directories are entries of those above them. */
  async #syncAbove(path: string): Promise<void> {
    for (let each = dirname(path); each.length >= this.#directory.length; each = dirname(each))
      await syncDirectory(each);
  }

  /** The digests that have a file below `directory/<algorithm>/`. */
  async listDigests(directory: string): Promise<readonly Digest[]> {
    const digests: Digest[] = [];
    for (const algorithm of await listNames(directory)) {
      for (const hex of await listNames(join(directory, algorithm))) digests.push(parseDigest(`${algorithm}:${hex}`));
    }
    return digests;
  }

  get blobsDirectory(): string {
    return this.#path('blobs');
  }

  get uploadsDirectory(): string {
    return this.#path('uploads');
  }

  /** All repositories, by name. */
  async listRepositories(): Promise<readonly string[]> {
    const found: string[] = [];
    const visit = async (prefix: string): Promise<void> => {
      const names = await listNames(this.#path('repositories', prefix));
      if (prefix !== '' && names.some((name) => name.startsWith('_'))) found.push(prefix);
      for (const name of names.filter((each) => !each.startsWith('_')))
        await visit(prefix === '' ? name : `${prefix}/${name}`);
    };
    await visit('');
    return found.sort();
  }
}

/** Names in a directory, sorted; none where it is missing. */
export async function listNames(directory: string): Promise<readonly string[]> {
  return (await orMissing(readdir(directory)))?.sort() ?? [];
}

/** Text of a small file; undefined where it is missing. */
export function readText(path: string): Promise<string | undefined> {
  return orMissing(readFile(path, 'utf8'));
}

/** Size and time of a file; undefined where it is missing. */
export async function fileState(
  path: string,
): Promise<{ readonly size: number; readonly changedAt: number } | undefined> {
  const found = await orMissing(stat(path));
  return found === undefined ? undefined : { size: found.size, changedAt: found.mtimeMs };
}

async function orMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    // A directory of which a part is a file has no such file either.
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined;
    throw error;
  }
}

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
