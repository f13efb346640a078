import { type KubeObject, nodeRoles } from '@kubemin/kubeapi';
import { type Column, formatDuration } from '../../terminal/index.ts';
import type { ObjectKind } from './object-kind.ts';

/** What a table of objects is made from. */
export interface Listed {
  readonly object: KubeObject;
  /** Of a service: the endpoints of its pods. */
  readonly endpoints?: readonly string[];
}

type ObjectColumn = Column<Listed>;

const NAMESPACE: ObjectColumn = { title: 'NAMESPACE', cell: ({ object }) => object.metadata.namespace ?? '' };
const NAME: ObjectColumn = { title: 'NAME', cell: ({ object }) => object.metadata.name ?? '' };

/** The columns Minik8s shows, by the name of the kind there. */
const COLUMNS: Readonly<Record<string, readonly ObjectColumn[]>> = {
  pod: [
    NAMESPACE,
    NAME,
    at('STATUS', 'status', 'phase'),
    { title: 'RESTARTS', cell: ({ object }) => String(restarts(object)) },
    at('NODE', 'spec', 'nodeName'),
    at('IP', 'status', 'podIP'),
  ],
  node: [
    NAME,
    { title: 'STATUS', cell: ({ object }) => nodeStatus(object) },
    { title: 'ROLE', cell: ({ object }) => roles(object) },
  ],
  service: [
    NAMESPACE,
    NAME,
    { title: 'SELECTOR', cell: ({ object }) => pairs(field(object, 'spec', 'selector')) },
    at('CLUSTERIP', 'spec', 'clusterIP'),
    { title: 'PORT/TARGETPORT/NODEPORT', cell: ({ object }) => ports(object) },
    { title: 'ENDPOINTS', cell: ({ endpoints = [] }) => endpoints.join(',') },
  ],
  replicaset: [
    NAMESPACE,
    NAME,
    {
      title: 'READY/REPLICAS',
      cell: ({ object }) => `${count(object, 'status', 'readyReplicas')}/${count(object, 'spec', 'replicas')}`,
    },
  ],
  hpa: [
    NAMESPACE,
    NAME,
    {
      title: 'MIN/NOW/MAX REPLICAS',
      cell: ({ object }) =>
        [
          count(object, 'spec', 'minReplicas'),
          count(object, 'status', 'currentReplicas'),
          count(object, 'spec', 'maxReplicas'),
        ].join('/'),
    },
  ],
  dns: [
    NAME,
    {
      title: 'HOST',
      cell: ({ object }) =>
        rules(object)
          .map(({ host }) => host)
          .join(','),
    },
    {
      title: 'PATH',
      cell: ({ object }) =>
        rules(object)
          .flatMap(({ paths }) => paths)
          .join(','),
    },
    {
      title: 'SRVNAME',
      cell: ({ object }) =>
        rules(object)
          .flatMap(({ services }) => services)
          .join(','),
    },
  ],
  function: [
    NAME,
    at('FILEPATH', 'metadata', 'annotations', 'minik8s.io/file-path'),
    at('NEEDWATCH', 'metadata', 'annotations', 'minik8s.io/need-watch'),
  ],
  workflow: [NAME],
  persistentvolume: [NAME, at('SERVERIP', 'spec', 'nfs', 'server'), at('PATH', 'spec', 'nfs', 'path')],
  persistentvolumeclaim: [NAME, at('BINDPV', 'spec', 'volumeName')],
};

/** The columns of a kind; `-o wide` adds age and labels. */
export function objectColumns({ name, type }: ObjectKind, now: number): readonly ObjectColumn[] {
  const own = COLUMNS[name] ?? COLUMNS[type.singular] ?? [...(type.namespaced ? [NAMESPACE] : []), NAME];
  return [
    ...own,
    { title: 'AGE', wide: true, cell: ({ object }) => age(object, now) },
    { title: 'LABELS', wide: true, cell: ({ object }) => pairs(object.metadata.labels) },
  ];
}

function at(title: string, ...path: readonly string[]): ObjectColumn {
  return { title, cell: ({ object }) => text(field(object, ...path)) };
}

function field(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (holder, key) => (typeof holder === 'object' && holder !== null ? Reflect.get(holder, key) : undefined),
    value,
  );
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}

function count(object: KubeObject, ...path: readonly string[]): number {
  return Number(field(object, ...path) ?? 0);
}

function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function pairs(value: unknown): string {
  return typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([key, each]) => `${key}=${String(each)}`)
        .join(',')
    : '';
}

function restarts(pod: KubeObject): number {
  return items(field(pod, 'status', 'containerStatuses')).reduce<number>(
    (sum, each) => sum + Number(field(each, 'restartCount') ?? 0),
    0,
  );
}

function nodeStatus(node: KubeObject): string {
  const ready = items(field(node, 'status', 'conditions')).find((each) => field(each, 'type') === 'Ready');
  return field(ready, 'status') === 'True' ? 'Ready' : 'NotReady';
}

function roles({ metadata }: KubeObject): string {
  return nodeRoles(metadata.labels).join(',') || 'worker';
}

function ports(service: KubeObject): string {
  return items(field(service, 'spec', 'ports'))
    .map((port) => [field(port, 'port'), field(port, 'targetPort'), field(port, 'nodePort')].map(text).join('/'))
    .join(',');
}

function rules(ingress: KubeObject) {
  return items(field(ingress, 'spec', 'rules')).map((rule) => {
    const paths = items(field(rule, 'http', 'paths'));
    return {
      host: text(field(rule, 'host')),
      // As it was written before it became an expression that cuts the path off.
      paths: paths.map((path) => text(field(path, 'path')).replace('(/|$)(.*)', '').replaceAll('\\', '')),
      services: paths.map((path) => text(field(path, 'backend', 'service', 'name'))),
    };
  });
}

function age({ metadata }: KubeObject, now: number): string {
  const created = metadata.creationTimestamp === undefined ? now : Date.parse(String(metadata.creationTimestamp));
  return formatDuration(Math.max(0, now - created));
}
