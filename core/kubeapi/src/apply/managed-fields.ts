import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, ownValue } from '../object/index.ts';
import type { FieldSet } from './field-set.ts';
import { decodeFieldsV1, encodeFieldsV1, FieldsV1Error } from './fields-v1.ts';

/** How a manager came by its fields: by applying them, or by any other write. */
export type FieldOperation = 'Apply' | 'Update';

/** Who writes: one manager has one entry per operation, subresource and (for updates) API version. */
export interface FieldWriter {
  readonly manager: string;
  readonly apiVersion: string;
  /** Empty for the object itself. */
  readonly subresource: string;
}

/** What one manager owns. */
export interface ManagerEntry extends FieldWriter {
  readonly operation: FieldOperation;
  /** When the entry last grew or its apply last changed something: RFC 3339, whole seconds. */
  readonly time?: string;
  readonly fields: FieldSet;
  /** How it stands in `metadata.managedFields` already. */
  readonly written?: JsonObject;
}

/** Who owns what in one object. No order, no two entries with the same key, no empty sets. */
export type ManagedFields = readonly ManagerEntry[];

const FIELDS_TYPE = 'FieldsV1';

/** Appliers stay the same manager whatever version they apply. */
export function entryKey({
  manager,
  operation,
  apiVersion,
  subresource,
}: Omit<ManagerEntry, 'fields' | 'written'>): string {
  return JSON.stringify([manager, operation, operation === 'Apply' ? '' : apiVersion, subresource]);
}

/** Whether a client asks to forget all ownership: `managedFields: [{}]`. An empty list does not ask for anything. */
export function isReset(value: unknown): boolean {
  return isJsonArray(value) && value.length === 1 && isJsonObject(value[0]) && Object.keys(value[0]).length === 0;
}

/** Reads `metadata.managedFields`; undefined when it is not what this server could have written. */
export function decodeManagedFields(value: unknown): ManagedFields | undefined {
  if (value === undefined || value === null) return [];
  if (!isJsonArray(value)) return undefined;
  const entries = new Map<string, ManagerEntry>();
  for (const item of value) {
    const entry = decodeEntry(item);
    if (entry === undefined) return undefined;
    if (entry.fields.isEmpty) continue;
    const key = entryKey(entry);
    const twin = entries.get(key);
    entries.set(key, twin === undefined ? entry : { ...entry, fields: twin.fields.union(entry.fields) });
  }
  return [...entries.values()];
}

function decodeEntry(item: JsonValue): ManagerEntry | undefined {
  if (!isJsonObject(item)) return undefined;
  const operation = ownValue(item, 'operation');
  if (operation !== 'Apply' && operation !== 'Update') return undefined;
  if (ownValue(item, 'fieldsType') !== FIELDS_TYPE) return undefined;
  const time = stringField(item, 'time');
  try {
    return {
      manager: stringField(item, 'manager'),
      operation,
      apiVersion: stringField(item, 'apiVersion'),
      subresource: stringField(item, 'subresource'),
      ...(time !== '' && { time }),
      fields: decodeFieldsV1(ownValue(item, 'fieldsV1') ?? {}),
    };
  } catch (error) {
    if (error instanceof FieldsV1Error) return undefined;
    throw error;
  }
}

function stringField(item: JsonObject, name: string): string {
  const value = ownValue(item, name);
  return typeof value === 'string' ? value : '';
}

/** Writes `metadata.managedFields`: appliers first, then the older first. A caller that caches encoded sets passes its own `encode`. */
export function encodeManagedFields(
  managed: ManagedFields,
  encode: (fields: FieldSet) => JsonObject = encodeFieldsV1,
): readonly JsonObject[] {
  return managed.toSorted(compareEntries).map((entry) => entry.written ?? writtenEntry(entry, encode(entry.fields)));
}

/** An entry of `metadata.managedFields` whose fields are written already. */
export function writtenEntry(entry: Omit<ManagerEntry, 'fields' | 'written'>, fieldsV1: JsonObject): JsonObject {
  const { manager, operation, apiVersion, subresource, time } = entry;
  return {
    manager,
    operation,
    apiVersion,
    ...(time !== undefined && { time }),
    fieldsType: FIELDS_TYPE,
    fieldsV1,
    ...(subresource !== '' && { subresource }),
  };
}

function compareEntries(a: ManagerEntry, b: ManagerEntry): number {
  return (
    compareText(a.operation, b.operation) ||
    entrySeconds(a) - entrySeconds(b) ||
    compareText(a.manager, b.manager) ||
    compareText(a.apiVersion, b.apiVersion) ||
    compareText(a.subresource, b.subresource)
  );
}

/** The time of an entry for sorting; entries without one count as the oldest. */
export function entrySeconds({ time }: ManagerEntry): number {
  const milliseconds = time === undefined ? 0 : Date.parse(time);
  return Number.isNaN(milliseconds) ? 0 : Math.floor(milliseconds / 1000);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether two states of ownership differ in nothing but times. */
export function sameOwnership(a: ManagedFields, b: ManagedFields): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  const others = new Map(b.map((entry) => [entryKey(entry), entry]));
  return a.every((entry) => {
    const other = others.get(entryKey(entry));
    return other !== undefined && other.apiVersion === entry.apiVersion && other.fields.equals(entry.fields);
  });
}
