import type { JsonObject, JsonValue, KubeObject } from '@kubemin/kubeapi';
import {
  decodeManagedFields,
  encodeFieldsV1,
  encodeManagedFields,
  type FieldSet,
  type ManagedFields,
  storedManagedFields,
} from '@kubemin/kubeapi/apply';

type Written = readonly JsonValue[] | undefined;

/** So many are remembered: what is written again soon is among them, and the sets of all objects would take more room than the objects. */
const REMEMBERED = 2048;

/**
 * Between `metadata.managedFields` and what it means. Objects are frozen and shared, so what was read or written once
 * stays true; it is remembered for a while.
 */
export class OwnershipCodec {
  /** The one that was used longest ago comes first. */
  readonly #decoded = new Map<object, ManagedFields>();
  readonly #encoded = new WeakMap<FieldSet, JsonObject>();

  /** Undefined for what cannot be understood. */
  decode(written: Written): ManagedFields | undefined {
    if (written === undefined) return [];
    const known = this.#recall(written);
    if (known !== undefined) return known;
    const decoded = decodeManagedFields(written);
    if (decoded !== undefined) this.#remember(written, decoded);
    return decoded;
  }

  /** The same for what this server has stored: it is written as it should be, and where an owner stays it is kept so. */
  decodeStored(written: Written): ManagedFields | undefined {
    const known = written === undefined ? [] : this.#recall(written);
    if (known !== undefined || written === undefined) return known;
    const decoded = storedManagedFields(written) ?? decodeManagedFields(written);
    if (decoded !== undefined) this.#remember(written, decoded);
    return decoded;
  }

  /** The object with these owners written into it. */
  write(object: KubeObject, managed: ManagedFields): KubeObject {
    if (managed.length === 0) return withManagedFields(object, undefined);
    const encoded = encodeManagedFields(managed, (fields) => this.#encode(fields));
    this.#remember(encoded, managed);
    return withManagedFields(object, encoded);
  }

  #recall(written: object): ManagedFields | undefined {
    const known = this.#decoded.get(written);
    if (known !== undefined) this.#remember(written, known);
    return known;
  }

  #remember(written: object, managed: ManagedFields): void {
    this.#decoded.delete(written);
    this.#decoded.set(written, managed);
    for (const oldest of this.#decoded.keys()) {
      if (this.#decoded.size <= REMEMBERED) return;
      this.#decoded.delete(oldest);
    }
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
