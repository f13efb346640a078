import type { BlobStore, Chunks, ExpectedContent, WrittenBlob } from './blob-store.ts';
import type { ImageOrigin, IndexRecord } from './image-index.ts';
import type { StoredImage } from './image-store.ts';
import { type Descriptor, MEDIA_TYPES, parseManifest, sha256 } from './manifest.ts';

/** Where a writer has its blobs. */
export interface WrittenBlobs {
  readonly store: BlobStore;
  /** A path for a blob that is not complete yet. */
  newPath(): string;
}

/** What a writer does with an image whose parts are written. */
export interface WriterTarget {
  commit(references: readonly string[], image: IndexRecord): Promise<StoredImage>;
  /** Unpacks an image that has no reference yet. */
  unpack(manifest: Descriptor): Promise<unknown>;
}

/** Writes the blobs of images and makes them visible; its blobs are not pruned until it is done. */
export class ImageWriter {
  readonly #blobs: WrittenBlobs;
  readonly #pinned: Set<string>;
  readonly #target: WriterTarget;

  constructor(blobs: WrittenBlobs, pinned: Set<string>, target: WriterTarget) {
    this.#blobs = blobs;
    this.#pinned = pinned;
    this.#target = target;
  }

  /** Whether a blob is there already, complete. */
  async has({ digest, size }: ExpectedContent): Promise<boolean> {
    this.#pinned.add(digest);
    return (await this.#blobs.store.size(digest)) === size;
  }

  writeBlob(content: Chunks, expected?: ExpectedContent): Promise<WrittenBlob> {
    return this.#blobs.store.write(content, {
      path: this.#blobs.newPath(),
      expected,
      onDigest: (digest) => this.#pinned.add(digest),
    });
  }

  /** A manifest or config that the writer has, complete and checked. */
  readDocument(expected: ExpectedContent): Promise<Buffer> {
    this.#pinned.add(expected.digest);
    return this.#blobs.store.readDocument(expected);
  }

  /**
   * Makes the image of a manifest visible under references; its config and layers have been written. `digest` is what
   * the image is known by where it comes from, when that is not its manifest.
   */
  async commit(
    references: readonly string[],
    manifestBytes: Uint8Array,
    { digest, origin = 'local' }: { readonly digest?: string | undefined; readonly origin?: ImageOrigin } = {},
  ): Promise<StoredImage> {
    const manifest = await this.#writeManifest(manifestBytes);
    return this.#target.commit(references, { digest: digest ?? manifest.digest, manifest, origin });
  }

  /** Unpacks the image of a manifest, before it is made visible: its layers may be refused. */
  async unpack(manifestBytes: Uint8Array): Promise<void> {
    await this.#target.unpack(await this.#writeManifest(manifestBytes));
  }

  async #writeManifest(manifestBytes: Uint8Array): Promise<Descriptor> {
    const expected = { digest: sha256(manifestBytes), size: manifestBytes.length };
    if (!(await this.has(expected))) await this.writeBlob([manifestBytes], expected);
    const { mediaType } = parseManifest(manifestBytes);
    return { mediaType: mediaType === '' ? MEDIA_TYPES.ociManifest : mediaType, ...expected };
  }
}
