import { errorMessage } from '@kubemin/base/message';
import { imageMessages, pullMessages } from '../messages/index.ts';
import { ImageError, ImagePullError, type ImagePullErrorCode } from './image-error.ts';
import { formatImageReference, type ImageReference, parseImageReference } from './image-reference.ts';
import type { ImageStore, StoredImage } from './image-store.ts';
import type { ImageWriter } from './image-writer.ts';
import { type Descriptor, LARGEST_DOCUMENT, MEDIA_TYPES, parseManifest, selectPlatform, sha256 } from './manifest.ts';
import { limitSize, RegistryClient, type RegistryOptions, registryProtocol } from './registry-client.ts';
import { credentialsFor, type RegistryCredentials } from './registry-credentials.ts';
import { mirrorPlaces, ownPlace, type RegistryMirror, type RegistryPlace } from './registry-mirror.ts';
import { concatChunks } from './tar-format.ts';

export interface PullOptions extends RegistryOptions {
  /** Of all registries; those that match the image are tried in order. */
  readonly credentials?: readonly RegistryCredentials[] | undefined;
  /** Tried before the registry of the image, in this order. */
  readonly mirrors?: readonly RegistryMirror[] | undefined;
  /** Called when a mirror does not have an image, or cannot be reached; the next place is tried then. */
  readonly onMirrorFailed?: ((mirror: string, error: Error) => void) | undefined;
  /** Called when parts of a blob have arrived, and when it was there already. */
  readonly onProgress?: ((progress: PullProgress) => void) | undefined;
  /** How often a blob is asked for when the connection breaks or the content is wrong. @default 3 */
  readonly attempts?: number | undefined;
}

export interface PullProgress {
  readonly digest: string;
  readonly received: number;
  readonly total: number;
}

/** The media types of manifests that are understood, as clients state them. */
export const ACCEPTED_MANIFESTS = [
  MEDIA_TYPES.ociIndex,
  MEDIA_TYPES.dockerIndex,
  MEDIA_TYPES.ociManifest,
  MEDIA_TYPES.dockerManifest,
].join(', ');
const PARALLEL = 3;
const RETRY_MS = 500;

/**
 * Pulls an image from its mirrors or its registry into the store; blobs that the store has are not asked for. Rejects with an
 * InvalidImageNameError, or with an ImagePullError whose message is what containerd reports for the same failure.
 */
export async function pullImage(store: ImageStore, name: string, options: PullOptions): Promise<StoredImage> {
  const reference = parseImageReference(name);
  for (const place of mirrorPlaces(options.mirrors ?? [], reference)) {
    try {
      return await pullFrom(store, { reference, place, options });
    } catch (error) {
      if (!(error instanceof ImagePullError)) throw error;
      options.signal?.throwIfAborted();
      options.onMirrorFailed?.(place.origin, error);
    }
  }
  const place = ownPlace(reference, (host) => registryProtocol(host, options));
  return pullFrom(store, { reference, place, options });
}

/** With the credentials for the place, one after the other while they are refused. */
async function pullFrom(
  store: ImageStore,
  { reference, place, options }: Omit<PullInput, 'credentials'>,
): Promise<StoredImage> {
  const matching = credentialsFor(options.credentials ?? [], place);
  const candidates = matching.length === 0 ? [undefined] : matching;
  for (const [index, credentials] of candidates.entries()) {
    try {
      return await store.write((writer) => new Pull(store, writer, { reference, place, credentials, options }).run());
    } catch (error) {
      const failure = describeFailure(reference, error);
      const hasOther = index + 1 < candidates.length;
      if (!(failure instanceof ImagePullError && failure.code === 'PULL_UNAUTHORIZED' && hasOther)) throw failure;
    }
  }
  throw new ImagePullError('PULL_UNAUTHORIZED', pullMessages.noCredentials);
}

const RPC_CODES: Readonly<Record<ImagePullErrorCode, string>> = {
  PULL_NOT_FOUND: 'NotFound',
  PULL_INVALID_CONTENT: 'FailedPrecondition',
  PULL_UNAUTHORIZED: 'Unknown',
  PULL_UNREACHABLE: 'Unknown',
  PULL_FAILED: 'Unknown',
};

function describeFailure(reference: ImageReference, error: unknown): unknown {
  if (!(error instanceof ImagePullError || error instanceof ImageError)) return error;
  const code = error instanceof ImagePullError ? error.code : 'PULL_INVALID_CONTENT';
  const image = JSON.stringify(formatImageReference(reference));
  return new ImagePullError(
    code,
    pullMessages.pullFailed({ code: RPC_CODES[code], image, reason: errorMessage(error) }),
    error,
  );
}

interface PullInput {
  readonly reference: ImageReference;
  readonly place: RegistryPlace;
  readonly credentials: RegistryCredentials | undefined;
  readonly options: PullOptions;
}

class Pull {
  readonly #store: ImageStore;
  readonly #writer: ImageWriter;
  readonly #input: PullInput;
  readonly #client: RegistryClient;

  constructor(store: ImageStore, writer: ImageWriter, input: PullInput) {
    this.#store = store;
    this.#writer = writer;
    this.#input = input;
    this.#client = new RegistryClient(input.reference, input.credentials, input.options, input.place);
  }

  async run(): Promise<StoredImage> {
    const reference = formatImageReference(this.#input.reference);
    let bytes: Buffer;
    try {
      bytes = await this.#resolve();
    } catch (error) {
      if (!(error instanceof ImagePullError)) throw error;
      throw new ImagePullError(
        error.code,
        pullMessages.unresolved({ reference: JSON.stringify(reference), reason: errorMessage(error) }),
        error,
      );
    }
    const digest = sha256(bytes);
    let manifest = parseManifest(bytes);
    if (manifest.kind === 'index') {
      bytes = await this.#fetchManifest(selectPlatform(manifest, this.#store.platform));
      manifest = parseManifest(bytes);
    }
    if (manifest.kind === 'index') throw new ImageError('INVALID_IMAGE', imageMessages.nestedIndex);
    await this.#fetchBlob('config', manifest.config);
    const left = [...new Map(manifest.layers.map((layer) => [layer.digest, layer])).values()].reverse();
    const fetchNext = async (): Promise<void> => {
      for (let layer = left.pop(); layer !== undefined; layer = left.pop()) await this.#fetchBlob('layer', layer);
    };
    const workers = Array.from({ length: PARALLEL }, () =>
      fetchNext().catch((error: unknown) => {
        // The others end after what they have begun.
        left.length = 0;
        throw error;
      }),
    );
    const failed = (await Promise.allSettled(workers)).find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return this.#writer.commit([reference], bytes, { digest, origin: 'pulled' });
  }

  async #resolve(): Promise<Buffer> {
    const { tag, digest } = this.#input.reference;
    const response = await this.#client.get(`manifests/${digest ?? tag}`, ACCEPTED_MANIFESTS);
    const bytes = await concatChunks(limitSize(response.content, LARGEST_DOCUMENT));
    const expected = digest ?? response.headers.get('docker-content-digest') ?? sha256(bytes);
    if (sha256(bytes) !== expected) {
      throw new ImagePullError('PULL_INVALID_CONTENT', pullMessages.manifestDigest({ found: sha256(bytes), expected }));
    }
    return bytes;
  }

  async #fetchManifest(descriptor: Descriptor): Promise<Buffer> {
    const response = await this.#client.get(`manifests/${descriptor.digest}`, ACCEPTED_MANIFESTS);
    const bytes = await concatChunks(limitSize(response.content, LARGEST_DOCUMENT));
    if (sha256(bytes) !== descriptor.digest) {
      throw new ImageError(
        'DIGEST_MISMATCH',
        pullMessages.manifestDigest({ found: sha256(bytes), expected: descriptor.digest }),
      );
    }
    return bytes;
  }

  async #fetchBlob(kind: 'config' | 'layer', descriptor: Descriptor): Promise<void> {
    const { digest, size } = descriptor;
    const { clock, signal, onProgress, attempts = 3 } = this.#input.options;
    if (kind === 'config' && size > LARGEST_DOCUMENT)
      throw new ImageError('INVALID_IMAGE', pullMessages.configTooLarge);
    if (size > this.#store.limits.maxBytes)
      throw new ImageError('INVALID_IMAGE', pullMessages.layerTooLarge({ digest, size }));
    if (await this.#writer.has(descriptor)) {
      onProgress?.({ digest, received: size, total: size });
      return;
    }
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { content } = await this.#client.get(`blobs/${digest}`, '*/*');
        await this.#writer.writeBlob(
          countBytes(content, (received) => onProgress?.({ digest, received, total: size })),
          descriptor,
        );
        return;
      } catch (error) {
        const failure = blobFailure(kind, digest, error);
        if (attempt >= attempts || signal?.aborted === true || !isWorthRetrying(failure)) throw failure;
        await clock.sleep(RETRY_MS * 2 ** (attempt - 1), signal);
      }
    }
  }
}

function blobFailure(kind: string, digest: string, error: unknown): unknown {
  if (error instanceof ImageError && error.code === 'DIGEST_MISMATCH') {
    return new ImagePullError(
      'PULL_INVALID_CONTENT',
      pullMessages.failedCommit({ kind, digest, reason: errorMessage(error) }),
      error,
    );
  }
  if (!(error instanceof ImagePullError)) return error;
  return new ImagePullError(error.code, pullMessages.failedCopy({ reason: errorMessage(error) }), error);
}

function isWorthRetrying(error: unknown): boolean {
  return error instanceof ImagePullError && error.code !== 'PULL_NOT_FOUND' && error.code !== 'PULL_UNAUTHORIZED';
}

async function* countBytes(
  content: AsyncIterable<Uint8Array>,
  report: (received: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  let received = 0;
  for await (const chunk of content) {
    received += chunk.length;
    yield chunk;
    report(received);
  }
}
