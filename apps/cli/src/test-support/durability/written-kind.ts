/** A kind that the writers write. */
export interface WrittenKind {
  readonly name: string;
  /** The path of its collection. */
  readonly path: string;
  /** An object whose size is derived from its stamp, so that a partial write is detected. */
  make(name: string, stamp: number): Readonly<Record<string, unknown>>;
}

export const NAMESPACE = 'crash';
/** The field of an object that names its write. */
export const STAMP = 'test/stamp';

/** The custom kind among them; without it a restarted server would serve only what it always serves. */
export const WIDGETS = {
  metadata: { name: 'widgets.crash.example' },
  spec: {
    group: 'crash.example',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', properties: { filling: { type: 'string' } } } },
          },
        },
      },
    ],
  },
};

function meta(name: string, stamp: number): Readonly<Record<string, unknown>> {
  return { name, annotations: { [STAMP]: String(stamp) } };
}

function filling(stamp: number): string {
  return `${stamp}.`.repeat(1 + (stamp % 400));
}

const labels = { app: 'crash' };
const container = { name: 'main', image: 'registry.test/app:1' };

/** What is written, from plain data to kinds whose writes take several steps (services reserve an address). */
export const KINDS: readonly [WrittenKind, ...WrittenKind[]] = [
  {
    name: 'configmaps',
    path: `/api/v1/namespaces/${NAMESPACE}/configmaps`,
    make: (name, stamp) => ({ metadata: meta(name, stamp), data: { filling: filling(stamp) } }),
  },
  {
    name: 'secrets',
    path: `/api/v1/namespaces/${NAMESPACE}/secrets`,
    make: (name, stamp) => ({
      metadata: meta(name, stamp),
      data: { filling: Buffer.from(filling(stamp)).toString('base64') },
    }),
  },
  {
    name: 'services',
    path: `/api/v1/namespaces/${NAMESPACE}/services`,
    make: (name, stamp) => ({ metadata: meta(name, stamp), spec: { ports: [{ port: 1 + (stamp % 60_000) }] } }),
  },
  {
    name: 'deployments',
    path: `/apis/apps/v1/namespaces/${NAMESPACE}/deployments`,
    make: (name, stamp) => ({
      metadata: meta(name, stamp),
      spec: {
        replicas: stamp % 10,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels, annotations: { filling: filling(stamp) } },
          spec: { containers: [container] },
        },
      },
    }),
  },
  {
    name: 'widgets',
    path: `/apis/crash.example/v1/namespaces/${NAMESPACE}/widgets`,
    make: (name, stamp) => ({
      apiVersion: 'crash.example/v1',
      kind: 'Widget',
      metadata: meta(name, stamp),
      spec: { filling: filling(stamp) },
    }),
  },
];
