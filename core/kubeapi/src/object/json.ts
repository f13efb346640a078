import type { JsonValue } from './object.ts';

/** A JSON object: keys are its own properties, `__proto__` among them, and never inherited ones. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** Looks at the outermost value only: what is inside something parsed from JSON is JSON. */
export function isJsonValue(value: unknown): value is JsonValue {
  return value === null || ['string', 'number', 'boolean', 'object'].includes(typeof value);
}

/** An object, not a list and not null; like the others it looks at the outermost value only. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object, with no fields where it is none. */
export function asJsonObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Narrows to a list of JSON values; the items are not checked. */
export function isJsonArray(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** The value of an own property; inherited ones (`constructor`) are not there. */
export function ownValue(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Whether two JSON values are equal. Order of keys does not count; a property that is undefined counts as absent. */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => deepEqual(item, b[index]));
  }
  return isJsonObject(a) && isJsonObject(b) && equalProperties(a, b);
}

function equalProperties(a: JsonObject, b: JsonObject): boolean {
  let unmatched = 0;
  for (const key of Object.keys(a)) {
    if (a[key] === undefined) continue;
    if (!Object.hasOwn(b, key) || !deepEqual(a[key], b[key])) return false;
    unmatched++;
  }
  for (const key of Object.keys(b)) if (b[key] !== undefined) unmatched--;
  return unmatched === 0;
}

/**
 * Freezes a JSON value all the way down and returns it. What is frozen already is taken to be frozen inside, too, so
 * freezing an object that shares parts with a frozen one costs only the new parts.
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  if (Array.isArray(value)) for (const item of value) deepFreeze(item);
  // Not Object.values: it would make a list for every object that is ever stored.
  else for (const key in value) deepFreeze(value[key]);
  return value;
}
