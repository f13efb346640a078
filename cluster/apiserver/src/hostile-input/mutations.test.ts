import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiServerProcess } from '../test-support/api-server-process.ts';
import { HostileClient, type HostileRequest, type HostileResponse } from '../test-support/hostile-client.ts';
import { mutation } from '../test-support/request-mutations.ts';
import { configMap, deployment, pod } from '../test-support/test-api.ts';

const RUNS = process.env.KUBEMIN_TEST_FULL === '1' ? 30_000 : 500;
const MEMORY_BOUND = 200 * 1024 * 1024;
const IN_DEFAULT = '/api/v1/namespaces/default';
const MAPS = `${IN_DEFAULT}/configmaps`;
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

let server: ApiServerProcess;
let client: HostileClient;

beforeAll(async () => {
  server = await ApiServerProcess.start();
  client = new HostileClient(server);
  for (const request of VALID) await client.send(request);
});

afterAll(async () => {
  client.close();
  await server.stop();
});

function write(method: string, path: string, body: unknown): HostileRequest {
  return { method, path, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

function patch(path: string, format: string, body: unknown): HostileRequest {
  return { ...write('PATCH', path, body), headers: { 'content-type': `application/${format}` } };
}

function read(path: string, accept = 'application/json'): HostileRequest {
  return { method: 'GET', path, headers: { accept } };
}

const labels = { metadata: { labels: { tier: 'web' }, finalizers: ['example.com/keep'] } };
const port = { name: 'http', port: 80, targetPort: 'web', protocol: 'TCP' };
const rules = [{ apiGroups: ['apps'], resources: ['deployments'], verbs: ['get'], resourceNames: ['x'] }];
const schema = {
  type: 'object',
  properties: { spec: { type: 'object', properties: { size: { type: 'integer', minimum: 1, default: 2 } } } },
};
const columns = [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }];
const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } };
const widgets = {
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget' },
    versions: [{ ...version, subresources: { status: {} }, additionalPrinterColumns: columns }],
  },
};
const quota = { metadata: { name: 'q' }, spec: { hard: { 'requests.cpu': '10', pods: '1000' } } };
const job = {
  metadata: { name: 'j' },
  spec: { ...Object(deployment('j')).spec, selector: undefined, backoffLimit: 3 },
};
const table = 'application/json;as=Table;g=meta.k8s.io;v=v1,application/json';
const review = { spec: { resourceAttributes: { verb: 'get', resource: 'pods', namespace: 'default' } } };

/** Requests any client might send; from them come the others. */
const VALID: readonly HostileRequest[] = [
  write('POST', MAPS, configMap('m', { data: { key: 'value' }, metadata: { labels: { a: 'b' } } })),
  write('POST', DEPLOYMENTS, deployment('d', { replicas: 3, strategy: { rollingUpdate: { maxSurge: '25%' } } })),
  write('POST', `${IN_DEFAULT}/pods`, pod('p', { volumes: [{ name: 'v', emptyDir: { sizeLimit: '1Gi' } }] })),
  write('POST', `${IN_DEFAULT}/services`, { metadata: { name: 's' }, spec: { ports: [port], selector: { a: 'b' } } }),
  write('POST', `${IN_DEFAULT}/secrets`, { metadata: { name: 's' }, data: { k: 'dmFsdWU=' }, stringData: { p: 'w' } }),
  write('POST', `${IN_DEFAULT}/resourcequotas`, quota),
  write('POST', '/apis/batch/v1/namespaces/default/jobs', job),
  write('POST', '/apis/rbac.authorization.k8s.io/v1/clusterroles', { metadata: { name: 'r' }, rules }),
  write('POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', review),
  write('POST', DEFINITIONS, widgets),
  write('POST', '/apis/example.com/v1/namespaces/default/widgets', {
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    metadata: { name: 'w' },
    spec: { size: 3 },
  }),
  write('PUT', `${MAPS}/m?fieldManager=me`, configMap('m', { data: { key: 'other' } })),
  write('PUT', `${DEPLOYMENTS}/d/scale`, { metadata: { name: 'd', namespace: 'default' }, spec: { replicas: 2 } }),
  write('PUT', `${DEPLOYMENTS}/d/status`, { ...Object(deployment('d')), status: { replicas: 1, conditions: [] } }),
  patch(`${DEPLOYMENTS}/d`, 'strategic-merge-patch+json', {
    ...labels,
    spec: { template: { spec: { containers: [{ name: 'main', image: 'b' }] } } },
  }),
  patch(`${MAPS}/m`, 'merge-patch+json', { data: { key: null, more: 'x' } }),
  patch(`${MAPS}/m`, 'json-patch+json', [
    { op: 'add', path: '/data', value: { a: 'b' } },
    { op: 'copy', from: '/data/a', path: '/data/c' },
  ]),
  patch(
    `${MAPS}/m?fieldManager=me&force=true`,
    'apply-patch+yaml',
    configMap('m', { apiVersion: 'v1', data: { z: '1' } }),
  ),
  patch(`${DEPLOYMENTS}/d?fieldManager=you&force=true&dryRun=All`, 'apply-patch+yaml', deployment('d')),
  {
    method: 'POST',
    path: MAPS,
    headers: { 'content-type': 'application/yaml' },
    body: 'metadata: &m\n  name: y\ndata:\n  a: "1"\n  b: |\n    text\n',
  },
  write('DELETE', `${MAPS}/m`, { propagationPolicy: 'Background', preconditions: { uid: 'x' } }),
  write('DELETE', `${IN_DEFAULT}/pods/p?gracePeriodSeconds=0`, {}),
  read(`${MAPS}?limit=2&labelSelector=a%20in%20(b,c),!d&fieldSelector=metadata.name!%3Dx`),
  read(`${IN_DEFAULT}/pods?resourceVersion=1&resourceVersionMatch=NotOlderThan`, table),
  read(`${DEPLOYMENTS}/d?pretty=true`, 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1'),
  read(`${MAPS}?watch=true&timeoutSeconds=1&allowWatchBookmarks=true&resourceVersion=0`),
  read('/apis/example.com/v1/widgets', table),
  read('/openapi/v3/apis/apps/v1?hash=x'),
  read('/apis?timeout=32s', 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'),
];

/** What gets 5xx from Kubernetes itself: a new object with a version, and a version in the future. */
const KUBERNETES_OWN = [/resourceVersion should not be set on objects to be created/, /Too large resource version/];

function expectProper({ status, headers, text }: HostileResponse): void {
  if (status >= 500 && KUBERNETES_OWN.some((words) => words.test(text))) return;
  expect(status, text).toBeLessThan(500);
  expect(status, text).toBeGreaterThanOrEqual(200);
  if (status < 400 || headers['content-type'] !== 'application/json') return;
  expect(JSON.parse(text)).toMatchObject({ kind: 'Status', status: 'Failure', code: status });
}

it(
  `${RUNS} mutated requests each get a response, and never an internal error`,
  async () => {
    const { rss } = await server.report();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...VALID), mutation, async (valid, mutate) => {
        expectProper(await client.send(mutate(valid)));
      }),
      { numRuns: RUNS },
    );
    expect(server.alive).toBe(true);
    const { rss: after, polluted } = await server.report();
    expect(after - rss).toBeLessThan(MEMORY_BOUND);
    expect(polluted).toEqual([]);
    expect(server.stderr).toBe('');
    const healthy = await client.send(write('POST', MAPS, configMap('after-all')));
    expect([201, 409]).toContain(healthy.status);
    expect((await client.send(read('/readyz'))).text).toBe('ok');
  },
  20 * 60_000,
);
