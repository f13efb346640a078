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

  constructor(lines: JsonLines) {
    this.#lines = lines;
  }

  /** The object must not be used by the caller afterwards: it becomes the shared one. */
  encode(object: KubeObject): Uint8Array {
    const stored = storedForm(object);
    return new WrittenBytes(Buffer.from(JSON.stringify(stored)), stored);
  }

  decode(bytes: Uint8Array, revision: number): KubeObject {
    if (!(bytes instanceof WrittenBytes)) return withResourceVersion(parseObject(bytes), revision);
    const object = { ...bytes.object, metadata: { ...bytes.object.metadata, resourceVersion: String(revision) } };
    this.#lines.storedAs(object, bytes, revision);
    return deepFreeze(object);
  }
}

/** Bytes that know what they say. */
class WrittenBytes extends Uint8Array {
  readonly object: KubeObject;

  constructor({ buffer, byteOffset, byteLength }: Buffer<ArrayBuffer>, object: KubeObject) {
    super(buffer, byteOffset, byteLength);
    this.object = object;
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
