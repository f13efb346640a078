import { isJsonObject, type JsonObject, type JsonValue } from '@kubemin/kubeapi';

/** The names of a path like `.spec.replicas`. */
export function simplePath(text: string): readonly string[] {
  return text.split('.').slice(1);
}

/** The value a path leads to. */
export function valueAt(object: JsonObject, path: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const name of path) value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

/** The object with another value there; what is on the way and no object becomes one. */
export function withValueAt(object: JsonObject, path: readonly string[], value: JsonValue): JsonObject {
  const [name, ...rest] = path;
  if (name === undefined) return object;
  const child = Object.hasOwn(object, name) ? object[name] : undefined;
  const next = rest.length === 0 ? value : withValueAt(isJsonObject(child) ? child : {}, rest, value);
  return Object.fromEntries([...Object.entries(object).filter(([key]) => key !== name), [name, next]]);
}
