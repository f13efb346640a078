import { type FieldError, fieldError, isJsonObject, type JsonObject, type JsonValue } from '@kubemin/kubeapi';
import type { StructuralSchema } from '../schema/structural-schema.ts';
import { canonicalJson } from './canonical-json.ts';

/** Items of sets, and keys of lists that are maps, must not occur twice. */
export function duplicateItems(
  schema: StructuralSchema,
  list: readonly JsonValue[],
  path: string,
): readonly FieldError[] {
  if (schema.listType === 'set') return duplicates(list, path);
  if (schema.listType !== 'map') return [];
  return duplicates(
    list.map((item) => itemKey(schema, item)),
    path,
  );
}

/** The items of a list that is a map by their keys: how items of two states of the list correspond. */
export function itemsByKey(schema: StructuralSchema, list: readonly JsonValue[]): ReadonlyMap<string, JsonValue> {
  return new Map(list.map((item) => [canonicalJson(itemKey(schema, item)), item]));
}

/** The key of an item in a list of type map. */
export function itemKey({ listMapKeys }: StructuralSchema, item: JsonValue): JsonObject {
  if (!isJsonObject(item)) return {};
  const entries = listMapKeys.flatMap((key): [string, JsonValue][] => {
    const value = Object.hasOwn(item, key) ? item[key] : undefined;
    return value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(entries);
}

/** Reported once per value, at its second occurrence. */
function duplicates(items: readonly JsonValue[], path: string): readonly FieldError[] {
  const seen = new Map<string, number>();
  return items.flatMap((item, index) => {
    const text = canonicalJson(item);
    const times = (seen.get(text) ?? 0) + 1;
    seen.set(text, times);
    return times === 2 ? [fieldError.duplicate(`${path}[${index}]`, item)] : [];
  });
}
