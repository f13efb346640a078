import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, type Random, RetryableError, randomId, systemClock } from '@kubemin/base';
import { makeDirectory, nameFileOnFullDisk } from '@kubemin/base/machine';
import { errorMessage } from '@kubemin/base/message';
import { imageMessages } from '../messages/index.ts';
import { BlobStore, type ExpectedContent } from './blob-store.ts';
import { decompressLayer } from './decompress.ts';
import type { ImageConfig } from './image-config.ts';
import { ImageDetailsCache } from './image-details.ts';
import { ImageError, systemErrorCode } from './image-error.ts';
import { type ImageOrigin, type IndexRecord, readIndex, writeIndex } from './image-index.ts';
import { formatImageReference, isDigest, parseImageReference } from './image-reference.ts';
import { ImageWriter } from './image-writer.ts';
import {
  DEFAULT_UNPACK_LIMITS,
  LayerUnpacker,
  type RootOwner,
  type RootUsers,
  type UnpackLimits,
} from './layer-unpacker.ts';
import { linkTree } from './link-tree.ts';
import type { Descriptor, Platform } from './manifest.ts';
import { type StoreLock, tryLock, waitForLock } from './store-lock.ts';
import { UnpackedRoots } from './unpacked-roots.ts';

export interface ImageStoreOptions {
  /** Made where it is missing. Several stores, of several processes of one machine, may use it at the same time. */
  readonly directory: string;
  readonly random: Random;
  /** Waits while another process changes the index. @default the time of the system */
  readonly clock?: Clock | undefined;
  /** The architecture that images are chosen for, by its name in images: `amd64`; see imageArchitecture. */
  readonly architecture: string;
  readonly limits?: Partial<UnpackLimits> | undefined;
  /**
   * What identifies this start of the machine. Roots of an earlier start are unpacked again when they are asked for: unlike
   * blobs they have no digest, and a machine that lost power may have lost parts of them. @default not checked
   */
  readonly bootId?: string | undefined;
  /**
   * User 0 of unpacked images, when that is not the user of this process, which is root then: other users of images are the ids
   * after it. Roots with another owner are not used. @default files of images have one owner, the user of this process
   */
  readonly owner?: RootOwner | undefined;
  /** The users of unpacked images, when user 0 is that of this process, which may not give files to the others. */
  readonly users?: RootUsers | undefined;
}

/** An image of the store. */
export interface StoredImage {
  /** The digest of its config: the same content has the same id, whatever it is called. */
  readonly id: string;
  /** Complete references, sorted: `docker.io/library/nginx:1.25`. */
  readonly references: readonly string[];
  /** Repositories with the digest that identifies the image there: what `imageID` shows for pulled images. */
  readonly repoDigests: readonly string[];
  readonly config: ImageConfig;
  readonly manifest: Descriptor;
  /** Lowest first. */
  readonly layers: readonly Descriptor[];
  /** Bytes of its blobs. */
  readonly size: number;
  /** `local` when it has a name from this machine; undefined where an earlier version has stored it. */
  readonly origin: ImageOrigin | undefined;
}

export interface StoreUsage {
  readonly blobBytes: number;
  readonly rootBytes: number;
}

export interface PruneResult {
  /** Ids of the images that were removed. */
  readonly images: readonly string[];
  /** Bytes of the blobs that were removed. */
  readonly blobBytes: number;
}

/** The name that images have for an architecture of Node. */
export function imageArchitecture(nodeArchitecture: string): string {
  return (
    new Map([
      ['x64', 'amd64'],
      ['ia32', '386'],
      ['ppc64', 'ppc64le'],
    ]).get(nodeArchitecture) ?? nodeArchitecture
  );
}

/**
 * Images in a directory: blobs by digest, an index of references, and unpacked roots.
 *
 * Everything becomes visible by a rename when it is complete. What a process that was killed has left unfinished is
 * removed when the store is opened again. All methods may be called concurrently, also by stores of other processes on
 * the same directory: changes of the index are made under a lock of its file, and while another process writes an image
 * or unpacks one, nothing is deleted; what should have been goes with a later removal.
 */
export class ImageStore {
  readonly platform: Platform;
  readonly limits: UnpackLimits;
  readonly #directory: string;
  readonly #temporary: string;
  readonly #roots: UnpackedRoots;
  readonly #owner: RootOwner | undefined;
  readonly #users: RootUsers | undefined;
  readonly #random: Random;
  readonly #clock: Clock;
  readonly #instance: string;
  readonly #blobs: BlobStore;
  #index = new Map<string, IndexRecord>();
  /** Which index file `#index` was read from. */
  #indexStamp = '';
  readonly #details: ImageDetailsCache;
  readonly #unpacking = new Map<string, Promise<string>>();
  /** Digests that unfinished writers use; not to be pruned. */
  readonly #writers = new Set<ReadonlySet<string>>();
  #lastChange: Promise<unknown> = Promise.resolve();

  private constructor(options: ImageStoreOptions) {
    const { directory, random, architecture, limits, owner, users, clock = systemClock } = options;
    this.platform = { os: 'linux', architecture };
    this.#directory = directory;
    this.#temporary = join(directory, 'tmp');
    this.#owner = owner;
    this.#users = users;
    this.#roots = new UnpackedRoots({ store: directory, temporary: this.#temporary, random, owner, users });
    this.#random = random;
    this.#clock = clock;
    this.#instance = randomId(random);
    this.limits = { ...DEFAULT_UNPACK_LIMITS, ...limits };
    this.#blobs = new BlobStore(join(directory, 'blobs'));
    this.#details = new ImageDetailsCache(this.#blobs);
  }

  /** Opens the store of a directory. Rejects with an ImageError `STORE_DAMAGED` when its index cannot be read. */
  static async open(options: ImageStoreOptions): Promise<ImageStore> {
    const store = new ImageStore(options);
    await store.#roots.open();
    await makeDirectory(store.#temporary, 0o700);
    await store.#blobs.open();
    await store.#change(async () => {
      await store.#hasOtherWork();
      if (options.bootId !== undefined) await store.#roots.dropEarlierBoot(options.bootId);
      await store.#roots.dropOtherOwners();
    });
    return store;
  }

  /** Where unpacked images are. */
  get rootsDirectory(): string {
    return this.#roots.directory;
  }

  get #indexFile(): string {
    return join(this.#directory, 'index.json');
  }

  /** All images, by id. */
  async list(): Promise<readonly StoredImage[]> {
    await this.#refresh();
    const byId = new Map<string, StoredImage>();
    for (const { manifest } of [...this.#index.values()]) {
      const details = await this.#details.find(manifest);
      if (details !== undefined && !byId.has(details.id)) byId.set(details.id, await this.#describe(manifest));
    }
    return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** By reference (`nginx`), by repository and digest (`nginx@sha256:…`), or by the digest of config or manifest alone. */
  async find(name: string): Promise<StoredImage | undefined> {
    await this.#refresh();
    const manifest = await this.#findManifest(name);
    if (manifest === undefined || (await this.#details.find(manifest)) === undefined) return undefined;
    return this.#describe(manifest);
  }

  /** As find; rejects with an ImageError `IMAGE_NOT_FOUND`. */
  async get(name: string): Promise<StoredImage> {
    const image = await this.find(name);
    if (image === undefined)
      throw new ImageError('IMAGE_NOT_FOUND', imageMessages.imageNotFound({ name: JSON.stringify(name) }));
    return image;
  }

  /**
   * The directory with the flattened file system of an image; unpacks it where that was not done yet. It stays until the
   * image is removed or pruned without its id among those in use: count an id as in use before asking for its root.
   */
  root(image: StoredImage): Promise<string> {
    const running = this.#unpacking.get(image.id);
    if (running !== undefined) return running;
    const unpacking = nameFileOnFullDisk(this.#roots.directory, () => this.#unpack(image)).finally(() =>
      this.#unpacking.delete(image.id),
    );
    this.#unpacking.set(image.id, unpacking);
    return unpacking;
  }

  /** Gives an image one more reference, in place of what had it before. */
  async tag(name: string, reference: string): Promise<StoredImage> {
    const target = formatImageReference(parseImageReference(reference));
    const { manifest } = await this.get(name);
    await this.#change(async () => {
      this.#index.set(target, { digest: manifest.digest, manifest, origin: 'local' });
      await this.#writeIndex();
    });
    return this.get(target);
  }

  /** Ids of images whose roots are mounted, as those of running containers are. Elsewhere than on Linux there are none. */
  async mountedImages(): Promise<readonly string[]> {
    return this.#roots.listMounted();
  }

  /**
   * Removes a reference, or with a digest all references of an image. With its last reference the image goes, its root
   * excepted when its id is among those in use. Resolves to whether there was something to remove.
   */
  async remove(name: string, inUse: Iterable<string> = []): Promise<boolean> {
    const used = new Set(inUse);
    return this.#change(async () => {
      const image = await this.find(name);
      if (image === undefined) return false;
      const { id, references } = image;
      const one = isDigest(name) ? undefined : formatImageReference(parseImageReference(name));
      const removed = one !== undefined && this.#index.has(one) ? [one] : references;
      for (const reference of removed) this.#index.delete(reference);
      await this.#writeIndex();
      if (await this.#hasOtherWork()) return true;
      if (removed.length === references.length && !used.has(id)) await this.#roots.remove(id);
      await this.#removeUnusedBlobs();
      return true;
    });
  }

  /** Removes all images that are not in use, and roots and blobs that belong to none. `keep` spares further images. */
  async prune(inUse: Iterable<string>, keep: (image: StoredImage) => boolean = () => false): Promise<PruneResult> {
    const used = new Set(inUse);
    return this.#change(async () => {
      const removed = (await this.list()).filter(
        (image) => !used.has(image.id) && !this.#unpacking.has(image.id) && !keep(image),
      );
      for (const { references } of removed) for (const reference of references) this.#index.delete(reference);
      for (const [reference, { manifest }] of [...this.#index]) {
        if ((await this.#details.find(manifest)) === undefined) this.#index.delete(reference);
      }
      await this.#writeIndex();
      const images = removed.map(({ id }) => id);
      if (await this.#hasOtherWork()) return { images, blobBytes: 0 };
      // The id of an image that is being built is the digest of its config, which its writer has pinned.
      const pinned = [...this.#writers].flatMap((digests) => [...digests]);
      const kept = new Set([...used, ...pinned, ...this.#unpacking.keys(), ...(await this.list()).map(({ id }) => id)]);
      for (const id of await this.#roots.list()) if (!kept.has(id)) await this.#roots.remove(id);
      return { images, blobBytes: await this.#removeUnusedBlobs() };
    });
  }

  /** The room that the store takes on the disk. */
  async usage(): Promise<StoreUsage> {
    let blobBytes = 0;
    for (const digest of await this.#blobs.list()) blobBytes += (await this.#blobs.size(digest)) ?? 0;
    return { blobBytes, rootBytes: await this.#roots.usage() };
  }

  /** For the other files of this module: keeps blobs from being removed until the result is called. */
  pin(digests: Iterable<string>): () => void {
    const pinned = new Set(digests);
    this.#writers.add(pinned);
    return () => this.#writers.delete(pinned);
  }

  /** For the other files of this module: writes the parts of images; what no commit refers to goes with the next prune. */
  async write<T>(work: (writer: ImageWriter) => Promise<T>): Promise<T> {
    const pinned = new Set<string>();
    this.#writers.add(pinned);
    try {
      return await this.#withWorkspace((directory) => {
        const blobs = { store: this.#blobs, newPath: () => join(directory, `blob-${randomId(this.#random)}`) };
        return work(
          new ImageWriter(blobs, pinned, {
            commit: (references, image) => this.#commit(references, image),
            unpack: async (manifest) => this.root(await this.#describe(manifest)),
          }),
        );
      });
    } finally {
      this.#writers.delete(pinned);
    }
  }

  /** For the other files of this module: the content of a blob, checked while it is read. */
  readBlob(expected: ExpectedContent): AsyncIterable<Uint8Array> {
    return this.#blobs.read(expected);
  }

  async #commit(references: readonly string[], { digest, manifest, origin }: IndexRecord): Promise<StoredImage> {
    const details = await this.#details.get(manifest);
    const { platform } = details.config;
    if (
      platform.os !== '' &&
      (platform.os !== this.platform.os || platform.architecture !== this.platform.architecture)
    ) {
      throw new ImageError(
        'INVALID_IMAGE',
        imageMessages.otherPlatform({
          os: this.platform.os,
          architecture: this.platform.architecture,
          imageOs: platform.os,
          imageArchitecture: platform.architecture,
        }),
      );
    }
    for (const layer of details.manifest.layers) await this.#assertLayer(layer);
    await this.#change(async () => {
      for (const reference of references) {
        this.#index.set(formatImageReference(parseImageReference(reference)), { digest, manifest, origin });
      }
      await this.#writeIndex();
    });
    return this.#describe(manifest);
  }

  async #assertLayer({ digest, size }: Descriptor): Promise<void> {
    if ((await this.#blobs.size(digest)) !== size) {
      throw new ImageError('INVALID_IMAGE', imageMessages.layerIncomplete({ digest }));
    }
  }

  async #findManifest(name: string): Promise<Descriptor | undefined> {
    if (isDigest(name)) {
      for (const { digest, manifest } of [...this.#index.values()]) {
        if (digest === name || manifest.digest === name || (await this.#details.find(manifest))?.id === name)
          return manifest;
      }
      return undefined;
    }
    const wanted = parseImageReference(name);
    const exact = this.#index.get(formatImageReference(wanted));
    if (exact !== undefined || wanted.digest === undefined) return exact?.manifest;
    for (const [reference, { digest, manifest }] of this.#index) {
      const { registry, repository } = parseImageReference(reference);
      const isSameRepository = registry === wanted.registry && repository === wanted.repository;
      if (isSameRepository && (digest === wanted.digest || manifest.digest === wanted.digest)) return manifest;
    }
    return undefined;
  }

  async #describe(manifest: Descriptor): Promise<StoredImage> {
    const { id, config, manifest: content } = await this.#details.get(manifest);
    const references: string[] = [];
    const repoDigests = new Set<string>();
    const origins = new Set<ImageOrigin | undefined>();
    for (const [reference, record] of [...this.#index]) {
      if ((await this.#details.find(record.manifest))?.id !== id) continue;
      references.push(reference);
      origins.add(record.origin);
      const { registry, repository } = parseImageReference(reference);
      repoDigests.add(`${registry}/${repository}@${record.digest}`);
    }
    const layerBytes = content.layers.reduce((sum, { size }) => sum + size, 0);
    return {
      id,
      references: references.sort(),
      repoDigests: [...repoDigests].sort(),
      config,
      manifest,
      layers: content.layers,
      size: manifest.size + content.config.size + layerBytes,
      origin: origins.has('local') ? 'local' : origins.has(undefined) ? undefined : 'pulled',
    };
  }

  async #unpack(image: StoredImage): Promise<string> {
    if (await this.#roots.has(image.id)) return this.#roots.path(image.id);
    const base = await this.#findBase(image);
    const baseRoot = base === undefined ? undefined : await this.root(base);
    const unpin = this.pin(image.layers.map(({ digest }) => digest));
    try {
      return await this.#withWorkspace(async (directory) => {
        const temporary = join(directory, 'root');
        const shared = baseRoot !== undefined && (await linkTree(baseRoot, temporary)) ? (base?.layers.length ?? 0) : 0;
        if (shared === 0) {
          await rm(temporary, { recursive: true, force: true });
          await mkdir(temporary, { mode: 0o755 });
        }
        const unpacker = new LayerUnpacker(temporary, this.limits, this.#owner ?? this.#users);
        for (const [index, layer] of image.layers.entries()) {
          if (index >= shared) await this.#applyLayer(unpacker, layer, image.config.layers[index]);
        }
        await this.#users?.assign(temporary, unpacker.ownedFiles);
        await this.#roots.add(image.id, temporary);
        return this.#roots.path(image.id);
      });
    } finally {
      unpin();
    }
  }

  /** The image of the store with the most of the lower layers of this one: files are the same, and need the disk once. */
  async #findBase({ layers }: StoredImage): Promise<StoredImage | undefined> {
    let base: Descriptor | undefined;
    let depth = 0;
    for (const { manifest } of [...this.#index.values()]) {
      const lower = (await this.#details.find(manifest))?.manifest.layers ?? [];
      const isPrefix = lower.length < layers.length && lower.every(({ digest }, at) => digest === layers[at]?.digest);
      if (!isPrefix || lower.length <= depth) continue;
      depth = lower.length;
      base = manifest;
    }
    return base && this.#describe(base);
  }

  async #applyLayer(unpacker: LayerUnpacker, layer: Descriptor, diffId: string | undefined): Promise<void> {
    try {
      await this.#assertLayer(layer);
      await unpacker.apply(decompressLayer(this.#blobs.read(layer), diffId));
    } catch (error) {
      if (!(error instanceof ImageError) || (error.code !== 'DIGEST_MISMATCH' && error.code !== 'INVALID_IMAGE'))
        throw error;
      // The file was damaged on the disk. Without it, and without images that need it, the next pull repairs the store.
      await this.#change(() => this.#dropLayer(layer.digest));
      throw new ImageError(
        error.code,
        imageMessages.damagedLayer({ digest: layer.digest, reason: errorMessage(error) }),
        error,
      );
    }
  }

  async #dropLayer(digest: string): Promise<void> {
    for (const [reference, { manifest }] of [...this.#index]) {
      const details = await this.#details.find(manifest);
      if (details?.manifest.layers.some((layer) => layer.digest === digest) === true) this.#index.delete(reference);
    }
    await this.#writeIndex();
    await this.#blobs.remove(digest);
  }

  async #removeUnusedBlobs(): Promise<number> {
    const used = new Set([...this.#writers].flatMap((pinned) => [...pinned]));
    for (const { manifest } of [...this.#index.values()]) {
      const content = (await this.#details.find(manifest))?.manifest;
      used.add(manifest.digest);
      for (const { digest } of content === undefined ? [] : [content.config, ...content.layers]) used.add(digest);
    }
    let bytes = 0;
    for (const digest of await this.#blobs.list()) {
      // Writers may have come meanwhile.
      if (used.has(digest) || [...this.#writers].some((pinned) => pinned.has(digest))) continue;
      bytes += (await this.#blobs.size(digest)) ?? 0;
      await this.#blobs.remove(digest);
      this.#details.forget(digest);
    }
    return bytes;
  }

  /** Called with the lock held. */
  async #writeIndex(): Promise<void> {
    await writeIndex(this.#indexFile, join(this.#temporary, `index-${randomId(this.#random)}`), this.#index);
    this.#indexStamp = await fileStamp(this.#indexFile);
  }

  /** Reads the index again when another process has written it. */
  async #refresh(): Promise<void> {
    const stamp = await fileStamp(this.#indexFile);
    if (stamp === this.#indexStamp) return;
    this.#index = new Map(await readIndex(this.#indexFile));
    this.#indexStamp = stamp;
  }

  /** Changes are made one after the other, by all processes, on the index as the last one has left it. */
  #change<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#lastChange.then(async () => {
      const lock = await waitForLock(join(this.#directory, 'lock.db'), this.#clock);
      try {
        await this.#refresh();
        return await work();
      } catch (error) {
        // What could not be written is not true.
        this.#indexStamp = '';
        throw error;
      } finally {
        lock.release();
      }
    });
    this.#lastChange = result.catch(() => undefined);
    return result;
  }

  /** Gives work a directory that is there until it ends; meanwhile other processes delete nothing. */
  async #withWorkspace<T>(work: (directory: string) => Promise<T>): Promise<T> {
    const directory = join(this.#temporary, `${WORKSPACE}${this.#instance}-${randomId(this.#random)}`);
    const lock = await nameFileOnFullDisk(directory, () => this.#change(() => makeWorkspace(directory)));
    try {
      return await work(directory);
    } finally {
      await this.#roots.delete(directory);
      lock.release();
    }
  }

  /**
   * Whether another store writes or unpacks; what ended processes have left is removed. Called with the lock held: no work
   * begins until it is released, and everything but workspaces is made and removed with it held.
   */
  async #hasOtherWork(): Promise<boolean> {
    let found = false;
    for (const name of await readdir(this.#temporary)) {
      const path = join(this.#temporary, name);
      if (name.startsWith(WORKSPACE)) {
        if (name.startsWith(`${WORKSPACE}${this.#instance}-`)) continue;
        if (isHeld(join(path, LOCK))) {
          found = true;
          continue;
        }
      }
      await this.#roots.deleteIfAllowed(path);
    }
    return found;
  }
}

const WORKSPACE = 'work-';
const LOCK = 'lock.db';

async function makeWorkspace(directory: string): Promise<StoreLock> {
  await mkdir(directory, { mode: 0o700 });
  const lock = tryLock(join(directory, LOCK));
  if (lock === undefined) throw new RetryableError(imageMessages.storeInUse({ directory }), { code: 'STORE_IN_USE' });
  return lock;
}

function isHeld(path: string): boolean {
  if (!existsSync(path)) return false;
  const lock = tryLock(path);
  lock?.release();
  return lock === undefined;
}

/** Changes whenever a file is replaced. */
async function fileStamp(path: string): Promise<string> {
  try {
    const { ino, mtimeNs, size } = await stat(path, { bigint: true });
    return `${ino} ${mtimeNs} ${size}`;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return 'none';
    throw error;
  }
}
