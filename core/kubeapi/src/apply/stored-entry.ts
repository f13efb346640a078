import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../object/index.ts';
import { FieldSet } from './field-set.ts';
import { decodeFieldsV1, FieldsV1Error } from './fields-v1.ts';
import { entryKey, type FieldOperation, type ManagedFields, type ManagerEntry } from './managed-fields.ts';
import type { PathElement } from './path-element.ts';

/** An entry as it was stored, with the parts that identify its owner. */
interface StoredParts extends Omit<ManagerEntry, 'fields' | 'written'> {
  readonly fieldsV1: JsonObject;
}

/**
 * An entry as it is stored: its set is decoded on first use, as most writes leave most owners alone. A
 * copy with other fields is an entry like any other: what stands in accessors is not copied.
 */
class StoredEntry implements ManagerEntry {
  readonly manager: string;
  readonly operation: FieldOperation;
  readonly apiVersion: string;
  readonly subresource: string;
  readonly time?: string;
  readonly #written: JsonObject;
  readonly #fieldsV1: JsonObject;
  #fields: FieldSet | undefined;

  constructor({ manager, operation, apiVersion, subresource, time, fieldsV1 }: StoredParts, written: JsonObject) {
    this.manager = manager;
    this.operation = operation;
    this.apiVersion = apiVersion;
    this.subresource = subresource;
    if (time !== undefined) this.time = time;
    this.#written = written;
    this.#fieldsV1 = fieldsV1;
  }

  get written(): JsonObject {
    return this.#written;
  }

  get fields(): FieldSet {
    this.#fields ??= decodeFieldsOrNone(this.#fieldsV1);
    return this.#fields;
  }

  mayHold(element: PathElement): boolean {
    return Object.hasOwn(this.#fieldsV1, element);
  }
}

/** The owners that this server has stored; undefined when it cannot have written them so. */
export function storedManagedFields(value: readonly JsonValue[]): ManagedFields | undefined {
  const entries: StoredEntry[] = [];
  const keys = new Set<string>();
  for (const item of value) {
    const parts = parseStoredParts(item);
    if (parts === undefined || !isJsonObject(item)) return undefined;
    entries.push(new StoredEntry(parts, item));
    keys.add(entryKey(parts));
  }
  return keys.size === entries.length ? entries : undefined;
}

/** Whether the entry owns nothing that lies in the same field of the object as one of these. */
export function isDisjoint(entry: ManagerEntry, changes: FieldSet): boolean {
  if (changes.member) return false;
  for (const element of changes.children.keys()) {
    if (entry instanceof StoredEntry ? entry.mayHold(element) : entry.fields.children.has(element)) return false;
  }
  return true;
}

/** Fields that cannot be decoded have no owner. */
function decodeFieldsOrNone(fieldsV1: JsonObject): FieldSet {
  try {
    return decodeFieldsV1(fieldsV1);
  } catch (error) {
    if (error instanceof FieldsV1Error) return FieldSet.empty;
    throw error;
  }
}

function parseStoredParts(item: JsonValue): StoredParts | undefined {
  if (!isJsonObject(item) || isJsonArray(item)) return undefined;
  const { manager, operation, apiVersion, subresource = '', time, fieldsType, fieldsV1 } = item;
  if (operation !== 'Apply' && operation !== 'Update') return undefined;
  if (typeof manager !== 'string' || typeof apiVersion !== 'string' || typeof subresource !== 'string')
    return undefined;
  if (fieldsType !== 'FieldsV1' || !isJsonObject(fieldsV1) || Object.keys(fieldsV1).length === 0) return undefined;
  if (time === undefined) return { manager, operation, apiVersion, subresource, fieldsV1 };
  return typeof time === 'string' ? { manager, operation, apiVersion, subresource, time, fieldsV1 } : undefined;
}
