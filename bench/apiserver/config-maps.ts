import type { H2Request } from '../support/h2-connection.ts';

/** Where the config maps of the benchmark live; every cluster has this namespace. */
export const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

const BODY_BYTES = 1024;
const SPREAD = 2_654_435_761;

/** Different for every number, and in no order: names that grow in order would flatter sorted structures. */
export function configMapName(number: number): string {
  const spread = (Math.imul(number, SPREAD) >>> 0).toString(36).padStart(7, '0');
  return `map-${spread}-${number}`;
}

/** Consecutive names that were not used before. */
export function configMapNames(from: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => configMapName(from + index));
}

/** A config map of 1 KB, as a client would send it. */
export function configMap(name: string): object {
  const object = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, labels: { app: 'bench', tier: 'data' }, annotations: { 'bench.test/purpose': 'load' } },
    data: {
      'log.level': 'info',
      'server.properties': 'listen=0.0.0.0:8080\nworkers=4\nkeepalive=75s\n',
      'feature.flags': 'search,export,audit',
      filler: '',
    },
  };
  object.data.filler = 'x'.repeat(BODY_BYTES - JSON.stringify(object).length);
  return object;
}

/** The requests of the benchmark, each about one config map. */
export const requestFor = {
  create: (name) => ({ method: 'POST', path: CONFIG_MAPS, body: Buffer.from(JSON.stringify(configMap(name))) }),
  get: (name) => ({ method: 'GET', path: `${CONFIG_MAPS}/${name}` }),
  patch: (name) => ({
    method: 'PATCH',
    path: `${CONFIG_MAPS}/${name}`,
    contentType: 'application/merge-patch+json',
    body: Buffer.from('{"data":{"log.level":"debug"}}'),
  }),
  delete: (name) => ({ method: 'DELETE', path: `${CONFIG_MAPS}/${name}` }),
} as const satisfies Readonly<Record<string, (name: string) => H2Request>>;

/** What is done to config maps, in the order in which one lives. */
export const VERBS = ['create', 'get', 'patch', 'delete'] as const;
