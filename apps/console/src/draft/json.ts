import { isRecord } from '@kubemin/base';

/** A document, or a part of one, as plain JSON. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The way from the root of a document to a value. */
export type Path = readonly (string | number)[];

/** The value at a path; undefined where there is none. */
export function getAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, key) => {
    if (Array.isArray(at)) return at[Number(key)];
    return isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }, value);
}

/** The value with another one at a path; objects and lists on the way are made where they are missing. */
export function setAt(value: unknown, [key, ...rest]: Path, next: unknown): unknown {
  if (key === undefined) return next;
  if (typeof key === 'number') {
    const list = Array.isArray(value) ? [...value] : [];
    list[key] = setAt(list[key], rest, next);
    return list;
  }
  const object = isRecord(value) ? value : {};
  return { ...object, [key]: setAt(getAt(object, [key]), rest, next) };
}

/** The value without what is at a path. Entries of a list after it move up. */
export function removeAt(value: unknown, path: Path): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (rest.length > 0) {
    const inner = getAt(value, [key]);
    return inner === undefined ? value : setAt(value, [key], removeAt(inner, rest));
  }
  if (Array.isArray(value)) return value.filter((_, index) => index !== Number(key));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}

/** Whether two JSON values are equal; the order of keys does not matter. */
export function isSameJson(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => isSameJson(item, right[index]));
  }
  if (!isRecord(left) || !isRecord(right)) return false;
  const keys = Object.keys(left).filter((key) => left[key] !== undefined);
  const others = Object.keys(right).filter((key) => right[key] !== undefined);
  return (
    keys.length === others.length && keys.every((key) => Object.hasOwn(right, key) && isSameJson(left[key], right[key]))
  );
}

/** The inverse of `formatPath` of the model: `component[0].properties.conf["a.b"]`. */
export function parsePath(text: string): Path {
  const parts = text.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|([^.[\]]+)/g);
  return [...parts].map(([, index, quoted, plain]) => {
    if (index !== undefined) return Number(index);
    return quoted === undefined ? (plain ?? '') : String(JSON.parse(`"${quoted}"`));
  });
}

/** Entries of a list by their names; undefined unless each entry has one of its own. */
export function namedEntries(list: readonly unknown[]): ReadonlyMap<string, JsonObject> | undefined {
  const entries = new Map<string, JsonObject>();
  for (const item of list) {
    if (!isRecord(item) || typeof item.name !== 'string' || item.name === '' || entries.has(item.name))
      return undefined;
    entries.set(item.name, item);
  }
  return entries;
}
