import { createReadStream } from 'node:fs';
import { readFile, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, type Random, randomId } from '@kubemin/base';
import { registryMessages } from '../messages/index.ts';
import { computeDigest, type Digest, parseDigest } from './digest.ts';
import { type ManifestContent, readManifest } from './manifest-content.ts';
import { RegistryError } from './registry-error.ts';
import { fileState, listNames, RegistryFiles, readText } from './registry-files.ts';
import { type Chunks, Uploads } from './uploads.ts';

export interface RegistryStoreOptions {
  /** Made where it is missing. One process has it open at a time. */
  readonly directory: string;
  readonly random: Random;
  readonly clock: Clock;
}

/** What a name leads to. */
export interface StoredManifest {
  readonly digest: Digest;
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/** A blob that can be read in parts. */
export interface StoredBlob {
  readonly digest: Digest;
  readonly size: number;
  /** From the first to the last byte that are named, both included. */
  read(range?: { readonly first: number; readonly last: number }): Chunks;
}

export interface GarbageOptions {
  /** What is younger is kept, in milliseconds: clients push blobs before the manifest that refers to them. @default one day */
  readonly graceMs?: number | undefined;
  /** Also removes manifests without a tag that no index and no subject keeps. @default false */
  readonly untagged?: boolean | undefined;
  /** Removes the manifests of a repository, tagged or not, that were not used since this time. @default never */
  readonly expire?: ((repository: string) => number | undefined) | undefined;
}

export interface CollectedGarbage {
  readonly manifests: number;
  readonly blobs: number;
  readonly bytes: number;
  readonly uploads: number;
}

interface RepositoryCollection {
  readonly before: number;
  readonly untagged: boolean;
  /** Manifests that were not used since are removed. */
  readonly unusedSince: number | undefined;
  /** Gets what is left. */
  readonly used: Set<string>;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Repositories of images and other artifacts in a directory. Blobs are stored once, whatever number of repositories has them, and only a repository
 * that received a blob returns it. A method that stores something resolves when it is on the disk. All methods may be called at
 * the same time; collecting garbage waits for changes that run, and changes wait for it.
 */
export class RegistryStore {
  readonly #files: RegistryFiles;
  readonly #clock: Clock;
  readonly uploads: Uploads;
  #changes = new Set<Promise<unknown>>();
  #collecting: Promise<unknown> | undefined;

  private constructor({ directory, random, clock }: RegistryStoreOptions) {
    const newId = (): string => randomId(random);
    this.#files = new RegistryFiles(directory, newId);
    this.#clock = clock;
    this.uploads = new Uploads(this.#files, newId);
  }

  static async open(options: RegistryStoreOptions): Promise<RegistryStore> {
    const store = new RegistryStore(options);
    await store.#files.open();
    return store;
  }

  /** Throws `BLOB_UNKNOWN` when the repository does not have it. */
  async blob(repository: string, digest: Digest): Promise<StoredBlob> {
    const found = (await this.#hasBlob(repository, digest)) ? await fileState(this.#files.blob(digest)) : undefined;
    if (found === undefined)
      throw new RegistryError('BLOB_UNKNOWN', registryMessages.blobUnknown({ digest: digest.text, repository }));
    return {
      digest,
      size: found.size,
      read: (range) =>
        createReadStream(this.#files.blob(digest), range === undefined ? {} : { start: range.first, end: range.last }),
    };
  }

  /** Ends an upload as a blob of the repository. */
  finishUpload(
    repository: string,
    id: string,
    content: Chunks,
    expected: { readonly digest: Digest; readonly start: number | undefined },
  ): Promise<void> {
    const { digest } = expected;
    return this.uploads.finish({ repository, id }, content, expected, (file) =>
      this.#change(async () => {
        await this.#files.publish(file, this.#files.blob(digest));
        await this.#files.write(this.#files.blobLink(repository, digest), '');
      }),
    );
  }

  /** Gives a blob of another repository to this one; false when the other does not have it. */
  async mount(repository: string, digest: Digest, from: string): Promise<boolean> {
    return this.#change(async () => {
      if (!(await this.#hasBlob(from, digest))) return false;
      await this.#files.write(this.#files.blobLink(repository, digest), '');
      return true;
    });
  }

  /** Takes a blob from a repository; its content goes with the next collection of garbage. Throws `BLOB_UNKNOWN`. */
  async deleteBlob(repository: string, digest: Digest): Promise<void> {
    await this.#change(async () => {
      await this.blob(repository, digest);
      await rm(this.#files.blobLink(repository, digest), { force: true });
    });
  }

  /** By tag or digest. Throws `MANIFEST_UNKNOWN`, or `NAME_UNKNOWN` when there is no such repository. */
  async manifest(repository: string, reference: string): Promise<StoredManifest> {
    const digest = await this.#resolve(repository, reference);
    const mediaType = digest === undefined ? undefined : await readText(this.#files.manifest(repository, digest));
    if (digest === undefined || mediaType === undefined) throw await this.#unknown(repository, reference);
    return { digest, mediaType, bytes: await readFile(this.#files.blob(digest)) };
  }

  /**
   * Stores a manifest under tags, or under its digest alone. Throws `MANIFEST_BLOB_UNKNOWN` when the repository lacks a blob that it
   * refers to, and `DIGEST_INVALID` when `expected` is not the digest of the bytes.
   */
  async putManifest(
    repository: string,
    manifest: {
      readonly bytes: Uint8Array;
      readonly contentType: string | undefined;
      readonly expected: Digest | undefined;
      readonly tags: readonly string[];
      /** Blobs that it refers to come later, or never. @default false */
      readonly mayLackBlobs?: boolean;
    },
  ): Promise<{ readonly digest: Digest; readonly subject: Digest | undefined }> {
    const { bytes, contentType, expected, tags, mayLackBlobs = false } = manifest;
    const digest = computeDigest(bytes, expected?.algorithm);
    if (expected !== undefined && expected.text !== digest.text) {
      const message = registryMessages.otherDigest({ found: digest.text, expected: expected.text });
      throw new RegistryError('DIGEST_INVALID', message);
    }
    const content = readManifest(bytes, contentType);
    const { subject } = content;
    return this.#change(async () => {
      for (const blob of content.blobs) {
        if (mayLackBlobs || (await this.#hasBlob(repository, blob))) continue;
        const message = registryMessages.blobUnknown({ digest: blob.text, repository });
        throw new RegistryError('MANIFEST_BLOB_UNKNOWN', message);
      }
      await this.#files.write(this.#files.blob(digest), bytes);
      if (subject !== undefined) {
        await this.#files.write(join(this.#files.referrers(repository, subject), digest.text), '');
      }
      // Last, since the manifest is found by them.
      await this.#files.write(this.#files.manifest(repository, digest), content.mediaType);
      for (const tag of tags) await this.#files.write(join(this.#files.tags(repository), tag), digest.text);
      return { digest, subject };
    });
  }

  /** Notes that a manifest is used; see `GarbageOptions.expire`. */
  async touchManifest(repository: string, digest: Digest): Promise<void> {
    const now = this.#clock.now() / 1000;
    // It may have been removed meanwhile.
    await utimes(this.#files.manifest(repository, digest), now, now).catch(() => undefined);
  }

  /** Removes a tag, or a manifest with all of its tags. Throws as `manifest`. */
  async deleteManifest(repository: string, reference: string): Promise<void> {
    await this.#change(async () => {
      const { digest, bytes } = await this.manifest(repository, reference);
      if (isTag(reference)) return rm(join(this.#files.tags(repository), reference), { force: true });
      await this.#removeManifest(repository, digest, readManifest(bytes, undefined));
    });
  }

  /** Tags, sorted. Throws `NAME_UNKNOWN`. */
  async tags(repository: string): Promise<readonly string[]> {
    if (!(await this.#exists(repository))) throw unknownName(repository);
    return listNames(this.#files.tags(repository));
  }

  repositories(): Promise<readonly string[]> {
    return this.#files.listRepositories();
  }

  /** The manifests that name this one as their subject, by their digests. It need not exist. */
  async referrers(
    repository: string,
    subject: Digest,
  ): Promise<readonly (StoredManifest & { readonly content: ManifestContent })[]> {
    const names = await listNames(this.#files.referrers(repository, subject));
    const found = await Promise.all(
      names.map(async (name) => {
        const manifest = await this.manifest(repository, name);
        return { ...manifest, content: readManifest(manifest.bytes, undefined) };
      }),
    );
    return found;
  }

  /** Removes what nothing refers to. Changes wait until it has ended. */
  async collectGarbage(options: GarbageOptions = {}): Promise<CollectedGarbage> {
    const { graceMs = DAY_MS } = options;
    while (this.#collecting !== undefined) await this.#collecting;
    const collecting = this.#collect(this.#clock.now() - graceMs, options);
    this.#collecting = collecting.catch(() => undefined);
    try {
      return await collecting;
    } finally {
      this.#collecting = undefined;
    }
  }

  async #collect(
    before: number,
    { untagged = false, expire = () => undefined }: GarbageOptions,
  ): Promise<CollectedGarbage> {
    await Promise.allSettled(this.#changes);
    const used = new Set<string>();
    let manifests = 0;
    for (const repository of await this.#files.listRepositories()) {
      manifests += await this.#collectRepository(repository, {
        before,
        untagged,
        used,
        unusedSince: expire(repository),
      });
    }
    let blobs = 0;
    let bytes = 0;
    for (const digest of await this.#files.listDigests(this.#files.blobsDirectory)) {
      const state = await fileState(this.#files.blob(digest));
      if (used.has(digest.text) || state === undefined || state.changedAt >= before) continue;
      await rm(this.#files.blob(digest), { force: true });
      blobs += 1;
      bytes += state.size;
    }
    return { manifests, blobs, bytes, uploads: await this.uploads.removeOlder(before) };
  }

  /** Removes manifests and links of one repository, adds what is left to `used`, and returns how many manifests were removed. */
  async #collectRepository(
    repository: string,
    { before, untagged, used, unusedSince }: RepositoryCollection,
  ): Promise<number> {
    const contents = new Map<string, ManifestContent>();
    for (const digest of await this.#manifestDigests(repository)) {
      contents.set(digest.text, readManifest(await readFile(this.#files.blob(digest)), undefined));
    }
    const removed = [
      ...(untagged ? await this.#untagged(repository, contents, before) : []),
      ...(unusedSince === undefined ? [] : await this.#unused(repository, contents, unusedSince)),
    ];
    for (const [text, content] of removed) {
      await this.#removeManifest(repository, parseDigest(text), content);
      contents.delete(text);
    }
    const referenced = new Set<string>();
    for (const [text, { blobs }] of contents) {
      used.add(text);
      for (const blob of blobs) referenced.add(blob.text);
    }
    for (const digest of await this.#files.listDigests(join(this.#files.repository(repository), '_blobs'))) {
      const link = this.#files.blobLink(repository, digest);
      const isOld = ((await fileState(link))?.changedAt ?? before) < before;
      if (!referenced.has(digest.text) && isOld) await rm(link, { force: true });
      else used.add(digest.text);
    }
    return removed.length;
  }

  /** Manifests that were not touched since. */
  async #unused(
    repository: string,
    contents: ReadonlyMap<string, ManifestContent>,
    since: number,
  ): Promise<readonly (readonly [string, ManifestContent])[]> {
    const states = await Promise.all(
      [...contents].map(async (entry) => ({
        entry,
        state: await fileState(this.#files.manifest(repository, parseDigest(entry[0]))),
      })),
    );
    return states.flatMap(({ entry, state }) => (state !== undefined && state.changedAt < since ? [entry] : []));
  }

  /** Manifests that can go: older than the grace period, and kept by no tag, no index and no subject that is kept. */
  async #untagged(
    repository: string,
    contents: ReadonlyMap<string, ManifestContent>,
    before: number,
  ): Promise<readonly (readonly [string, ManifestContent])[]> {
    const kept = new Set<string>();
    for (const tag of await this.tags(repository)) {
      kept.add((await readText(join(this.#files.tags(repository), tag))) ?? '');
    }
    for (const text of contents.keys()) {
      const state = await fileState(this.#files.manifest(repository, parseDigest(text)));
      if (state !== undefined && state.changedAt >= before) kept.add(text);
    }
    // Until nothing is added: an index keeps its manifests, and a manifest keeps those that describe it.
    for (let size = -1; size !== kept.size; ) {
      size = kept.size;
      for (const [text, { manifests, subject }] of contents) {
        if (kept.has(text)) for (const each of manifests) kept.add(each.text);
        if (subject !== undefined && kept.has(subject.text)) kept.add(text);
      }
    }
    return [...contents].filter(([text]) => !kept.has(text));
  }

  async #removeManifest(repository: string, digest: Digest, { subject }: ManifestContent): Promise<void> {
    const tags = this.#files.tags(repository);
    for (const tag of await listNames(tags)) {
      if ((await readText(join(tags, tag))) === digest.text) await rm(join(tags, tag), { force: true });
    }
    if (subject !== undefined) await rm(join(this.#files.referrers(repository, subject), digest.text), { force: true });
    await rm(this.#files.manifest(repository, digest), { force: true });
  }

  async #resolve(repository: string, reference: string): Promise<Digest | undefined> {
    if (!isTag(reference)) return parseDigest(reference);
    const text = await readText(join(this.#files.tags(repository), reference));
    return text === undefined ? undefined : parseDigest(text);
  }

  async #manifestDigests(repository: string): Promise<readonly Digest[]> {
    return this.#files.listDigests(join(this.#files.repository(repository), '_manifests'));
  }

  async #hasBlob(repository: string, digest: Digest): Promise<boolean> {
    return (await fileState(this.#files.blobLink(repository, digest))) !== undefined;
  }

  async #exists(repository: string): Promise<boolean> {
    return (await listNames(this.#files.repository(repository))).some((name) => name.startsWith('_'));
  }

  async #unknown(repository: string, reference: string): Promise<RegistryError> {
    if (!(await this.#exists(repository))) return unknownName(repository);
    return new RegistryError('MANIFEST_UNKNOWN', registryMessages.manifestUnknown({ reference, repository }));
  }

  async #change<T>(work: () => Promise<T>): Promise<T> {
    while (this.#collecting !== undefined) await this.#collecting;
    const running = work();
    this.#changes.add(running);
    try {
      return await running;
    } finally {
      this.#changes.delete(running);
    }
  }
}

const TAG = /^\w[\w.-]{0,127}$/;

/** Whether a reference is a tag; everything else has to be a digest. */
export function isTag(reference: string): boolean {
  return TAG.test(reference);
}

function unknownName(repository: string): RegistryError {
  return new RegistryError('NAME_UNKNOWN', registryMessages.nameUnknown({ repository }));
}
