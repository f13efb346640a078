import { type Clock, TerminalError } from '@kubemin/base';
import type { KubeClient, ResourceClient } from '@kubemin/kube';
import { ignoreNotFound, isStatusError, type OwnerReference } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { ConfigMap } from '@kubemin/kubeapi/types/core.v1';
import { contentMessages } from '../messages/index.ts';
import {
  assertContentSize,
  CONTENT_KEY,
  CONTENT_LABEL,
  type ContentChunk,
  type ContentRef,
  chunkName,
  computeDigest,
  DIGEST_ANNOTATION,
  listContentChunks,
  SIZE_ANNOTATION,
  shortDigest,
  UNOWNED_LABEL,
  USED_ANNOTATION,
} from './content-chunks.ts';

/** How many chunks are written or read at a time. */
const CONCURRENCY = 4;

/** Where content is stored. */
export interface ContentOptions {
  readonly namespace: string;
  readonly signal?: AbortSignal | undefined;
}

/** Stores bytes by their digest; the module's documentation has the guarantees. */
export interface ContentStore {
  /** Stores the bytes, with an owner of the same namespace if one is given. Throws CONTENT_TOO_LARGE. */
  put(bytes: Uint8Array, options: ContentOptions & { readonly owner?: OwnerReference }): Promise<ContentRef>;
  /** All bytes. Throws CONTENT_MISSING, CONTENT_DAMAGED, CONTENT_DIGEST_INVALID. */
  get(digest: string, options: ContentOptions): Promise<Uint8Array>;
  /** The reference of a stored content; undefined when there is none. */
  find(digest: string, options: ContentOptions): Promise<ContentRef | undefined>;
  /** Adds an owner. Throws CONTENT_MISSING. */
  retain(ref: ContentRef, owner: OwnerReference, options: ContentOptions): Promise<void>;
  /** Removes an owner; without a further one the content is deleted after the grace period. */
  release(ref: ContentRef, ownerUid: string, options: ContentOptions): Promise<void>;
}

/** A store over the ConfigMaps of a cluster. */
export function createContentStore(options: { readonly client: KubeClient; readonly clock: Clock }): ContentStore {
  return new ConfigMapContentStore(options.client, options.clock);
}

class ConfigMapContentStore implements ContentStore {
  readonly #client: KubeClient;
  readonly #clock: Clock;

  constructor(client: KubeClient, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  async put(
    bytes: Uint8Array,
    { owner, ...options }: ContentOptions & { readonly owner?: OwnerReference },
  ): Promise<ContentRef> {
    assertContentSize(bytes.length);
    const ref: ContentRef = { digest: computeDigest(bytes), size: bytes.length };
    const [head, ...rest] = listContentChunks(ref).map((chunk) => this.#configMap(ref, chunk, { bytes, owner }));
    // The first chunk is what readers look for: it comes last.
    await inBatches(rest, (chunk) => this.#putChunk(chunk, options));
    if (head !== undefined) await this.#putChunk(head, options);
    return ref;
  }

  async get(digest: string, options: ContentOptions): Promise<Uint8Array> {
    const { namespace } = options;
    const head = await this.#configMaps(namespace).find(chunkName(digest, 0), options);
    const ref = head === undefined ? undefined : readRef(digest, head);
    if (head === undefined || ref === undefined) throw missing(digest, namespace);
    const [, ...chunks] = listContentChunks(ref);
    const others = await inBatches(chunks, ({ configMap }) => this.#configMaps(namespace).find(configMap, options));
    const parts = [head, ...others].map((configMap) => {
      if (configMap === undefined) throw missing(digest, namespace);
      return Buffer.from(configMap.binaryData?.[CONTENT_KEY] ?? '', 'base64');
    });
    const bytes = Buffer.concat(parts);
    if (bytes.length === ref.size && computeDigest(bytes) === digest) return bytes;
    throw new TerminalError(contentMessages.damaged({ digest, namespace }), { code: 'CONTENT_DAMAGED' });
  }

  async find(digest: string, options: ContentOptions): Promise<ContentRef | undefined> {
    const head = await this.#configMaps(options.namespace).find(chunkName(digest, 0), options);
    return head === undefined ? undefined : readRef(digest, head);
  }

  async retain(ref: ContentRef, owner: OwnerReference, { namespace, signal }: ContentOptions): Promise<void> {
    const body = { metadata: { labels: { [UNOWNED_LABEL]: null }, ownerReferences: [owner] } };
    await inBatches(listContentChunks(ref), async ({ configMap }) => {
      const patched = await this.#patch(configMap, body, { namespace, signal });
      if (patched === undefined) throw missing(ref.digest, namespace);
    });
  }

  async release(ref: ContentRef, ownerUid: string, options: ContentOptions): Promise<void> {
    await inBatches(listContentChunks(ref), ({ configMap }) => this.#releaseChunk(configMap, ownerUid, options));
  }

  /**
   * Refreshes the chunk, or creates it. Each chunk is written, also where it exists: the collector deletes only the version
   * that it has seen, so a chunk that is put now stays.
   */
  async #putChunk(chunk: ConfigMap, options: ContentOptions): Promise<void> {
    const { name = '', annotations, ownerReferences } = chunk.metadata;
    const owned = ownerReferences === undefined ? {} : { ownerReferences, labels: { [UNOWNED_LABEL]: null } };
    const configMaps = this.#configMaps(options.namespace);
    for (;;) {
      const stored = await this.#patch(name, { metadata: { annotations, ...owned } }, options);
      if (stored !== undefined && isSameChunk(stored, chunk)) return;
      if (stored !== undefined) await this.#deleteVersion(stored, options);
      try {
        await configMaps.create(chunk, { signal: options.signal });
        return;
      } catch (error) {
        // Another writer of the same content.
        if (!isStatusError(error, 'AlreadyExists')) throw error;
      }
    }
  }

  async #releaseChunk(name: string, ownerUid: string, options: ContentOptions): Promise<void> {
    for (;;) {
      const stored = await this.#configMaps(options.namespace).find(name, options);
      const owners = stored?.metadata.ownerReferences ?? [];
      if (stored === undefined || !owners.some(({ uid }) => uid === ownerUid)) return;
      const isLast = owners.length === 1;
      const metadata = {
        resourceVersion: stored.metadata.resourceVersion,
        ownerReferences: [{ $patch: 'delete', uid: ownerUid }],
        ...(isLast ? { labels: { [UNOWNED_LABEL]: 'true' }, annotations: this.#usedNow() } : {}),
      };
      try {
        await this.#patch(name, { metadata }, options);
        return;
      } catch (error) {
        if (!isStatusError(error, 'Conflict')) throw error;
      }
    }
  }

  async #deleteVersion({ metadata }: ConfigMap, { namespace, signal }: ContentOptions): Promise<void> {
    const { name = '', uid, resourceVersion } = metadata;
    try {
      const preconditions = { uid, resourceVersion };
      await ignoreNotFound(this.#configMaps(namespace).delete(name, { preconditions, signal }));
    } catch (error) {
      if (!isStatusError(error, 'Conflict')) throw error;
    }
  }

  /** Undefined when there is no such ConfigMap. */
  #patch(name: string, body: object, { namespace, signal }: ContentOptions): Promise<ConfigMap | undefined> {
    return ignoreNotFound(this.#configMaps(namespace).patch(name, { type: 'strategic', body }, { signal }));
  }

  #configMap(
    { digest, size }: ContentRef,
    { configMap, start, end }: ContentChunk,
    { bytes, owner }: { readonly bytes: Uint8Array; readonly owner: OwnerReference | undefined },
  ): ConfigMap {
    return {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: configMap,
        labels: { [CONTENT_LABEL]: shortDigest(digest), ...(owner === undefined ? { [UNOWNED_LABEL]: 'true' } : {}) },
        annotations: { [DIGEST_ANNOTATION]: digest, [SIZE_ANNOTATION]: `${size}`, ...this.#usedNow() },
        ...(owner === undefined ? {} : { ownerReferences: [owner] }),
      },
      immutable: true,
      binaryData: { [CONTENT_KEY]: Buffer.from(bytes.subarray(start, end)).toString('base64') },
    };
  }

  #usedNow(): Readonly<Record<string, string>> {
    return { [USED_ANNOTATION]: new Date(this.#clock.now()).toISOString() };
  }

  #configMaps(namespace: string): ResourceClient<ConfigMap> {
    return this.#client.resource(core.v1.configmaps, namespace);
  }
}

/** Any client may have created a ConfigMap of this name. */
function isSameChunk(stored: ConfigMap, chunk: ConfigMap): boolean {
  return stored.immutable === true && stored.binaryData?.[CONTENT_KEY] === chunk.binaryData?.[CONTENT_KEY];
}

function readRef(digest: string, { metadata }: ConfigMap): ContentRef | undefined {
  const size = Number(metadata.annotations?.[SIZE_ANNOTATION]);
  const known = metadata.annotations?.[DIGEST_ANNOTATION] === digest && Number.isSafeInteger(size) && size >= 0;
  return known ? { digest, size } : undefined;
}

function missing(digest: string, namespace: string): TerminalError {
  return new TerminalError(contentMessages.missing({ digest, namespace }), { code: 'CONTENT_MISSING' });
}

async function inBatches<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += CONCURRENCY) {
    results.push(...(await Promise.all(items.slice(from, from + CONCURRENCY).map(work))));
  }
  return results;
}
