import type { ApiConnection } from './durability/api-connection.ts';

/** Set on everything that is delivered. */
const OF_AN_APPLICATION = 'kube-min-cli-appId';

/** Nearly everything that controllers make has an owner; this has only the name and the labels of its Service. */
const MADE_BY_CONTROLLERS = /\/endpoints$/;

type Fields = Readonly<Record<string, unknown>>;

/** Fields that the server sets: they depend on when an object was created, not on what was delivered. */
const SERVER_SET: readonly (readonly string[])[] = [
  ['status'],
  ['metadata', 'uid'],
  ['metadata', 'resourceVersion'],
  ['metadata', 'creationTimestamp'],
  ['metadata', 'generation'],
  ['metadata', 'managedFields'],
  ['metadata', 'annotations', 'deployment.kubernetes.io/revision'],
  // The run is another one, and nothing of what was rendered.
  ['metadata', 'annotations', 'kubemin.io/created-by-run'],
  ['spec', 'clusterIP'],
  ['spec', 'clusterIPs'],
  ['spec', 'volumeName'],
];

/** The objects in a cluster that applications were delivered as, by kind, namespace and name, without what controllers made of them. */
export async function deliveredObjects(connection: ApiConnection): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const path of await listablePaths(connection)) {
    const { body } = await connection.send('GET', `${path}?labelSelector=${OF_AN_APPLICATION}`);
    for (const item of body.items ?? []) {
      const metadata = toFields(item.metadata);
      if (metadata.ownerReferences !== undefined || MADE_BY_CONTROLLERS.test(path)) continue;
      const key = `${path} ${String(metadata.namespace)}/${item.metadata.name}`;
      found.set(key, JSON.stringify(SERVER_SET.reduce<Fields>(without, item)));
    }
  }
  return found;
}

async function listablePaths(connection: ApiConnection): Promise<readonly string[]> {
  const { body } = await connection.send('GET', '/apis');
  const groups = listIn(body.groups).map((group) => `/apis/${String(toFields(group.preferredVersion).groupVersion)}`);
  const paths: string[] = [];
  for (const base of ['/api/v1', ...groups]) {
    const { body: described } = await connection.send('GET', base);
    for (const { name, verbs } of listIn(described.resources)) {
      // Metrics carry the labels of their pods, but are not delivered: they cannot be created.
      if (Array.isArray(verbs) && verbs.includes('list') && verbs.includes('create'))
        paths.push(`${base}/${String(name)}`);
    }
  }
  return paths;
}

function without(fields: Fields, [first = '', ...rest]: readonly string[]): Fields {
  if (!(first in fields)) return fields;
  const { [first]: inner, ...others } = fields;
  return rest.length === 0 ? others : { ...others, [first]: without(toFields(inner), rest) };
}

function listIn(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(toFields) : [];
}

function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
