import { objectKey } from '@kubemin/kube';
import { conflict, isJsonObject, notFound, type ResourceType } from '@kubemin/kubeapi';
import type { MetadataChange, PhaseStore } from './phase-store.ts';
import type { PhasedObject } from './phased-object.ts';

/** A store in memory with the conflict rules of an API server: for tests of machines without a server. */
export class MemoryPhaseStore<R extends PhasedObject> implements PhaseStore<R> {
  readonly #type: ResourceType<R>;
  readonly #objects = new Map<string, R>();
  #version = 0;

  constructor(type: ResourceType<R>) {
    this.#type = type;
  }

  /** Stores the object unconditionally, as another client would. */
  put(object: R): R {
    const key = objectKey(object);
    const uid = object.metadata.uid ?? `uid-${key}`;
    return this.#keep(key, { ...object, metadata: { ...object.metadata, uid } });
  }

  get(key: string): R | undefined {
    return this.#objects.get(key);
  }

  async fetch(key: string, signal: AbortSignal): Promise<R | undefined> {
    signal.throwIfAborted();
    return this.#objects.get(key);
  }

  async persistStatus(resource: R, signal: AbortSignal): Promise<R> {
    signal.throwIfAborted();
    const { key, stored } = this.#current(resource);
    const status: unknown = JSON.parse(JSON.stringify(resource.status ?? {}));
    return this.#keep(key, { ...stored, ...(isJsonObject(status) ? { status } : {}) });
  }

  async persistMetadata(resource: R, change: MetadataChange, signal: AbortSignal): Promise<R> {
    signal.throwIfAborted();
    const { key, stored } = this.#current(resource);
    const { labels, annotations, finalizers = [] } = stored.metadata;
    const metadata = {
      ...stored.metadata,
      labels: merged(labels, change.labels),
      annotations: merged(annotations, change.annotations),
      finalizers: change.finalizers ?? finalizers,
    };
    const next = this.#keep(key, { ...stored, metadata });
    if (metadata.deletionTimestamp !== undefined && metadata.finalizers.length === 0) this.#objects.delete(key);
    return next;
  }

  #current(resource: R): { readonly key: string; readonly stored: R } {
    const key = objectKey(resource);
    const stored = this.#objects.get(key);
    const { name = '', resourceVersion } = resource.metadata;
    if (stored === undefined) throw notFound(this.#type, name);
    if (stored.metadata.resourceVersion !== resourceVersion) throw conflict(this.#type, name);
    return { key, stored };
  }

  #keep(key: string, object: R): R {
    this.#version += 1;
    const kept = { ...object, metadata: { ...object.metadata, resourceVersion: `${this.#version}` } };
    this.#objects.set(key, kept);
    return kept;
  }
}

function merged(
  before: Readonly<Record<string, string>> = {},
  change: Readonly<Record<string, string | null>> = {},
): Readonly<Record<string, string>> {
  const entries = Object.entries({ ...before, ...change });
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== null));
}
