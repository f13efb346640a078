import type { JsonObject, JsonValue, KubeObject } from '@kubemin/kubeapi';
import {
  decodeManagedFields,
  encodeFieldsV1,
  encodeManagedFields,
  type FieldSet,
  type ManagedFields,
} from '@kubemin/kubeapi/apply';

type Written = readonly JsonValue[] | undefined;

/**
 * Between `metadata.managedFields` and what it means. Objects are frozen and shared, so what was read or written once
 * stays true and is remembered as long as the object lives.
 */
export class OwnershipCodec {
  readonly #decoded = new WeakMap<object, ManagedFields>();
  readonly #encoded = new WeakMap<FieldSet, JsonObject>();

  /** Undefined for what cannot be understood. */
  decode(written: Written): ManagedFields | undefined {
    if (written === undefined) return [];
    const known = this.#decoded.get(written);
    if (known !== undefined) return known;
    const decoded = decodeManagedFields(written);
    if (decoded !== undefined) this.#decoded.set(written, decoded);
    return decoded;
  }

  /** The object with these owners written into it. */
  write(object: KubeObject, managed: ManagedFields): KubeObject {
    if (managed.length === 0) return withManagedFields(object, undefined);
    const encoded = encodeManagedFields(managed, (fields) => this.#encode(fields));
    this.#decoded.set(encoded, managed);
    return withManagedFields(object, encoded);
  }

  #encode(fields: FieldSet): JsonObject {
    const known = this.#encoded.get(fields);
    if (known !== undefined) return known;
    const encoded = encodeFieldsV1(fields);
    this.#encoded.set(fields, encoded);
    return encoded;
  }
}

/** The object with owners that are written already. */
export function withManagedFields(object: KubeObject, managedFields: Written): KubeObject {
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata: managedFields === undefined ? metadata : { ...metadata, managedFields } };
}
