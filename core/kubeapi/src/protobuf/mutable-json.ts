import { isJsonValue } from '../object/index.ts';

/** JSON under construction. */
export type MutableJson = string | number | boolean | null | MutableJson[] | MutableObject;

/** An object under construction. */
export interface MutableObject {
  [key: string]: MutableJson;
}

/** Sets an own property whatever its name; a plain assignment to `__proto__` would do something else. */
export function setOwn(object: MutableObject, key: string, value: MutableJson): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    object[key] = value;
  }
}

/** An object, not a list and not null. */
export function isMutableObject(value: MutableJson | undefined): value is MutableObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** For a value that was just parsed and is not shared; looks at the outermost value only. */
export function isMutableJson(value: unknown): value is MutableJson {
  return isJsonValue(value);
}
