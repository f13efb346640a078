import type { KubeObject, ObjectMeta } from '@kubemin/kubeapi';
import { deepFreeze } from '@kubemin/kubeapi';
import { keepStoredForm } from './stored-form.ts';

/**
 * What is stored of an object: all but its resourceVersion, which is the revision of the write and only known
 * afterwards. The object must not be used by the caller any more: it becomes the shared one.
 */
export function encodeObject(object: KubeObject): Uint8Array {
  const stored = storedForm(object);
  return new WrittenBytes(Buffer.from(JSON.stringify(stored)), stored);
}

/**
 * The object of stored bytes, frozen. What this process wrote itself comes back from in-process storage as the same
 * bytes, which know their object: it is never parsed again.
 */
export function decodeObject(bytes: Uint8Array, revision: number): KubeObject {
  if (!(bytes instanceof WrittenBytes)) return withResourceVersion(parseObject(bytes), revision);
  const object = { ...bytes.object, metadata: { ...bytes.object.metadata, resourceVersion: String(revision) } };
  keepStoredForm(object, bytes, revision);
  return deepFreeze(object);
}

/** Encoded bytes that carry the object they encode. */
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

/** The order of the first keys is what a stored form counts on. */
function storedForm(object: KubeObject): KubeObject {
  const { apiVersion, kind } = object;
  const metadata = withoutVersion(object.metadata);
  return Object.assign({ apiVersion, kind, metadata }, object, { metadata });
}

/** New objects have none: no need to copy what is theirs alone. */
function withoutVersion(metadata: ObjectMeta): ObjectMeta {
  if (metadata.resourceVersion === undefined) return metadata;
  const { resourceVersion: _, ...kept } = metadata;
  return kept;
}

function parseObject(bytes: Uint8Array): KubeObject {
  const object: KubeObject = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
  return object;
}
