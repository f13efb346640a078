import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import { TLSSocket } from 'node:tls';
import { systemRandom } from '@kubemin/base';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { makeAuthority, makeClientCertificate, makeServerCertificate } from '../certificates/certificate-builder.ts';
import type { KeyedCertificate } from '../certificates/certificate-files.ts';
import { pod, TestApi } from '../test-support/test-api.ts';
import {
  connectionsBy,
  type KubeletAuthority,
  type TlsNodeConnectionsOptions,
  tlsNodeConnections,
} from './tls-node-connections.ts';

const LOG = '/api/v1/namespaces/default/pods/web/log';
const WHEN = { now: Date.now(), random: systemRandom };
const UPGRADE_RESPONSE = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n\r\n';

const required = ({ cert }: KeyedCertificate): KubeletAuthority => ({ kind: 'required', ca: cert });
const cluster = ({ cert }: KeyedCertificate, signed: readonly string[] = []): KubeletAuthority => ({
  kind: 'cluster',
  ca: cert,
  hasSigned: (node) => signed.includes(node),
});

let authority: KeyedCertificate;
let client: KeyedCertificate;
const kubelets: Server[] = [];
let port: number;
let api: TestApi | undefined;

/** A kubelet that accepts only certificates of the cluster's authority, and responds with their subject. */
beforeAll(async () => {
  authority = await makeAuthority(WHEN);
  client = await makeClientCertificate(
    authority,
    { name: 'kube-apiserver-kubelet-client', groups: ['kubemin:kubelet-clients'] },
    WHEN,
  );
  port = await kubeletFor(['127.0.0.1']);
});

/** Starts a kubelet whose certificate is for these hosts; returns its port. */
async function kubeletFor(hosts: readonly string[], signer = authority): Promise<number> {
  const { cert, key } = await makeServerCertificate(signer, hosts, WHEN);
  const kubelet = createServer({ cert, key, ca: authority.cert, requestCert: true, rejectUnauthorized: true });
  kubelets.push(kubelet);
  kubelet.on('request', ({ socket, url }, response) => {
    const peer = socket instanceof TLSSocket ? socket.getPeerCertificate().subject.CN : 'nobody';
    response.end(`${peer} asked for ${url}`);
  });
  kubelet.on('upgrade', (_request, socket) => {
    socket.write(UPGRADE_RESPONSE);
    socket.pipe(socket);
  });
  kubelet.listen(0, '127.0.0.1');
  await once(kubelet, 'listening');
  const address = kubelet.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

afterEach(async () => {
  await api?.close();
  api = undefined;
});
afterAll(async () => {
  for (const kubelet of kubelets) {
    kubelet.closeAllConnections();
    kubelet.close();
    await once(kubelet, 'close');
  }
});

const LOCAL = { addresses: () => [], ports: () => [], allowKubelets: true };

async function apiWith(
  authority: KubeletAuthority,
  hosts: readonly string[],
  { port: at = port, ...options }: Partial<TlsNodeConnectionsOptions> & { readonly port?: number } = {},
): Promise<TestApi> {
  const nodes = tlsNodeConnections({ cert: client.cert, key: client.key, local: LOCAL, authority, ...options });
  const started = await TestApi.start({ nodes: connectionsBy(() => nodes) });
  api = started;
  await started.create('/api/v1/nodes', { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-1' } });
  const addresses = hosts.map((address, index) => ({ type: index === 0 ? 'InternalIP' : 'ExternalIP', address }));
  const status = { addresses, daemonEndpoints: { kubeletEndpoint: { Port: hosts.length === 0 ? 0 : at } } };
  await started.ok('PATCH', '/api/v1/nodes/node-1/status', {
    body: { status },
    contentType: 'application/merge-patch+json',
  });
  await started.create('/api/v1/namespaces/default/pods', pod('web', { nodeName: 'node-1' }));
  return started;
}

it('a log comes from a kubelet on the network, which is shown who asks', async () => {
  const api = await apiWith(required(authority), ['127.0.0.1']);
  expect(await api.send('GET', LOG)).toMatchObject({
    status: 200,
    text: 'kube-apiserver-kubelet-client asked for /containerLogs/default/web/main',
  });
});

it('bytes go both ways over a connection that was upgraded', async () => {
  const api = await apiWith(required(authority), ['127.0.0.1']);
  const response = await api.server.handler({
    method: 'POST',
    path: '/api/v1/namespaces/default/pods/web/exec',
    query: new URLSearchParams({ command: 'sh', stdin: 'true' }),
    headers: { connection: 'Upgrade', upgrade: 'SPDY/3.1' },
    user: { username: 'admin', groups: ['system:masters'] },
    expect: 'upgrade',
  });
  if (response.kind !== 'upgrade') throw new Error(`${response.kind} is no upgrade`);
  response.socket.write('echoed');
  expect(String((await once(response.socket, 'data'))[0])).toBe('echoed');
  response.socket.destroy();
});

it('an address that refuses connections is skipped for the next', async () => {
  const api = await apiWith(required(authority), ['127.0.0.2', '127.0.0.1']);
  expect(await api.send('GET', LOG)).toMatchObject({ status: 200 });
});

it('a kubelet certificate of another authority is refused, unless any is allowed', async () => {
  const other = await makeAuthority(WHEN);
  const strict = await apiWith(required(other), ['127.0.0.1']);
  const refusal = await strict.refused('GET', LOG);
  expect(refusal).toMatchObject({ code: 500 });
  expect(refusal.message).toMatch(
    new RegExp(`Get "https://node-1:${port}/containerLogs/.*127\\.0\\.0\\.1: .*certificate`),
  );
  await strict.close();
  const trusting = await apiWith(cluster(other), ['127.0.0.1']);
  expect(await trusting.send('GET', LOG)).toMatchObject({ status: 200 });
});

it('a node without a kubelet port is named in the error', async () => {
  const api = await apiWith(required(authority), []);
  expect((await api.refused('GET', LOG)).message).toContain('node node-1 has no kubelet address or port');
});

it('R-02: a name is resolved once, and what it resolves to is checked', async () => {
  const asked: string[] = [];
  const lookup = async (hostname: string) => {
    asked.push(hostname);
    return [{ address: '127.0.0.1', family: 4 }];
  };
  const local = { addresses: () => [], ports: () => [] };
  const strict = await apiWith(required(authority), ['kubelet.test'], { local, lookup });
  expect(await strict.refused('GET', LOG)).toMatchObject({
    code: 400,
    message: expect.stringContaining('node node-1: address not allowed: 127.0.0.1 is a loopback address'),
  });
  expect(asked).toEqual(['kubelet.test']);
  await strict.close();
  const named = await kubeletFor(['kubelet.test']);
  const allowed = await apiWith(required(authority), ['kubelet.test'], { lookup, port: named });
  expect(await allowed.send('GET', LOG)).toMatchObject({ status: 200 });
  expect(asked).toEqual(['kubelet.test', 'kubelet.test']);
});

it('R-02: an address that is not allowed is passed over for one that is', async () => {
  const local = { addresses: () => ['127.0.0.1'], ports: () => [1, port], allowKubelets: true };
  const own = await apiWith(required(authority), ['127.0.0.1'], { local });
  expect(await own.refused('GET', LOG)).toMatchObject({ code: 400, message: expect.stringContaining("server's own") });
  await own.close();
  const mixed = await apiWith(required(authority), ['169.254.169.254', '127.0.0.1']);
  expect(await mixed.send('GET', LOG)).toMatchObject({ status: 200 });
});

it('R-02: a certificate of the cluster counts for the node it was signed for', async () => {
  const wrong = await apiWith(cluster(authority), ['127.0.0.1']);
  expect((await wrong.refused('GET', LOG)).message).toContain('certificate of the kubelet of node node-1 is not valid');
  await wrong.close();
  const right = await apiWith(cluster(authority), ['127.0.0.1'], { port: await kubeletFor(['node-1']) });
  expect(await right.send('GET', LOG)).toMatchObject({ status: 200 });
});

it('R-02: a node that has a certificate of the cluster is not replaced by one that signs its own', async () => {
  const { cert } = authority;
  const foreign = await makeAuthority(WHEN);
  const signed = await apiWith(cluster(foreign, ['node-1']), ['127.0.0.1']);
  expect((await signed.refused('GET', LOG)).message).toContain('the cluster has signed a certificate for this node');
  await signed.close();

  // One that has shown it once is held to it, also when the request for it is gone.
  const genuine = await kubeletFor(['node-1']);
  const impostor = await kubeletFor(['node-1'], foreign);
  const connections = tlsNodeConnections({
    ...{ cert: client.cert, key: client.key, local: LOCAL },
    authority: { kind: 'cluster', ca: cert, hasSigned: () => false },
  });
  const connect = async (at: number): Promise<void> => {
    const addresses = [{ type: 'InternalIP', address: '127.0.0.1' }];
    const status = { addresses, daemonEndpoints: { kubeletEndpoint: { Port: at } } };
    const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-1' }, status } as const;
    const connection = await connections.connect(node, new AbortController().signal);
    connection.destroy();
  };
  await connect(impostor);
  await connect(genuine);
  await expect(connect(impostor)).rejects.toThrow('the cluster has signed a certificate for this node');
});

it('R-02: the requests for certificates show which nodes have one', async () => {
  const api = await apiWith(cluster(authority), ['127.0.0.1']);
  const path = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
  const request = '-----BEGIN CERTIFICATE REQUEST-----\nMIIB\n-----END CERTIFICATE REQUEST-----\n';
  const [node, username] = ['node-1', 'system:node:node-1'];
  const created = await api.send('POST', path, {
    user: { username, groups: ['system:nodes', 'system:authenticated'] },
    body: {
      ...{ apiVersion: 'certificates.k8s.io/v1', kind: 'CertificateSigningRequest', metadata: { name: 'serving' } },
      spec: {
        request: Buffer.from(request).toString('base64'),
        signerName: 'kubernetes.io/kubelet-serving',
        usages: ['digital signature', 'server auth'],
      },
    },
  });
  expect(created).toMatchObject({ status: 201 });
  expect(api.server.hasServingCertificate(node)).toBe(false);
  const certificate = Buffer.from(authority.cert).toString('base64');
  await api.ok('PATCH', `${path}/serving/status`, {
    body: { status: { certificate } },
    contentType: 'application/merge-patch+json',
  });
  expect(api.server.hasServingCertificate(node)).toBe(true);
  expect(api.server.hasServingCertificate('node-2')).toBe(false);
});
