import { errorMessage } from '@kubemin/base/message';
import { pushMessages } from '../messages/index.ts';
import { ImagePullError, ImagePushError, type ImagePushErrorCode } from './image-error.ts';
import { formatImageReference, type ImageReference, parseImageReference } from './image-reference.ts';
import type { ImageStore, StoredImage } from './image-store.ts';
import { type Descriptor, parseManifest } from './manifest.ts';
import type { PullOptions, PullProgress } from './pull-image.ts';
import { RegistryClient, type RegistryReply } from './registry-client.ts';
import { credentialsFor } from './registry-credentials.ts';
import { concatChunks } from './tar-format.ts';

export interface PushOptions extends Omit<PullOptions, 'attempts' | 'onProgress'> {
  /** Called when a blob was sent, or was there already. */
  readonly onProgress?: ((progress: PullProgress) => void) | undefined;
}

/**
 * Pushes an image of the store under the name that it is given: blobs that the registry has are not sent, and the manifest comes
 * last. Rejects with an ImagePushError, or with an ImageError when the store has no such image.
 */
export async function pushImage(
  store: ImageStore,
  name: string,
  target: string,
  options: PushOptions,
): Promise<{ readonly image: StoredImage; readonly digest: string }> {
  const image = await store.get(name);
  const reference = parseImageReference(target);
  const [credentials] = credentialsFor(options.credentials ?? [], reference);
  const unpin = store.pin([image.manifest, ...image.layers].map(({ digest }) => digest));
  try {
    const client = new RegistryClient(reference, credentials, options);
    await new Push(store, client, { reference, options }).run(image);
    return { image, digest: image.manifest.digest };
  } catch (error) {
    if (!(error instanceof ImagePullError)) throw error;
    throw new ImagePushError(CODES[error.code] ?? 'PUSH_FAILED', pushFailed(reference, errorMessage(error)), error);
  } finally {
    unpin();
  }
}

const CODES: Readonly<Record<string, ImagePushErrorCode>> = {
  PULL_UNAUTHORIZED: 'PUSH_UNAUTHORIZED',
  PULL_UNREACHABLE: 'PUSH_UNREACHABLE',
};

function pushFailed(
  reference: ImageReference,
  reason: ReturnType<typeof errorMessage>,
): ReturnType<typeof errorMessage> {
  return pushMessages.failed({ image: formatImageReference(reference), reason });
}

interface PushInput {
  readonly reference: ImageReference;
  readonly options: PushOptions;
}

class Push {
  readonly #store: ImageStore;
  readonly #client: RegistryClient;
  readonly #input: PushInput;

  constructor(store: ImageStore, client: RegistryClient, input: PushInput) {
    this.#store = store;
    this.#client = client;
    this.#input = input;
  }

  async run({ manifest, layers }: StoredImage): Promise<void> {
    const { reference } = this.#input;
    const bytes = await concatChunks(this.#store.readBlob(manifest));
    const content = parseManifest(bytes);
    const config = content.kind === 'manifest' ? [content.config] : [];
    for (const blob of new Map([...config, ...layers].map((each) => [each.digest, each])).values())
      await this.#pushBlob(blob);
    const tag = reference.tag ?? manifest.digest;
    const path = `manifests/${tag}`;
    const reply = await this.#client.write({
      method: 'PUT',
      path,
      mediaType: manifest.mediaType === '' ? content.mediaType : manifest.mediaType,
      body: { size: bytes.length, open: () => toChunks(bytes) },
    });
    this.#expect(reply, 201, path);
  }

  async #pushBlob(blob: Descriptor): Promise<void> {
    const { digest, size } = blob;
    const present = await this.#client.write({ method: 'HEAD', path: `blobs/${digest}` });
    if (present.status !== 200) {
      const begun = await this.#client.write({ method: 'POST', path: 'blobs/uploads/' });
      this.#expect(begun, 202, 'blobs/uploads/');
      const location = `${begun.location}${begun.location.includes('?') ? '&' : '?'}digest=${encodeURIComponent(digest)}`;
      const sent = await this.#client.write({
        method: 'PUT',
        path: location,
        mediaType: 'application/octet-stream',
        body: { size, open: () => this.#store.readBlob(blob) },
      });
      this.#expect(sent, 201, `blobs/${digest}`);
    }
    this.#input.options.onProgress?.({ digest, received: size, total: size });
  }

  #expect({ status, text }: RegistryReply, wanted: number, path: string): void {
    if (status === wanted) return;
    const code = status === 401 || status === 403 ? 'PUSH_UNAUTHORIZED' : 'PUSH_FAILED';
    const reason = pushMessages.unexpectedStatus({ path, status, text: readError(text) });
    throw new ImagePushError(code, pushFailed(this.#input.reference, reason));
  }
}

async function* toChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}

/** The message of the first error that a registry states; empty where it states none. */
function readError(text: string): string {
  try {
    const { errors } = JSON.parse(text);
    const [first] = Array.isArray(errors) ? errors : [];
    return typeof first?.message === 'string' ? first.message : '';
  } catch {
    return '';
  }
}
