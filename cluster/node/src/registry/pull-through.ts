import type { Writable } from 'node:stream';
import { type Clock, toError } from '@kubemin/base';
import { errorMessage } from '@kubemin/base/message';
import {
  ACCEPTED_MANIFESTS,
  ImagePullError,
  parseImageReference,
  RegistryClient,
  type RegistryOptions,
} from '../images/index.ts';
import { registryMessages } from '../messages/index.ts';
import { type Digest, parseDigest } from './digest.ts';
import { RegistryError, type RegistryErrorCode } from './registry-error.ts';
import { isTag, type RegistryStore } from './registry-store.ts';
import { LARGEST_MANIFEST } from './request-content.ts';
import type { Chunks } from './uploads.ts';

/** Which registries are pulled through this one, and how they are reached. */
export interface PullThroughOptions extends Omit<RegistryOptions, 'clock' | 'signal'> {
  /** As in the names of images: `docker.io`, `ghcr.io`. */
  readonly registries: readonly string[];
}

const CLIENT_TIMEOUT_MS = 30_000;
/** Manifests that were not asked for during this time are removed with the next garbage. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Images of other registries in repositories below the name of their registry: `docker.io/library/nginx`. What is asked for
 * and not here is fetched and kept. A tag is looked up at its registry each time, so that it is the current one; while that
 * cannot be reached, what was kept is served.
 */
export class PullThrough {
  readonly #options: PullThroughOptions;
  readonly #store: RegistryStore;
  readonly #clock: Clock;
  /** By repository and digest: what several clients ask for is fetched once. */
  readonly #fetching = new Map<string, Promise<void>>();

  constructor(store: RegistryStore, clock: Clock, options: PullThroughOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#options = options;
  }

  /** Whether a repository is one of another registry. */
  has(repository: string): boolean {
    return this.#options.registries.some((registry) => repository.startsWith(`${registry}/`));
  }

  /** Since when manifests of a repository must have been used to be kept; undefined for repositories of this registry. */
  unusedSince(repository: string): number | undefined {
    return this.has(repository) ? this.#clock.now() - KEPT_MS : undefined;
  }

  /** Afterwards the store has the manifest, if its registry or the store has it. */
  async fetchManifest(repository: string, reference: string): Promise<void> {
    const known = await this.#findManifest(repository, reference);
    if (known !== undefined && !isTag(reference)) return this.#store.touchManifest(repository, known);
    try {
      await this.#once(`${repository}@${reference}`, () => this.#storeManifest(repository, reference));
    } catch (error) {
      const isGone = error instanceof ImagePullError && error.code === 'PULL_NOT_FOUND';
      if (known === undefined || isGone) throw toRegistryError(error, repository, reference);
      await this.#store.touchManifest(repository, known);
    }
  }

  /**
   * Afterwards the store has the blob, if its registry or the store has it. Where it is fetched for this client, it gets the
   * content as it arrives, in the stream that `open` returns for its size; the result is then `sent`.
   */
  async fetchBlob(repository: string, digest: Digest, open?: (size: number) => Writable): Promise<'stored' | 'sent'> {
    const key = `${repository}@${digest.text}`;
    if (await this.#hasBlob(repository, digest)) return 'stored';
    // What another client waits for may fail because of that client.
    await this.#fetching.get(key)?.catch(() => undefined);
    if (await this.#hasBlob(repository, digest)) return 'stored';
    let outcome: 'stored' | 'sent' = 'stored';
    try {
      await this.#once(key, async () => {
        const { headers, content } = await this.#client(repository).get(`blobs/${digest.text}`, '*/*');
        const size =
          headers.get('content-encoding') === null ? Number(headers.get('content-length') ?? Number.NaN) : Number.NaN;
        const client = Number.isSafeInteger(size) ? open?.(size) : undefined;
        if (client !== undefined) outcome = 'sent';
        const chunks = client === undefined ? content : copyTo(client, content, this.#clock);
        await this.#storeBlob(repository, digest, chunks);
        client?.end();
      });
      return outcome;
    } catch (error) {
      throw toRegistryError(error, repository, digest.text);
    }
  }

  async #storeBlob(repository: string, digest: Digest, content: Chunks): Promise<void> {
    const id = await this.#store.uploads.start(repository);
    try {
      await this.#store.finishUpload(repository, id, content, { digest, start: undefined });
    } catch (error) {
      await this.#store.uploads.cancel(repository, id).catch(() => undefined);
      throw error;
    }
  }

  async #storeManifest(repository: string, reference: string): Promise<void> {
    const client = this.#client(repository);
    const path = `manifests/${reference}`;
    const tags = isTag(reference) ? [reference] : [];
    // Registries count what is read, and not what is looked up.
    const current =
      tags.length === 0 ? null : (await client.head(path, ACCEPTED_MANIFESTS)).get('docker-content-digest');
    const kept = current === null ? undefined : await this.#findManifest(repository, parseDigest(current).text);
    if (kept !== undefined) {
      const { bytes, mediaType } = await this.#store.manifest(repository, kept.text);
      await this.#keep(repository, { bytes, contentType: mediaType, expected: kept, tags });
      return;
    }
    const { headers, content } = await client.get(path, ACCEPTED_MANIFESTS);
    const contentType = headers.get('content-type') ?? undefined;
    const expected = tags.length === 0 ? parseDigest(reference) : undefined;
    await this.#keep(repository, { bytes: await readManifest(content), contentType, expected, tags });
  }

  async #keep(repository: string, manifest: Parameters<RegistryStore['putManifest']>[1]): Promise<void> {
    const { digest } = await this.#store.putManifest(repository, { ...manifest, mayLackBlobs: true });
    await this.#store.touchManifest(repository, digest);
  }

  #client(repository: string): RegistryClient {
    return new RegistryClient(parseImageReference(repository), undefined, { ...this.#options, clock: this.#clock });
  }

  async #findManifest(repository: string, reference: string): Promise<Digest | undefined> {
    try {
      return (await this.#store.manifest(repository, reference)).digest;
    } catch (error) {
      if (error instanceof RegistryError) return undefined;
      throw error;
    }
  }

  async #hasBlob(repository: string, digest: Digest): Promise<boolean> {
    try {
      await this.#store.blob(repository, digest);
      return true;
    } catch (error) {
      if (error instanceof RegistryError) return false;
      throw error;
    }
  }

  async #once(key: string, work: () => Promise<void>): Promise<void> {
    const running = this.#fetching.get(key) ?? work().finally(() => this.#fetching.delete(key));
    this.#fetching.set(key, running);
    await running;
  }
}

/** The same chunks, which the client gets too. One that does not read is given up: others wait for the blob. */
async function* copyTo(client: Writable, content: Chunks, clock: Clock): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of content) {
    if (!client.destroyed && !client.write(chunk)) await drain(client, clock);
    yield chunk;
  }
}

async function drain(client: Writable, clock: Clock): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = clock.after(CLIENT_TIMEOUT_MS, () => client.destroy());
  client.once('drain', resolve).once('close', resolve);
  await promise;
  client.off('drain', resolve).off('close', resolve);
  cancel();
}

async function readManifest(content: Chunks): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > LARGEST_MANIFEST)
      throw new RegistryError('SIZE_INVALID', registryMessages.manifestTooLarge({ limit: LARGEST_MANIFEST }));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const CODES: ReadonlyMap<string, RegistryErrorCode> = new Map([
  ['PULL_NOT_FOUND', 'MANIFEST_UNKNOWN'],
  ['PULL_UNAUTHORIZED', 'DENIED'],
]);

/** What is missing there is missing here; everything else can be tried again. */
function toRegistryError(error: unknown, repository: string, reference: string): unknown {
  if (!(error instanceof ImagePullError)) return error;
  const reason = errorMessage(toError(error));
  const message = registryMessages.upstreamFailed({ repository, reference, reason });
  return new RegistryError(CODES.get(error.code) ?? 'UNAVAILABLE', message, { cause: error });
}
