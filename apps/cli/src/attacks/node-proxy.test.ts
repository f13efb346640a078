import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { createServer, request as httpsRequest, type RequestOptions } from 'node:https';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';
import { loadOrCreateCertificates, makeKubeletClientCertificate } from '@kubemin/apiserver';
import { Disposables, silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { authorization, core, rbac } from '@kubemin/kubeapi/resources';
import { eventually, temporaryDirectory } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataDirectory } from '../connection/data-directory.ts';
import {
  type EmbeddedCluster,
  type EmbeddedClusterOptions,
  startEmbeddedCluster,
} from '../platform/embedded-cluster.ts';
import { makeSimulatedNodes } from '../platform/node-runtime/simulated-runtime.ts';

// A user who may create nodes and use nodes/proxy, and nothing else, against a cluster as `kubemin up` starts it.

interface ApiResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A cluster, and the token of its attacker. */
interface Attacked {
  readonly cluster: EmbeddedCluster;
  readonly directory: ReturnType<typeof dataDirectory>;
  readonly token: string;
}

const open = new Disposables();
let nodes = 0;

function start(path: string, options: Partial<EmbeddedClusterOptions> = {}): Promise<EmbeddedCluster> {
  return startEmbeddedCluster({
    ...{ clock: systemClock, random: systemRandom, logger: silentLogger },
    directory: dataDirectory(path),
    host: '127.0.0.1',
    port: 0,
    adminToken: 'token',
    nodes: makeSimulatedNodes(1, {}),
    ...options,
  });
}

async function attack(options: Partial<EmbeddedClusterOptions> = {}): Promise<Attacked> {
  const { path, remove } = await temporaryDirectory();
  open.add(remove);
  const cluster = await start(path, options);
  open.add(() => cluster.close());
  return { cluster, directory: dataDirectory(path), token: await attackerToken(cluster) };
}

/** The token of an account that may create nodes and ask them, in any way. */
async function attackerToken({ client, url, ca }: EmbeddedCluster): Promise<string> {
  await client.resource(core.v1.serviceaccounts, 'default').create({
    ...{ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'attacker' } },
  });
  const api = { apiVersion: 'rbac.authorization.k8s.io/v1' as const, metadata: { name: 'node-tester' } };
  await client.resource(rbac.v1.clusterroles).create({
    ...{ ...api, kind: 'ClusterRole' },
    rules: [
      { apiGroups: [''], resources: ['nodes', 'nodes/status', 'nodes/proxy'], verbs: ['*'] },
      {
        apiGroups: [''],
        resources: ['pods', 'pods/log', 'pods/exec', 'pods/attach', 'pods/portforward', 'pods/proxy'],
        verbs: ['*'],
      },
    ],
  });
  await client.resource(rbac.v1.clusterrolebindings).create({
    ...{ ...api, kind: 'ClusterRoleBinding' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'node-tester' },
    subjects: [{ kind: 'ServiceAccount', namespace: 'default', name: 'attacker' }],
  });
  const { body } = await send({ url, ca, token: 'token' }, 'POST', {
    path: '/api/v1/namespaces/default/serviceaccounts/attacker/token',
    object: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} },
  });
  return JSON.parse(body).status.token;
}

interface Target {
  readonly url: string;
  readonly ca: string;
  readonly token?: string;
  readonly tls?: Pick<RequestOptions, 'cert' | 'key'>;
}

interface Sent {
  readonly path: string;
  readonly object?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

async function send({ url, ca, ...as }: Target, method: string, sent: Sent): Promise<ApiResponse> {
  const { path, object, headers = {} } = sent;
  const contentType = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const authorization = as.token === undefined ? {} : { authorization: `Bearer ${as.token}` };
  const request = httpsRequest(new URL(path, url), {
    ...{ method, ca, ...as.tls },
    headers: { 'content-type': contentType, ...authorization, ...headers },
  });
  request.end(object === undefined ? undefined : JSON.stringify(object));
  const [response]: IncomingMessage[] = await once(request, 'response');
  if (response === undefined) throw new Error('no response');
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
}

/** Asks a cluster as its attacker. */
function createAttacker(attacked: Attacked): (method: string, sent: Sent) => Promise<ApiResponse> {
  const { url, ca } = attacked.cluster;
  return (method, sent) => send({ url, ca, token: attacked.token }, method, sent);
}

interface Endpoint {
  readonly address: string;
  readonly type?: string;
  readonly port: number;
}

/** A node that the attacker made, whose kubelet is claimed to be somewhere; returns its name. */
async function nodeAt(attacked: Attacked, { address, type = 'InternalIP', port }: Endpoint): Promise<string> {
  const ask = createAttacker(attacked);
  nodes += 1;
  const name = `attack-${nodes}`;
  const node = { apiVersion: 'v1', kind: 'Node', metadata: { name } };
  expect((await ask('POST', { path: '/api/v1/nodes', object: node })).status).toBe(201);
  const status = { addresses: [{ type, address }], daemonEndpoints: { kubeletEndpoint: { Port: port } } };
  expect((await ask('PATCH', { path: `/api/v1/nodes/${name}/status`, object: { status } })).status).toBe(200);
  return name;
}

function clusterPort({ cluster }: Attacked): number {
  return Number(new URL(cluster.url).port);
}

interface Seen {
  readonly subject: unknown;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** A kubelet on this machine that signs its own certificate, and records who asks. */
async function startKubelet(headers: Readonly<Record<string, string | string[]>> = {}) {
  const { path, remove } = await temporaryDirectory();
  open.add(remove);
  const { cert, key } = await loadOrCreateCertificates({
    ...{ directory: path, hosts: [], clock: systemClock, random: systemRandom },
  });
  const seen: Seen[] = [];
  const kubelet = createServer({ cert, key, requestCert: true, rejectUnauthorized: false });
  kubelet.on('request', (request, response) => {
    const { socket, url = '' } = request;
    const subject = socket instanceof TLSSocket ? { ...socket.getPeerCertificate().subject } : undefined;
    seen.push({ subject, url, headers: request.headers });
    response.writeHead(302, headers).end('moved');
  });
  kubelet.listen(0, '127.0.0.1');
  await once(kubelet, 'listening');
  open.add(() => {
    kubelet.closeAllConnections();
    kubelet.close();
  });
  const address = kubelet.address();
  return { seen, port: typeof address === 'object' && address !== null ? address.port : 0 };
}

let strict: Attacked;
let lenient: Attacked;
beforeAll(async () => {
  strict = await attack();
  lenient = await attack({ kubelets: { allowLocal: true } });
});
afterAll(() => open.dispose());

const own = Object.values(networkInterfaces()).flatMap((found) => (found ?? []).map(({ address }) => address));

test('R-02: a node at an address of the API server does not make its caller an administrator', async () => {
  const ask = createAttacker(strict);
  const port = clusterPort(strict);
  const addresses = [
    ...['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::127.0.0.1', '64:ff9b::7f00:1'],
    ...['0.0.0.0', '::', '169.254.169.254', 'fe80::1', 'fe80::1%lo', '224.0.0.1', 'ff02::1', '255.255.255.255'],
    ...['2002:7f00:1::', ...own, ...own.filter((address) => !address.includes(':')).map((ip) => `::ffff:${ip}`)],
  ].map((address) => ({ address, type: 'InternalIP' }));
  const names = ['localhost', '127.1', '2130706433', '0x7f.1'].map((address) => ({ address, type: 'Hostname' }));
  for (const endpoint of [...addresses, ...names]) {
    const name = await nodeAt(strict, { ...endpoint, port });
    const response = await ask('GET', { path: `/api/v1/nodes/${name}/proxy/api/v1/secrets` });
    expect([endpoint.address, response.status, response.body]).toEqual([
      endpoint.address,
      400,
      expect.stringContaining('address not allowed'),
    ]);
  }
});

test('R-02: logs, commands, ports and proxies of a pod do not lead to the API server either', async () => {
  const ask = createAttacker(strict);
  const node = await nodeAt(strict, { address: '127.0.0.1', port: clusterPort(strict) });
  await strict.cluster.client.resource(core.v1.pods, 'default').create({
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'bait' } },
    spec: { nodeName: node, containers: [{ name: 'main', image: 'bait:1', ports: [{ containerPort: 80 }] }] },
  });
  const upgrade = { connection: 'Upgrade', upgrade: 'SPDY/3.1', 'x-stream-protocol-version': 'v4.channel.k8s.io' };
  for (const [path, headers] of [
    ['log', {}],
    ['proxy/', {}],
    ['proxy/', upgrade],
    ['exec?command=sh&stdout=1', upgrade],
    ['attach?stdout=1', upgrade],
    ['portforward?ports=80', upgrade],
  ] as const) {
    const response = await ask('GET', { path: `/api/v1/namespaces/default/pods/bait/${path}`, headers });
    expect([path, response.status, response.body]).toEqual([path, 400, expect.stringContaining('address not allowed')]);
  }
});

test('R-02: a development cluster reaches kubelets on its machine, and never its own ports', async () => {
  const ask = createAttacker(lenient);
  const { port } = await startKubelet();
  const name = await nodeAt(lenient, { address: '127.0.0.1', port });
  expect(await ask('GET', { path: `/api/v1/nodes/${name}/proxy/pods` })).toMatchObject({ status: 302, body: 'moved' });
  for (const address of ['127.0.0.1', '::ffff:127.0.0.1', 'localhost', '0.0.0.0', ...own]) {
    const type = address === 'localhost' ? 'Hostname' : 'InternalIP';
    const evil = await nodeAt(lenient, { address, type, port: clusterPort(lenient) });
    const response = await ask('GET', { path: `/api/v1/nodes/${evil}/proxy/api/v1/secrets` });
    expect([address, response.status]).toEqual([address, 400]);
  }
});

test('R-02: a kubelet is shown a certificate that is worth nothing elsewhere, and nothing of the caller', async () => {
  const ask = createAttacker(lenient);
  const cookie = ['session=1; Domain=127.0.0.1; Path=/; HttpOnly', 'plain=2'];
  const { port, seen } = await startKubelet({
    ...{ location: '/next?x=1', 'set-cookie': cookie, 'access-control-allow-origin': '*' },
    'clear-site-data': '"*"',
  });
  const name = await nodeAt(lenient, { address: '127.0.0.1', port });
  const path = `/api/v1/nodes/${name}/proxy`;
  const response = await ask('GET', {
    path: `${path}/pods`,
    headers: {
      cookie: 'kubemin_session=secret',
      'x-remote-user': 'admin',
      'x-remote-group': 'system:masters',
      'proxy-authorization': 'Basic c2VjcmV0',
      connection: 'close, x-hop',
      'x-hop': 'secret',
      'x-mine': 'passed',
    },
  });
  const [shown] = seen;
  expect(seen).toHaveLength(1);
  expect(shown).toMatchObject({ url: '/pods', headers: { 'x-mine': 'passed', host: name } });
  expect(shown?.subject).toEqual({ O: 'kubemin:kubelet-clients', CN: 'kube-apiserver-kubelet-client' });
  expect(JSON.stringify(shown?.headers)).not.toMatch(/secret|Bearer|x-remote|masters/);
  expect(response.headers).toMatchObject({
    location: `${path}/next?x=1`,
    'set-cookie': [`session=1; HttpOnly; Path=${path}/`, `plain=2; Path=${path}/`],
  });
  expect(response.headers).not.toHaveProperty('access-control-allow-origin');
  expect(response.headers).not.toHaveProperty('clear-site-data');
});

test('R-02: the certificate for kubelets opens no API server, and kubelets grant it what they serve', async () => {
  const { cluster, directory } = strict;
  const { cert, key } = await makeKubeletClientCertificate({
    ...{ directory: directory.certificates, clock: systemClock, random: systemRandom },
  });
  for (const path of ['/api/v1/secrets', '/api/v1/nodes', '/version']) {
    const response = await send({ url: cluster.url, ca: cluster.ca, tls: { cert, key } }, 'GET', { path });
    expect([path, response.status]).toEqual([path, 401]);
  }
  const may = async (verb: string, resource: string, subresource?: string): Promise<boolean | undefined> => {
    const reviews = cluster.client.resource(authorization.v1.subjectaccessreviews);
    const { status } = await reviews.create({
      ...{ apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview', metadata: {} },
      spec: {
        user: 'kube-apiserver-kubelet-client',
        groups: ['kubemin:kubelet-clients', 'system:authenticated'],
        resourceAttributes: { verb, resource, ...(subresource !== undefined && { subresource }) },
      },
    });
    return status?.allowed;
  };
  for (const part of ['proxy', 'log', 'stats', 'metrics']) expect(await may('get', 'nodes', part)).toBe(true);
  expect(await may('create', 'nodes', 'proxy')).toBe(true);
  expect(await may('get', 'secrets')).toBe(false);
  expect(await may('create', 'pods', 'exec')).toBe(false);
  expect(await may('update', 'nodes')).toBe(false);
});

test('R-02: a simulated node is reached because it runs here, whatever is written into its Node object', async () => {
  const ask = createAttacker(lenient);
  const { port, seen } = await startKubelet();
  const taken = '/api/v1/nodes/simulated-node-0';
  const addresses = [{ type: 'InternalIP', address: '127.0.0.1' }];
  const status = { addresses, daemonEndpoints: { kubeletEndpoint: { Port: port } } };
  await ask('PATCH', { path: taken, object: { metadata: { labels: { 'kubemin.io/simulated': null } } } });
  expect((await ask('PATCH', { path: `${taken}/status`, object: { status } })).status).toBe(200);
  expect(await ask('GET', { path: `${taken}/proxy/healthz` })).toMatchObject({ status: 200, body: 'ok' });

  const posing = await nodeAt(lenient, { address: '127.0.0.1', port });
  const labels = { 'kubemin.io/simulated': 'true' };
  await ask('PATCH', { path: `/api/v1/nodes/${posing}`, object: { metadata: { labels } } });
  const response = await ask('GET', { path: `/api/v1/nodes/${posing}/proxy/healthz` });
  expect(response).toMatchObject({
    status: 500,
    body: expect.stringContaining(`node ${posing} is not simulated here`),
  });
  expect(seen).toEqual([]);
});

test('R-02: a data directory from before gets the rights of the new certificate at its next start', async () => {
  const { path, remove } = await temporaryDirectory();
  open.add(remove);
  const first = await start(path);
  const bindings = first.client.resource(rbac.v1.clusterrolebindings);
  await bindings.delete('kubemin:kubelet-clients');
  await first.client.resource(rbac.v1.clusterroles).delete('system:kubelet-api-admin');
  await first.close();
  const { client, close } = await start(path);
  open.add(close);
  const binding = await client.resource(rbac.v1.clusterrolebindings).get('kubemin:kubelet-clients');
  expect(binding).toMatchObject({
    roleRef: { kind: 'ClusterRole', name: 'system:kubelet-api-admin' },
    subjects: [{ kind: 'Group', name: 'kubemin:kubelet-clients' }],
  });
  await eventually(async () => (await client.resource(core.v1.nodes).list()).items.length === 1);
});
