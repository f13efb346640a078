import { isJsonArray, isJsonObject, ownValue } from './json.ts';
import type { JsonValue } from './object.ts';
import { PatchError } from './patch-error.ts';

/** Reads an RFC 6901 pointer into its keys; '' is the whole document. */
export function parsePointer(text: string): readonly string[] {
  if (text === '') return [];
  if (!text.startsWith('/')) throw new PatchError(`the path "${text}" does not start with "/"`);
  if (/~(?![01])/.test(text)) throw new PatchError(`the path "${text}" has a "~" that is neither "~0" nor "~1"`);
  return text
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The child under a key, undefined when there is none. */
export function childAt(container: JsonValue, key: string): JsonValue | undefined {
  if (isJsonArray(container)) return /^(0|[1-9]\d*)$/.test(key) ? container[Number(key)] : undefined;
  return isJsonObject(container) ? ownValue(container, key) : undefined;
}

/** The value a pointer leads to, undefined when it leads nowhere. */
export function valueAt(document: JsonValue, keys: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = document;
  for (const key of keys) {
    if (value === undefined) return undefined;
    value = childAt(value, key);
  }
  return value;
}
