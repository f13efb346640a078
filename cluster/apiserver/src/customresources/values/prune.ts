import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@kubemin/kubeapi';
import { fieldPath } from '../schema/schema-path.ts';
import { EMPTY_SCHEMA, OBJECT_FIELDS, type StructuralSchema } from '../schema/structural-schema.ts';

export interface Pruning {
  readonly value: JsonObject;
  /** The paths of what was dropped: `spec.unknown`, `spec.list[0].unknown`. */
  readonly dropped: readonly string[];
}

/** The object without the fields its schema does not specify. Shares what stays with the given one. */
export function pruneObject(schema: StructuralSchema, object: JsonObject): Pruning {
  const dropped: string[] = [];
  const value = pruneFields({ ...schema, embeddedResource: true }, object, '', dropped);
  return { value, dropped };
}

/** The same for any value inside an object. */
export function pruneValue(schema: StructuralSchema, value: JsonValue): JsonValue {
  return prune(schema, value, '', []);
}

function prune(schema: StructuralSchema, value: JsonValue, path: string, dropped: string[]): JsonValue {
  if (isJsonArray(value)) {
    const { items } = schema;
    if (items === undefined && schema.preserveUnknownFields) return value;
    return mapped(value, (item, index) => prune(items ?? EMPTY_SCHEMA, item, `${path}[${index}]`, dropped));
  }
  return isJsonObject(value) ? pruneFields(schema, value, path, dropped) : value;
}

function pruneFields(schema: StructuralSchema, object: JsonObject, path: string, dropped: string[]): JsonObject {
  const kept: [string, JsonValue][] = [];
  let changed = false;
  for (const [name, item] of Object.entries(object)) {
    const at = fieldPath(path, name);
    const next = pruneField(schema, name, item, { path: at, dropped });
    if (next === undefined) dropped.push(at);
    else kept.push([name, next]);
    changed ||= next !== item;
  }
  return changed ? Object.fromEntries(kept) : object;
}

/** Undefined: nothing specifies this field. */
function pruneField(
  schema: StructuralSchema,
  name: string,
  value: JsonValue,
  { path, dropped }: { readonly path: string; readonly dropped: string[] },
): JsonValue | undefined {
  if (schema.embeddedResource && OBJECT_FIELDS.includes(name)) return value;
  const own = schema.properties.get(name);
  if (own !== undefined) return prune(own, value, path, dropped);
  const { additionalProperties } = schema;
  if (typeof additionalProperties === 'object') return prune(additionalProperties, value, path, dropped);
  if (schema.preserveUnknownFields) return value;
  // Any field is allowed here, with unspecified contents.
  return additionalProperties === true ? prune(EMPTY_SCHEMA, value, path, dropped) : undefined;
}

/** The very same list when nothing in it changes. */
function mapped(list: readonly JsonValue[], map: (item: JsonValue, index: number) => JsonValue): readonly JsonValue[] {
  const result = list.map(map);
  return result.every((item, index) => item === list[index]) ? list : result;
}
