import { X509Certificate } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { Disposables, silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { certificates, core, discovery } from '@kubemin/kubeapi/resources';
import type { Secret } from '@kubemin/kubeapi/types/core.v1';
import { eventually, temporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dataDirectory } from '../connection/data-directory.ts';
import { advertisedAddress } from './advertised-address.ts';
import { type EmbeddedCluster, type EmbeddedClusterOptions, startEmbeddedCluster } from './embedded-cluster.ts';
import { heartbeatInterval } from './node-runtime/node-timeouts.ts';
import { makeSimulatedNodes } from './node-runtime/simulated-runtime.ts';

const HOST = '127.0.0.1';

let open: Disposables;
beforeEach(() => {
  open = new Disposables();
});
afterEach(() => open.dispose());

async function start(options: Partial<EmbeddedClusterOptions> = {}): Promise<EmbeddedCluster> {
  const { path, remove } = await temporaryDirectory();
  open.add(remove);
  const cluster = await startEmbeddedCluster({
    clock: systemClock,
    random: systemRandom,
    logger: silentLogger,
    directory: dataDirectory(path),
    host: HOST,
    port: 0,
    adminToken: 'token',
    nodes: makeSimulatedNodes(1, {}),
    ...options,
  });
  open.add(() => cluster.close());
  return cluster;
}

test('the service kubernetes leads to the port that was picked, and the authority for clients can be looked up', async () => {
  const cluster = await start();
  const ip = advertisedAddress(HOST, networkInterfaces());
  const port = Number(new URL(cluster.url).port);
  const { client } = cluster;
  const endpoints = await client.resource(core.v1.endpoints, 'default').find('kubernetes');
  const slice = await client.resource(discovery.v1.endpointslices, 'default').find('kubernetes');
  const expected =
    ip === undefined ? undefined : [{ addresses: [{ ip }], ports: [{ name: 'https', port, protocol: 'TCP' }] }];
  expect(endpoints?.subsets).toEqual(expected);
  expect(slice?.endpoints?.map(({ addresses }) => addresses)).toEqual(ip && [[ip]]);
  const facts = await client.resource(core.v1.configmaps, 'kube-system').get('extension-apiserver-authentication');
  expect(facts.data).toMatchObject({
    'client-ca-file': cluster.ca,
    'requestheader-client-ca-file': expect.stringContaining('BEGIN CERTIFICATE'),
    'requestheader-username-headers': '["X-Remote-User"]',
  });
  expect(facts.data?.['requestheader-client-ca-file']).not.toBe(cluster.ca);
});

test('a node without heartbeats loses its pods after the configured time', async () => {
  const patience = { graceMs: 5_000, evictionMs: 1_500 };
  const nodes = makeSimulatedNodes(2, { renewMs: heartbeatInterval(patience) });
  const { client } = await start({ patience, nodes });
  const pods = client.resource(core.v1.pods, 'default');
  const spec = { containers: [{ name: 'main', image: 'main:1' }] };
  await pods.create({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'lone' }, spec });
  const bound = await eventually(() => pods.get('lone'), { until: (pod) => pod.status?.phase === 'Running' });
  expect(bound.spec?.tolerations?.map(({ tolerationSeconds }) => tolerationSeconds)).toEqual([2, 2]);
  const silent = bound.spec?.nodeName ?? '';
  const rules = `rules: [{ match: { node: ${silent} }, node: { lease: stopped } }]`;
  await client.resource(core.v1.configmaps, 'kube-system').create({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'simulation-rules' },
    data: { 'rules.yaml': rules },
  });
  // A node without connection cannot report that the pod has ended.
  const evicted = await eventually(() => pods.get('lone'), {
    // With Kubernetes' own times it would take longer than this waits.
    until: ({ metadata }) => metadata.deletionTimestamp !== undefined,
  });
  const target = evicted.status?.conditions?.find(({ type }) => type === 'DisruptionTarget');
  expect(target?.reason).toBe('DeletionByTaintManager');
});

/** For CN=alice, O=dev, with a discarded key. */
const CERTIFICATE_REQUEST = `-----BEGIN CERTIFICATE REQUEST-----
MIHaMIGAAgEAMB4xDjAMBgNVBAMMBWFsaWNlMQwwCgYDVQQKDANkZXYwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAATkWdPJc8RrYB9BC5k4YC+6Ux31dFiXCZdh+2OC
WXwssym6Y/ks6Ua5jlRQRC+Ao5/KlFMrDZ0/4OqF21dNT7FuoAAwCgYIKoZIzj0E
AwIDSQAwRgIhAOtqdXvamfkPqCEdc5SiPe1XvOinwKOOAhvOsw2OKr3ZAiEAq/Le
lWXxTnDha9iX5zGRZBzSc5s8HGd1kaWkMe6pRTg=
-----END CERTIFICATE REQUEST-----
`;

test('a certificate that was asked for and approved is signed by the authority that clients of the cluster trust', async () => {
  const { client, ca } = await start();
  const requests = client.resource(certificates.v1.certificatesigningrequests);
  const asked = await requests.create({
    apiVersion: 'certificates.k8s.io/v1',
    kind: 'CertificateSigningRequest',
    metadata: { name: 'alice' },
    spec: {
      request: Buffer.from(CERTIFICATE_REQUEST).toString('base64'),
      signerName: 'kubernetes.io/kube-apiserver-client',
      usages: ['client auth'],
    },
  });
  const conditions = [{ type: 'Approved', status: 'True', reason: 'Test', message: 'by hand' }];
  await requests.update({ ...asked, status: { conditions } }, { subresource: 'approval' });
  const { status } = await eventually(() => requests.get('alice'), {
    until: (one) => one.status?.certificate !== undefined,
  });
  const certificate = new X509Certificate(Buffer.from(status?.certificate ?? '', 'base64'));
  expect(certificate.verify(new X509Certificate(ca).publicKey)).toBe(true);
  expect(certificate.toLegacyObject().subject).toEqual({ CN: 'alice', O: 'dev' });
});

test('a secret for a token is filled with one of its account, once, and goes with the account', async () => {
  const { client, ca } = await start();
  const accounts = client.resource(core.v1.serviceaccounts, 'default');
  const secrets = client.resource(core.v1.secrets, 'default');
  await accounts.create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'robot' } });
  const annotations = { 'kubernetes.io/service-account.name': 'robot' };
  const type = 'kubernetes.io/service-account-token';
  await secrets.create({ apiVersion: 'v1', kind: 'Secret', type, metadata: { name: 'token', annotations } });
  const isFull = ({ data = {} }: Secret): boolean => ['token', 'namespace', 'ca.crt'].every((field) => field in data);
  const { data = {}, metadata } = await eventually(() => secrets.get('token'), { until: isFull });
  const [, claims = ''] = Buffer.from(data.token ?? '', 'base64')
    .toString()
    .split('.');
  const decoded: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString());
  expect(decoded).toMatchObject({
    sub: 'system:serviceaccount:default:robot',
    'kubernetes.io': { secret: { name: 'token', uid: metadata.uid } },
  });
  expect(Buffer.from(data['ca.crt'] ?? '', 'base64').toString()).toBe(ca);

  await secrets.patch('token', { type: 'merge', body: { data: { namespace: null } } });
  const repaired = await eventually(() => secrets.get('token'), { until: isFull });
  expect(repaired.data?.token).toBe(data.token);
  await accounts.delete('robot');
  await eventually(async () => (await secrets.find('token')) === undefined);
});
