import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { silentLogger, systemClock } from '@kubemin/base';
import { createKubeClient } from '@kubemin/kube';
import { core, rbac } from '@kubemin/kubeapi/resources';
import { eventually, makeKubeletCertificates, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ReviewedAccess } from '../../agent/reviewed-access.ts';
import { nodeUser } from '../../simulated/simulated-node.ts';
import { nodeSubresources } from './kubelet-access.ts';
import { type KubeletListener, listenKubelet } from './kubelet-listener.ts';
import { KubeletServer } from './kubelet-server.ts';

const NODE = 'machine';
const users = [
  { token: 'reader', user: { username: 'reader', groups: ['system:authenticated'] } },
  { token: 'stranger', user: { username: 'stranger', groups: ['system:authenticated'] } },
];

let cluster: TestCluster;
let listener: KubeletListener;
let certificates: Awaited<ReturnType<typeof makeKubeletCertificates>>;
const kubelets = new KubeletServer();
beforeAll(async () => {
  cluster = await startTestCluster({ controllers: false, users });
  certificates = await makeKubeletCertificates(NODE, ['127.0.0.1']);
  kubelets.serve({
    clock: systemClock,
    logger: silentLogger,
    work: {
      logs: () => Promise.reject(new Error('not asked')),
      requireRunning: () => Promise.reject(new Error('not asked')),
      exec: () => Promise.reject(new Error('not asked')),
      attach: () => Promise.reject(new Error('not asked')),
      portForward: () => Promise.reject(new Error('not asked')),
      pods: async () => [],
      node: () => undefined,
      configuration: () => ({}),
      logDirectory: () => undefined,
      summary: () => Promise.reject(new Error('not asked')),
    },
  });
  listener = await listenKubelet({
    ...{ node: NODE, host: '127.0.0.1', port: 0, clientCa: certificates.ca, kubelets, ...certificates.serving },
    authority: new ReviewedAccess(createKubeClient(cluster.as(nodeUser(NODE))), systemClock),
  });
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'reads-pods' };
  await cluster.client.resource(rbac.v1.clusterroles).create({
    ...{ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'reads-pods' } },
    rules: [{ apiGroups: [''], resources: ['nodes/pods'], verbs: ['get'] }],
  });
  await cluster.client.resource(rbac.v1.clusterrolebindings).create({
    ...{ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding', metadata: { name: 'reads-pods' } },
    ...{ roleRef, subjects: [{ kind: 'User', name: 'reader' }] },
  });
  await cluster.client.resource(core.v1.nodes).create({ apiVersion: 'v1', kind: 'Node', metadata: { name: NODE } });
});
afterAll(async () => {
  await listener[Symbol.asyncDispose]();
  await cluster.close();
});

/** Status and body of a response; the certificate of the kubelet is verified. */
function get(
  path: string,
  { token, ...tls }: { readonly token?: string; readonly cert?: string; readonly key?: string } = {},
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const headers = { connection: 'close', ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  const place = { host: '127.0.0.1', port: listener.port, path, agent: false, ca: certificates.ca };
  const asking = request({ ...place, headers, ...tls }, (response) => {
    text(response).then((body) => resolve(`${response.statusCode} ${body.trim()}`), reject);
  });
  asking.on('error', reject).end();
  return promise;
}

test('a client without credentials, and one with a token that is none, is not known', async () => {
  expect(await get('/healthz')).toBe('401 Unauthorized');
  expect(await get('/pods', { token: 'none' })).toBe('401 Unauthorized');
});

test('a token gives the rights of its user, each path by its own subresource', async () => {
  await eventually(async () => (await get('/pods', { token: 'reader' })).startsWith('200'));
  expect(await get('/runningpods/', { token: 'reader' })).toMatch(/^500/);
  const refused = (path: string, list: string): [string, string] => [
    path,
    `403 Forbidden (user=reader, verb=get, resource=nodes, subresource(s)=[${list}])`,
  ];
  for (const [path, message] of [
    refused('/healthz', 'healthz proxy'),
    refused('/metrics/cadvisor', 'metrics'),
    refused('/stats/summary', 'stats'),
    refused('/logs/', 'log'),
    refused('/containerLogs/default/web/main', 'proxy'),
  ]) {
    expect(await get(path, { token: 'reader' })).toBe(message);
  }
  expect(await get('/pods', { token: 'stranger' })).toMatch(/^403 /);
});

test('the certificate of the API server is good for everything, one of another authority for nothing', async () => {
  expect(await get('/healthz', certificates.client)).toBe('200 ok');
  expect(await get('/pods', certificates.client)).toMatch(/^200 /);
  const foreign = await makeKubeletCertificates(NODE, ['127.0.0.1']);
  expect(await get('/healthz', foreign.client)).toBe('401 Unauthorized');
});

test.each([
  ['/pods', ['pods', 'proxy']],
  ['/pods2', ['proxy']],
  ['/runningpods/', ['pods', 'proxy']],
  ['/configz', ['configz', 'proxy']],
  ['/metrics', ['metrics']],
  ['/logs/pods/x', ['log']],
  ['/exec/a/b/c', ['proxy']],
  ['/', ['proxy']],
])('%s needs one of %j', (path, subresources) => {
  expect(nodeSubresources(path)).toEqual(subresources);
});
