const ROOT = '/registry/';

/** Where an object lives: its collection (the resource), its namespace ('' for cluster-scoped ones) and its name. */
export interface ObjectAddress {
  readonly collection: string;
  readonly namespace: string;
  readonly name: string;
}

/** The prefix of every key of the API server. */
export const REGISTRY_PREFIX = ROOT;

/** `/registry/<collection>[/<namespace>]/<name>`. No part can hold a slash: names are validated before. */
export function storageKey(address: ObjectAddress): string {
  const { collection, namespace, name } = address;
  return namespace === '' ? `${ROOT}${collection}/${name}` : `${ROOT}${collection}/${namespace}/${name}`;
}

/** The inverse of storageKey; undefined for keys of others that share the storage. */
export function parseStorageKey(key: string): ObjectAddress | undefined {
  if (!key.startsWith(ROOT)) return undefined;
  const [collection, second, third, ...rest] = key.slice(ROOT.length).split('/');
  if (collection === undefined || second === undefined || rest.length > 0) return undefined;
  return third === undefined
    ? { collection, namespace: '', name: second }
    : { collection, namespace: second, name: third };
}
