import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@kubemin/kubeapi';
import { fieldSchema, type StructuralSchema } from '../schema/structural-schema.ts';

/**
 * The object with its schema's defaults filled in. A null where null is not allowed means "not set": it becomes the
 * default, or goes. Shares what stays with the given object.
 */
export function fillObjectDefaults(schema: StructuralSchema, object: JsonObject): JsonObject {
  return fillFields(schema, object);
}

/** The same for any value inside an object. */
export function fillDefaults(schema: StructuralSchema, value: JsonValue): JsonValue {
  if (isJsonArray(value)) return fillItems(schema, value);
  return isJsonObject(value) ? fillFields(schema, value) : value;
}

function fillFields(schema: StructuralSchema, object: JsonObject): JsonObject {
  const filled = new Map<string, JsonValue>();
  let changed = false;
  for (const [name, value] of Object.entries(object)) {
    const own = fieldSchema(schema, name);
    const next = own === undefined ? value : fillField(own, value);
    if (next !== undefined) filled.set(name, next);
    changed ||= next !== value;
  }
  for (const [name, property] of schema.properties) {
    if (property.default === undefined || filled.has(name)) continue;
    filled.set(name, fillDefaults(property, property.default));
    changed = true;
  }
  return changed ? Object.fromEntries(filled) : object;
}

function fillField(schema: StructuralSchema, value: JsonValue): JsonValue | undefined {
  const given = value === null && !schema.nullable ? schema.default : value;
  return given === undefined ? undefined : fillDefaults(schema, given);
}

function fillItems({ items }: StructuralSchema, list: readonly JsonValue[]): readonly JsonValue[] {
  if (items === undefined) return list;
  const result = list.map((item) => fillField(items, item) ?? item);
  return result.every((item, index) => item === list[index]) ? list : result;
}
