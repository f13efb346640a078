import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ApiRequest, isJsonObject, StatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { builtinRenderRegistry, createRenderer, RenderError } from '@kubemin/render';
import { startTestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { platformModel } from '../documents/platform-model.ts';

/** What every object has without being given it; one of them is no function. */
const NAMES = ['__proto__', 'constructor', 'hasOwnProperty'];

/** The value with a name in place of each of its texts and of each of its keys, one at a time, and as a key more. */
function* variants(value: unknown, name: string): Generator<unknown> {
  if (typeof value === 'string') yield name;
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const other of variants(item, name)) yield value.toSpliced(index, 1, other);
    }
  } else if (isJsonObject(value)) {
    const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
    for (const [index, [key, item]] of entries.entries()) {
      for (const other of variants(item, name)) yield Object.fromEntries(entries.toSpliced(index, 1, [key, other]));
      yield Object.fromEntries(entries.toSpliced(index, 1, [name, item]));
    }
    yield Object.fromEntries([...entries, [name, name]]);
  }
}

test('the names stand in every place', () => {
  expect([...variants({ a: ['x'] }, 'n')]).toEqual([{ a: ['n'] }, { n: ['x'] }, { a: ['x'], n: 'n' }]);
});

describe('R-06: documents with names that every object has', () => {
  const model = platformModel();
  const renderer = createRenderer(builtinRenderRegistry);

  test.each(['ingress-tls.yaml', 'rbac-operator.yaml'])(
    'R-06: %s is read, refused or rendered, and never breaks what reads it',
    async (file) => {
      const document: unknown = parse(await readFile(join(import.meta.dirname, '../../../../examples', file), 'utf8'));
      let rendered = 0;
      for (const name of NAMES) {
        for (const variant of variants(document, name)) {
          const { document: read } = model.parseText(JSON.stringify(variant));
          if (read === undefined || read.templates !== undefined) continue;
          try {
            const objects = renderer.render(read, { appId: 'app', componentIds: { a: 1 }, tracks: {} });
            // A function that came in place of a text would be left out, and `[native code]` is one that became a text.
            expect(JSON.stringify(objects)).not.toContain('[native code]');
            rendered += 1;
          } catch (error) {
            if (!(error instanceof RenderError)) throw error;
          }
        }
      }
      expect(rendered).toBeGreaterThan(20);
    },
  );
});

describe('R-06: objects of the cluster with names that every object has', () => {
  let cluster: Awaited<ReturnType<typeof startTestCluster>>;
  beforeAll(async () => {
    cluster = await startTestCluster({ controllers: false });
  });
  afterAll(() => cluster?.close());

  const container = { name: 'main', image: 'nginx', resources: { requests: { cpu: '1' }, limits: { cpu: '1' } } };
  const expression = { key: 'zone', operator: 'In', values: ['a'] };
  const affinity = {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [expression] }] },
    },
  };
  const template = { spec: { restartPolicy: 'Never', containers: [container], affinity } };
  const metadata = { name: 'sample', labels: { a: 'b' }, annotations: { c: 'd' } };
  const objects: readonly (readonly [string, object])[] = [
    ['/api/v1/namespaces/default/secrets', { kind: 'Secret', type: 'Opaque', stringData: { a: 'b' } }],
    ['/api/v1/namespaces/default/pods', { kind: 'Pod', ...template }],
    [
      '/api/v1/namespaces/default/resourcequotas',
      { kind: 'ResourceQuota', spec: { hard: { pods: '1' }, scopes: ['BestEffort'] } },
    ],
    [
      '/api/v1/namespaces/default/limitranges',
      { kind: 'LimitRange', spec: { limits: [{ type: 'Container', max: { cpu: '1' }, default: { cpu: '1' } }] } },
    ],
    [
      '/api/v1/namespaces/default/persistentvolumeclaims',
      {
        kind: 'PersistentVolumeClaim',
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      },
    ],
    [
      '/apis/batch/v1/namespaces/default/jobs',
      {
        kind: 'Job',
        spec: {
          template,
          podFailurePolicy: { rules: [{ action: 'Ignore', onExitCodes: { operator: 'In', values: [1] } }] },
        },
      },
    ],
    [
      '/apis/batch/v1/namespaces/default/cronjobs',
      { kind: 'CronJob', spec: { schedule: '@daily', jobTemplate: { spec: { template } } } },
    ],
    [
      '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers',
      {
        kind: 'HorizontalPodAutoscaler',
        spec: {
          scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
          maxReplicas: 2,
          metrics: [
            { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 5 } } },
          ],
        },
      },
    ],
  ];

  test.each(objects)('R-06: %s handles each of them like any other name', async (path, body) => {
    const [, group = '', version = ''] = /^\/api(?:s\/([^/]+))?\/([^/]+)/.exec(path) ?? [];
    const object = { apiVersion: group === '' ? version : `${group}/${version}`, metadata, ...body };
    const countByStatus = new Map<number, number>();
    for (const name of NAMES) {
      for (const value of variants(object, name)) {
        const request: ApiRequest = {
          method: 'POST',
          path,
          query: new URLSearchParams('dryRun=All'),
          headers: {},
          body: { kind: 'bytes', bytes: Buffer.from(JSON.stringify(value)), contentType: 'application/json' },
        };
        const status = await responseStatus(request);
        countByStatus.set(status, (countByStatus.get(status) ?? 0) + 1);
        expect(status, JSON.stringify(value)).toBeLessThan(500);
      }
    }
    expect(countByStatus.get(201)).toBeGreaterThan(0);
  });

  test('R-06: a selector that names them matches nothing that is not there', async () => {
    for (const labelSelector of ['constructor', 'hasOwnProperty']) {
      const { items } = await cluster.client.resource(core.v1.namespaces).list({ labelSelector });
      expect(items).toEqual([]);
    }
  });

  /** The paths below one version of one group: collections, objects and what lies below them. */
  async function resourcePaths(groupVersion: string): Promise<readonly string[]> {
    const response = await cluster.client.handler({
      method: 'GET',
      path: groupVersion,
      query: new URLSearchParams(),
      headers: {},
    });
    const list: unknown = response.kind === 'object' ? response.object : undefined;
    if (!isJsonObject(list) || !Array.isArray(list.resources)) throw new Error(`${groupVersion} lists nothing`);
    return list.resources.flatMap((resource: unknown) => {
      if (!isJsonObject(resource) || typeof resource.name !== 'string') return [];
      const [plural = '', subresource] = resource.name.split('/');
      const root = resource.namespaced === true ? `${groupVersion}/namespaces/:namespace` : groupVersion;
      return subresource === undefined
        ? [`${root}/${plural}`, `${root}/${plural}/:name`]
        : [`${root}/${plural}/:name/${subresource}`];
    });
  }

  const QUERIES = [
    ...['labelSelector', 'fieldSelector', 'limit', 'continue', 'resourceVersion', 'resourceVersionMatch', 'watch'],
    ...['dryRun', 'fieldManager', 'fieldValidation', 'propagationPolicy', 'gracePeriodSeconds', 'pretty', 'container'],
  ];

  test('R-06: names of the path and of the query are names like others at every path of the API', async () => {
    const versions = [
      '/api/v1',
      '/apis/apps/v1',
      '/apis/batch/v1',
      '/apis/networking.k8s.io/v1',
      '/apis/authorization.k8s.io/v1',
    ];
    const known = (await Promise.all(versions.map(resourcePaths))).flat();
    expect(known.length).toBeGreaterThan(60);
    const unknown = [
      '/:name',
      '/api/:name',
      '/api/v1/:name',
      '/apis/:name',
      '/apis/apps/:name',
      '/apis/:name/v1/pods',
      '/api/v1/namespaces/default/:name',
      '/api/v1/namespaces/default/pods/web/:name',
    ];
    const object = (name: string): string => `{"metadata":{"name":"${name}"},"${name}":"${name}"}`;
    const merge = (name: string): string => `{"${name}":{"${name}":"${name}"}}`;
    const methods = [
      { method: 'GET' },
      { method: 'DELETE' },
      { method: 'POST', text: object, contentType: 'application/json' },
      { method: 'PUT', text: object, contentType: 'application/json' },
      { method: 'PATCH', text: merge, contentType: 'application/merge-patch+json' },
    ] as const;
    for (const name of [...NAMES, 'toString']) {
      const query = new URLSearchParams(Object.fromEntries([...QUERIES, name].map((key) => [key, name])));
      for (const path of [...known, ...unknown]) {
        for (const place of ['default', name]) {
          const meant = path.replace(':namespace', place).replace(':name', name);
          for (const { method, ...body } of methods) {
            const stop = new AbortController();
            const status = await responseStatus({
              method,
              path: meant,
              query: method === 'GET' ? new URLSearchParams({ [name]: name }) : new URLSearchParams('dryRun=All'),
              headers: {},
              signal: stop.signal,
              ...('text' in body && {
                body: { kind: 'bytes', bytes: Buffer.from(body.text(name)), contentType: body.contentType },
              }),
            });
            expect(status, `${method} ${meant}`).not.toBe(500);
            stop.abort();
          }
          const stop = new AbortController();
          expect(
            await responseStatus({ method: 'GET', path: meant, query, headers: {}, signal: stop.signal }),
            meant,
          ).not.toBe(500);
          stop.abort();
        }
      }
    }
    for (const key of [...QUERIES, ...NAMES]) {
      for (const name of NAMES) {
        const stop = new AbortController();
        const request = { method: 'GET', path: '/api/v1/pods', headers: {}, signal: stop.signal } as const;
        expect(await responseStatus({ ...request, query: new URLSearchParams({ [key]: name }) }), key).not.toBe(500);
        stop.abort();
      }
    }
  });

  async function responseStatus(request: ApiRequest): Promise<number> {
    try {
      return (await cluster.client.handler(request)).status;
    } catch (error) {
      if (error instanceof StatusError) return error.httpCode;
      throw error;
    }
  }
});
