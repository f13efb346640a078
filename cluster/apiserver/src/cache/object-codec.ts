import type { KubeObject } from '@kubemin/kubeapi';
import { deepFreeze } from '@kubemin/kubeapi';

/**
 * Between objects and stored bytes. The stored form has no resourceVersion: it is the revision of the write and only
 * known afterwards. What this process wrote itself comes back from in-process storage as the same bytes; such objects
 * are remembered, so that they are never parsed again.
 */
export class ObjectCodec {
  readonly #written = new WeakMap<Uint8Array, KubeObject>();

  /** The object must not be used by the caller afterwards: it becomes the shared one. */
  encode(object: KubeObject): Uint8Array {
    const stored = withoutResourceVersion(object);
    const bytes = Buffer.from(JSON.stringify(stored));
    this.#written.set(bytes, stored);
    return bytes;
  }

  decode(bytes: Uint8Array, revision: number): KubeObject {
    const stored = this.#written.get(bytes) ?? parseObject(bytes);
    return withResourceVersion(stored, revision);
  }
}

/** The same object at another revision, frozen. */
export function withResourceVersion<T extends KubeObject>(object: T, revision: number): T {
  return deepFreeze({ ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } });
}

function withoutResourceVersion(object: KubeObject): KubeObject {
  const { resourceVersion: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}

function parseObject(bytes: Uint8Array): KubeObject {
  const object: KubeObject = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
  return object;
}
