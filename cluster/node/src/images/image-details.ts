import { imageMessages } from '../messages/index.ts';
import type { BlobStore } from './blob-store.ts';
import { type ImageConfig, parseImageConfig } from './image-config.ts';
import { ImageError } from './image-error.ts';
import { type Descriptor, type Manifest, parseManifest } from './manifest.ts';

/** Manifest and config of an image. */
export interface ImageDetails {
  /** The digest of its config. */
  readonly id: string;
  readonly manifest: Manifest;
  readonly config: ImageConfig;
}

/** The details of stored images by the digest of their manifest, under which they never change. */
export class ImageDetailsCache {
  readonly #blobs: Pick<BlobStore, 'readDocument'>;
  readonly #details = new Map<string, Promise<ImageDetails>>();

  constructor(blobs: Pick<BlobStore, 'readDocument'>) {
    this.#blobs = blobs;
  }

  /** Rejects with an ImageError when manifest or config is damaged. */
  get(descriptor: Descriptor): Promise<ImageDetails> {
    const known = this.#details.get(descriptor.digest);
    if (known !== undefined) return known;
    const reading = this.#read(descriptor);
    this.#details.set(descriptor.digest, reading);
    reading.catch(() => this.#details.delete(descriptor.digest));
    return reading;
  }

  /** Undefined for an image whose manifest or config is damaged: it counts as missing, so that it is pulled again. */
  async find(descriptor: Descriptor): Promise<ImageDetails | undefined> {
    try {
      return await this.get(descriptor);
    } catch (error) {
      if (error instanceof ImageError) return undefined;
      throw error;
    }
  }

  forget(digest: string): void {
    this.#details.delete(digest);
  }

  async #read(descriptor: Descriptor): Promise<ImageDetails> {
    const manifest = parseManifest(await this.#blobs.readDocument(descriptor));
    if (manifest.kind === 'index') throw new ImageError('INVALID_IMAGE', imageMessages.manifestIsIndex);
    const config = parseImageConfig(await this.#blobs.readDocument(manifest.config));
    if (config.layers.length !== manifest.layers.length) {
      throw new ImageError(
        'INVALID_IMAGE',
        imageMessages.layerCount({ config: config.layers.length, manifest: manifest.layers.length }),
      );
    }
    return { id: manifest.config.digest, manifest, config };
  }
}
