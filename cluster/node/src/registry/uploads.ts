import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { nameFileOnFullDisk } from '@kubemin/base/machine';
import { registryMessages } from '../messages/index.ts';
import { type Digest, newHash, parseDigest } from './digest.ts';
import { RegistryError } from './registry-error.ts';
import { fileState, listNames, type RegistryFiles } from './registry-files.ts';

/** Content as it arrives. */
export type Chunks = AsyncIterable<Uint8Array>;

interface Upload {
  readonly repository: string;
  size: number;
  /** Of the bytes so far, by the usual algorithm; undefined after a restart. */
  readonly hash: Hash | undefined;
  isBusy: boolean;
}

/**
 * Blobs that arrive in parts. A part that is cut off stays as far as it came: clients ask for the range and continue. Uploads survive a restart
 * of the process; those that are not continued are removed by `removeOlder`.
 */
export class Uploads {
  readonly #files: RegistryFiles;
  readonly #newId: () => string;
  readonly #open = new Map<string, Upload>();

  constructor(files: RegistryFiles, newId: () => string) {
    this.#files = files;
    this.#newId = newId;
  }

  async start(repository: string): Promise<string> {
    const id = uploadId(repository, this.#newId());
    await nameFileOnFullDisk(this.#files.upload(id), async () =>
      (await open(this.#files.upload(id), 'wx', 0o600)).close(),
    );
    this.#open.set(id, { repository, size: 0, hash: newHash({ algorithm: 'sha256' }), isBusy: false });
    return id;
  }

  /** How many bytes have arrived. */
  async size(repository: string, id: string): Promise<number> {
    return (await this.#find(repository, id)).size;
  }

  /** Appends a part that has to begin at `start`, when that is stated, and returns the size after it. */
  append(repository: string, id: string, content: Chunks, start: number | undefined): Promise<number> {
    return this.#exclusively(repository, id, async (upload) => {
      await this.#append(id, upload, content, start);
      return upload.size;
    });
  }

  /** Appends the last part, and has `publish` move the file when its digest is the stated one; the upload ends. */
  finish(
    place: { readonly repository: string; readonly id: string },
    content: Chunks,
    expected: { readonly digest: Digest; readonly start: number | undefined },
    publish: (file: string) => Promise<void>,
  ): Promise<void> {
    const { repository, id } = place;
    return this.#exclusively(repository, id, async (upload) => {
      await this.#append(id, upload, content, expected.start);
      const file = this.#files.upload(id);
      const found = await this.#digest(file, upload, expected.digest);
      if (found.text !== expected.digest.text) {
        await this.#remove(id);
        throw new RegistryError(
          'DIGEST_INVALID',
          registryMessages.otherDigest({ found: found.text, expected: expected.digest.text }),
        );
      }
      await publish(file);
      this.#open.delete(id);
    });
  }

  cancel(repository: string, id: string): Promise<void> {
    return this.#exclusively(repository, id, () => this.#remove(id));
  }

  /** Removes uploads without a change since `before`, in milliseconds since the epoch; returns how many. */
  async removeOlder(before: number): Promise<number> {
    let removed = 0;
    for (const id of await listNames(this.#files.uploadsDirectory)) {
      const state = await fileState(this.#files.upload(id));
      if (state === undefined || state.changedAt >= before || this.#open.get(id)?.isBusy === true) continue;
      await this.#remove(id);
      removed += 1;
    }
    return removed;
  }

  async #append(id: string, upload: Upload, content: Chunks, start: number | undefined): Promise<void> {
    if (start !== undefined && start !== upload.size) {
      throw new RegistryError('RANGE_INVALID', registryMessages.rangeInvalid({ start, size: upload.size }), {
        headers: uploadRange(upload.size),
      });
    }
    const file = this.#files.upload(id);
    await nameFileOnFullDisk(file, async () => {
      const handle = await open(file, 'a');
      try {
        for await (const chunk of content) await write(handle, upload, chunk);
        await handle.sync();
      } catch (error) {
        // A part of a chunk may be there.
        await handle.truncate(upload.size);
        throw error;
      } finally {
        await handle.close();
      }
    });
  }

  /** Known already for the usual algorithm; read again after a restart, and for others. */
  async #digest(file: string, upload: Upload, { algorithm }: Digest): Promise<Digest> {
    if (upload.hash !== undefined && algorithm === 'sha256')
      return parseDigest(`sha256:${upload.hash.copy().digest('hex')}`);
    const hash = newHash({ algorithm });
    for await (const chunk of createReadStream(file)) hash.update(chunk);
    return parseDigest(`${algorithm}:${hash.digest('hex')}`);
  }

  async #exclusively<T>(repository: string, id: string, work: (upload: Upload) => Promise<T>): Promise<T> {
    const upload = await this.#find(repository, id);
    if (upload.isBusy) throw new RegistryError('BLOB_UPLOAD_INVALID', registryMessages.uploadBusy, { status: 409 });
    upload.isBusy = true;
    try {
      return await work(upload);
    } finally {
      upload.isBusy = false;
    }
  }

  async #find(repository: string, id: string): Promise<Upload> {
    const known = this.#open.get(id);
    if (known?.repository === repository) return known;
    const state = isUploadId(repository, id) ? await fileState(this.#files.upload(id)) : undefined;
    if (state === undefined) throw new RegistryError('BLOB_UPLOAD_UNKNOWN', registryMessages.uploadUnknown);
    const upload = { repository, size: state.size, hash: undefined, isBusy: false };
    this.#open.set(id, upload);
    return upload;
  }

  async #remove(id: string): Promise<void> {
    this.#open.delete(id);
    await rm(this.#files.upload(id), { force: true });
  }
}

/** The header with what has arrived. Without a byte it is `0-0`, as the format has no other way. */
export function uploadRange(size: number): { readonly range: string } {
  return { range: `0-${Math.max(0, size - 1)}` };
}

/** Bytes count once they are in the file: a write that fails leaves size and hash at what was written. */
async function write(handle: FileHandle, upload: Upload, chunk: Uint8Array): Promise<void> {
  await handle.writeFile(chunk);
  upload.hash?.update(chunk);
  upload.size += chunk.length;
}

/** The id contains its repository, so that after a restart no other repository can continue the upload. */
function uploadId(repository: string, random: string): string {
  return `${createHash('sha256').update(repository).digest('hex').slice(0, 32)}-${random}`;
}

function isUploadId(repository: string, id: string): boolean {
  return id.startsWith(uploadId(repository, '')) && /^[0-9a-f]+-[a-z0-9]+$/.test(id);
}
