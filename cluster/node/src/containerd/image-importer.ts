import { containerdMessages } from '../messages/index.ts';
import { type ContainerImage, RuntimeError } from '../runtime/index.ts';
import { cri } from './api/index.ts';
import type { GrpcClient } from './grpc/index.ts';

/** The registry of a node that serves the images of its store, by the digests of their manifests. */
export interface ImageSource {
  /** On the loopback address of the node, where containerd speaks HTTP: `127.0.0.1:34567`. */
  readonly address: string;
  /** What holds the namespaces of pods. */
  readonly pause: Pick<ContainerImage, 'id' | 'manifest'>;
}

/** Gives containerd the images of the node's store, which remains the one that pulls, builds and loads them. */
export class ImageImporter {
  readonly #client: GrpcClient;
  readonly #source: ImageSource;
  /** Images that containerd has, and those that it gets at the moment. */
  readonly #present = new Map<string, Promise<void>>();

  constructor(client: GrpcClient, source: ImageSource) {
    this.#client = client;
    this.#source = source;
  }

  ensurePause(): Promise<void> {
    const { pause } = this.#source;
    return this.ensure({ reference: 'pause', ...pause });
  }

  /** Resolves when containerd has the image. */
  ensure(image: Pick<ContainerImage, 'reference' | 'id' | 'manifest'>): Promise<void> {
    const known = this.#present.get(image.id);
    if (known !== undefined) return known;
    const importing = this.#import(image);
    this.#present.set(image.id, importing);
    importing.catch(() => this.#present.delete(image.id));
    return importing;
  }

  /** Removes images that no container uses. */
  async removeUnused(used: ReadonlySet<string>): Promise<void> {
    const { images = [] } = await this.#client.call(cri.listImages, {});
    for (const { id = '' } of images) {
      if (used.has(id) || id === this.#source.pause.id) continue;
      this.#present.delete(id);
      await this.#client.call(cri.removeImage, { image: { image: id } });
    }
  }

  async #import({ reference, id, manifest }: Pick<ContainerImage, 'reference' | 'id' | 'manifest'>): Promise<void> {
    const { image } = await this.#client.call(cri.imageStatus, { image: { image: id } });
    if (image !== undefined) return;
    if (manifest === undefined)
      throw new RuntimeError('CREATE_CONTAINER', containerdMessages.noManifest({ image: reference }));
    const name = `${this.#source.address}/${imageRepository(manifest)}@${manifest}`;
    await this.#client.call(cri.pullImage, { image: { image: name } });
  }
}

/** The repository that has one image of a store: the digest of its manifest, as a name. */
export function imageRepository(manifest: string): string {
  return `kubemin/${manifest.replace(':', '-')}`;
}
