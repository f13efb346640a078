import type { KubeObject } from '@kubemin/kubeapi';
import { deepFreeze } from '@kubemin/kubeapi';
import type { JsonLines } from './json-lines.ts';

/**
 * Between objects and stored bytes. The stored form has no resourceVersion: it is the revision of the write and only
 * known afterwards. What this process wrote itself comes back from in-process storage as the same bytes; such objects
 * are remembered, so that they are never parsed again.
 */
export class ObjectCodec {
  readonly #lines: JsonLines;
  readonly #written = new WeakMap<Uint8Array, KubeObject>();

  constructor(lines: JsonLines) {
    this.#lines = lines;
  }

  /** The object must not be used by the caller afterwards: it becomes the shared one. */
  encode(object: KubeObject): Uint8Array {
    const stored = storedForm(object);
    const bytes = Buffer.from(JSON.stringify(stored));
    this.#written.set(bytes, stored);
    return bytes;
  }

  decode(bytes: Uint8Array, revision: number): KubeObject {
    const written = this.#written.get(bytes);
    if (written === undefined) return withResourceVersion(parseObject(bytes), revision);
    const object = withResourceVersion(written, revision);
    this.#lines.storedAs(object, bytes, revision);
    return object;
  }
}

/** The same object at another revision, frozen. */
export function withResourceVersion<T extends KubeObject>(object: T, revision: number): T {
  return deepFreeze({ ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } });
}

/** The order of the first keys is what `JsonLines` counts on. */
function storedForm(object: KubeObject): KubeObject {
  const { apiVersion, kind, metadata, ...rest } = object;
  const { resourceVersion: _, ...kept } = metadata;
  return { apiVersion, kind, metadata: kept, ...rest };
}

function parseObject(bytes: Uint8Array): KubeObject {
  const object: KubeObject = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
  return object;
}
