import { isJsonObject } from '@kubemin/kubeapi';

/** An object as this API returns it: the fields of its spec and some of its metadata, all on one level. */
export type FlatObject = Readonly<Record<string, unknown>>;

/**
 * The value at a dotted path. Keys may hold dots themselves (labels do), so at every level the rest of the path is
 * tried as one key first.
 */
export function flatValue(object: unknown, path: string): unknown {
  if (!isJsonObject(object)) return undefined;
  if (Object.hasOwn(object, path)) return object[path];
  const dot = path.indexOf('.');
  const head = path.slice(0, dot);
  return dot === -1 || !Object.hasOwn(object, head) ? undefined : flatValue(object[head], path.slice(dot + 1));
}
