import { alreadyExists, type KubeObject } from '@kubemin/kubeapi';
import {
  ConflictError,
  decodeObject,
  encodeObject,
  type ObjectCache,
  type Storage,
  storageKey,
  withResourceVersion,
} from '../storage/index.ts';
import { createResourceReader } from './resource-reader.ts';
import type { ServedResource } from './served-resource.ts';

/** Where one object of a resource is; namespace '' for cluster-scoped ones. */
export interface ObjectPlace {
  readonly namespace: string;
  readonly name: string;
}

/** What the store reads from and writes to. */
export interface ObjectStoreOptions {
  readonly storage: Storage;
  readonly cache: ObjectCache;
}

/** Single compare-and-set writes. Every write resolves after the cache shows it, so a client reads what it wrote. */
export class ObjectStore {
  readonly #options: ObjectStoreOptions;

  constructor(options: ObjectStoreOptions) {
    this.#options = options;
  }

  /** The object of now, also where its conversion takes time. */
  async load(resource: ServedResource, place: ObjectPlace): Promise<KubeObject | undefined> {
    const { remote } = resource.conversion ?? {};
    if (remote === undefined) return this.read(resource, place);
    const stored = this.#options.cache.collection(resource.collection).get(place.namespace, place.name);
    if (stored === undefined) return undefined;
    await remote.prepareFromStorage([stored]);
    return resource.conversion?.fromStorage(stored);
  }

  /** Throws where the conversion of the resource is remote: such objects are loaded. */
  read(resource: ServedResource, place: ObjectPlace): KubeObject | undefined {
    return createResourceReader(this.#options.cache, resource).get(place.namespace, place.name);
  }

  /** Makes reads as new as the storage is now. */
  refresh(): Promise<void> {
    return this.#options.cache.refresh();
  }

  async insert(resource: ServedResource, object: KubeObject): Promise<KubeObject> {
    try {
      return await this.#put(resource, object, 0);
    } catch (error) {
      if (error instanceof ConflictError) throw alreadyExists(resource.info, object.metadata.name ?? '');
      throw error;
    }
  }

  /** Throws ConflictError when `current` is no longer the stored state. */
  replace(resource: ServedResource, object: KubeObject, current: KubeObject): Promise<KubeObject> {
    return this.#put(resource, object, objectRevision(current));
  }

  /** Returns the last state, at the revision of its deletion. Throws ConflictError like replace. */
  async remove(resource: ServedResource, current: KubeObject): Promise<KubeObject> {
    const revision = await this.#options.storage.delete(objectStorageKey(resource, current), objectRevision(current));
    await this.#options.cache.waitFor(revision);
    return withResourceVersion(current, revision);
  }

  async #put(resource: ServedResource, object: KubeObject, expectedRevision: number): Promise<KubeObject> {
    const { storage, cache } = this.#options;
    const { conversion } = resource;
    await conversion?.remote?.prepareToStorage(object);
    const bytes = encodeObject(conversion?.toStorage(object) ?? object);
    const revision = await storage.put(objectStorageKey(resource, object), bytes, expectedRevision);
    await cache.waitFor(revision);
    const visible = await this.load(resource, objectPlace(object));
    // A later write may already be visible; the result is the state of this one.
    if (visible?.metadata.resourceVersion === String(revision)) return visible;
    const stored = decodeObject(bytes, revision);
    await conversion?.remote?.prepareFromStorage([stored]);
    return conversion?.fromStorage(stored) ?? stored;
  }
}

/** The place of an object that has one. */
export function objectPlace({ metadata }: KubeObject): ObjectPlace {
  return { namespace: metadata.namespace ?? '', name: metadata.name ?? '' };
}

function objectStorageKey(resource: ServedResource, object: KubeObject): string {
  return storageKey({ collection: resource.collection, ...objectPlace(object) });
}

function objectRevision(object: KubeObject): number {
  return Number(object.metadata.resourceVersion ?? 0);
}
