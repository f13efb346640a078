import { isJsonObject, isJsonValue, type JsonValue, ownValue } from '../object/index.ts';
import { PatchError } from './patch-error.ts';

/**
 * Applies an RFC 7396 merge patch: objects merge, null removes, everything else replaces. Neither argument is changed;
 * the result shares parts with both.
 */
export function applyMergePatch(document: unknown, patch: unknown): JsonValue {
  if (!isJsonValue(document) || !isJsonValue(patch))
    throw new PatchError('a merge patch and its document must be JSON');
  return merge(document, patch);
}

function merge(target: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isJsonObject(patch)) return patch;
  const original = isJsonObject(target) ? target : {};
  // A Map and fromEntries, as assigning to a key called `__proto__` would change the prototype instead.
  const merged = new Map(Object.entries(original));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, merge(ownValue(original, key), value));
  }
  return Object.fromEntries(merged);
}
