import { isJsonObject, type JsonObject } from './json.ts';

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
