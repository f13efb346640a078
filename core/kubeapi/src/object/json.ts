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

/** Narrows to a list of JSON values; the items are not checked. */
export function isJsonArray(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** The value of an own property; inherited ones (`constructor`) are not there. */
export function ownValue(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
