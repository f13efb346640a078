import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ObjectSchema,
  ownValue,
} from '../object/index.ts';
import { PatchError } from './patch-error.ts';
import { mergeList } from './strategic-list.ts';
import { checkShape, childPlace, type Place } from './strategic-place.ts';

const ORDER_PREFIX = '$setElementOrder/';
const DELETE_PREFIX = '$deleteFromPrimitiveList/';

/**
 * Applies a strategic merge patch: like a merge patch, but lists whose field has a merge key merge element by element,
 * and directives (`$patch`, `$retainKeys`, `$setElementOrder/…`, `$deleteFromPrimitiveList/…`) control the rest. Fields the
 * type does not know, and everything when there is no type, merge as plain maps. Neither argument is changed.
 */
export function applyStrategicMergePatch(
  document: unknown,
  patch: unknown,
  type: ObjectSchema | undefined,
): JsonObject {
  if (!isJsonObject(document)) throw new PatchError('the document to patch is not an object');
  if (!isJsonObject(patch)) throw new PatchError('a strategic merge patch must be an object');
  return mergeObject(document, patch, { path: '', ...(type === undefined ? {} : { schema: type }) });
}

function mergeObject(original: JsonObject, patch: JsonObject, place: Place): JsonObject {
  const directive = ownValue(patch, '$patch');
  if (directive === 'delete') return {};
  if (directive !== undefined && directive !== 'replace' && directive !== 'merge') {
    throw new PatchError(
      `${describePlace(place)}: unknown patch type ${JSON.stringify(directive)}: use replace, delete or merge`,
    );
  }
  const base = directive === 'replace' ? {} : retainKeys(original, patch, place);
  // A Map and fromEntries, as assigning to a key called `__proto__` would change the prototype instead.
  const merged = new Map(Object.entries(base));
  for (const [key, value] of Object.entries(patch)) {
    if (isDirective(key)) continue;
    if (value === null) merged.delete(key);
    else
      merged.set(
        key,
        mergeValue(merged.get(key), value, { ...childPlace(place, key), ...elementOrder(patch, key, place) }),
      );
  }
  reorderUntouched(merged, patch, place);
  deleteFromPrimitiveLists(merged, patch, place);
  return Object.fromEntries(merged);
}

function mergeValue(original: JsonValue | undefined, patch: JsonValue, place: Place): JsonValue {
  checkShape(patch, place);
  if (isJsonObject(patch)) {
    const replaces = place.strategy?.includes('replace') === true || !isJsonObject(original);
    return mergeObject(replaces ? {} : original, patch, place);
  }
  if (!isJsonArray(patch)) return patch;
  if (place.strategy?.includes('merge') === true) {
    return mergeList(isJsonArray(original) ? original : [], patch, { place, mergeObject });
  }
  return patch.map((item, index) => withoutDirectives(item, { path: `${place.path}[${index}]` }));
}

/** New values lose their nulls and directives, as if merged into nothing. */
function withoutDirectives(value: JsonValue, place: Place): JsonValue {
  return value === null ? null : mergeValue(undefined, value, place);
}

/** `$retainKeys` lists every key that may stay; it must list those the patch sets, too. */
function retainKeys(original: JsonObject, patch: JsonObject, place: Place): JsonObject {
  const directive = ownValue(patch, '$retainKeys');
  if (directive === undefined) return original;
  if (!isJsonArray(directive))
    throw new PatchError(`${describePlace(place)}: $retainKeys must be a list of field names`);
  for (const [key, value] of Object.entries(patch)) {
    if (value !== null && !isDirective(key) && !directive.includes(key)) {
      throw new PatchError(`${describePlace(place)}: the patch sets "${key}", which is missing from its $retainKeys`);
    }
  }
  return Object.fromEntries(Object.entries(original).filter(([key]) => directive.includes(key)));
}

function elementOrder(patch: JsonObject, key: string, place: Place): Pick<Place, 'order'> {
  const order = ownValue(patch, `${ORDER_PREFIX}${key}`);
  if (order === undefined) return {};
  if (!isJsonArray(order)) throw new PatchError(`${describePlace(place)}: ${ORDER_PREFIX}${key} must be a list`);
  return { order };
}

/** An order may come alone: the list keeps its elements and takes the order. */
function reorderUntouched(merged: Map<string, JsonValue>, patch: JsonObject, place: Place): void {
  for (const directive of Object.keys(patch).filter((name) => name.startsWith(ORDER_PREFIX))) {
    const key = directive.slice(ORDER_PREFIX.length);
    const list = merged.get(key);
    const child = childPlace(place, key);
    if (!isJsonArray(list) || Object.hasOwn(patch, key) || child.strategy?.includes('merge') !== true) continue;
    merged.set(key, mergeValue(list, [], { ...child, ...elementOrder(patch, key, place) }));
  }
}

function deleteFromPrimitiveLists(merged: Map<string, JsonValue>, patch: JsonObject, place: Place): void {
  for (const [directive, unwanted] of Object.entries(patch).filter(([name]) => name.startsWith(DELETE_PREFIX))) {
    const key = directive.slice(DELETE_PREFIX.length);
    const list = merged.get(key);
    if (!isJsonArray(unwanted)) throw new PatchError(`${describePlace(place)}: ${directive} must be a list of values`);
    if (isJsonArray(list))
      merged.set(
        key,
        list.filter((item) => !unwanted.includes(item)),
      );
  }
}

/** Only these: a field may well begin with a dollar sign (`$ref` in a CRD's schema). */
function isDirective(key: string): boolean {
  return key === '$patch' || key === '$retainKeys' || key.startsWith(ORDER_PREFIX) || key.startsWith(DELETE_PREFIX);
}

function describePlace(place: Place): string {
  return place.path === '' ? 'strategic merge patch' : `strategic merge patch at ${place.path}`;
}
