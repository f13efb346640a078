import type { KubeObject } from '@kubemin/kubeapi';

/** The first user of a new server. It has no password until one is set. */
export const FIRST_USER = 'admin';

const TOOLS = 'tools';

interface Initial extends KubeObject {
  readonly spec?: object;
}

/** The initial objects of a new server. */
export const initialObjects: readonly Initial[] = [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: TOOLS } },
  catalog('demo', { title: 'Demonstrations', order: 10 }),
  catalog('database', { title: 'Databases', order: 20 }),
  {
    apiVersion: 'catalog.minik8s.io/v1',
    kind: 'BinaryMetadata',
    metadata: { name: 'shell', namespace: TOOLS },
    spec: { name: 'sh', version: 'posix', command: 'sh -c {command}' },
  },
  {
    apiVersion: 'iam.minik8s.io/v1',
    kind: 'Team',
    metadata: { name: 'administrators', namespace: 'default' },
    spec: { displayName: 'Administrators', members: [{ user: FIRST_USER, role: 'owner' }] },
  },
  {
    apiVersion: 'iam.minik8s.io/v1',
    kind: 'User',
    metadata: { name: FIRST_USER, namespace: 'default' },
    spec: { displayName: 'Administrator', roles: ['admin'], teams: ['administrators'] },
  },
];

function catalog(name: string, spec: object): Initial {
  return { apiVersion: 'catalog.minik8s.io/v1', kind: 'Catalog', metadata: { name }, spec };
}
