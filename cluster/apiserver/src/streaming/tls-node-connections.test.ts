import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import { TLSSocket } from 'node:tls';
import { systemRandom } from '@kubemin/base';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { KeyedCertificate } from '../certificates/certificate-files.ts';
import { makeAuthority, makeClientCertificate, makeServerCertificate } from '../certificates/certificate-maker.ts';
import { pod, TestApi } from '../test-support/test-api.ts';
import { connectionsBy, tlsNodeConnections } from './tls-node-connections.ts';

const LOG = '/api/v1/namespaces/default/pods/web/log';
const WHEN = { now: Date.now(), random: systemRandom };
const ANSWER = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n\r\n';

let authority: KeyedCertificate;
let client: KeyedCertificate;
let kubelet: Server;
let port: number;
let api: TestApi | undefined;

/** A kubelet that lets in only whom the authority of the cluster has signed, and says who that was. */
beforeAll(async () => {
  authority = await makeAuthority(WHEN);
  client = await makeClientCertificate(
    authority,
    { name: 'kube-apiserver-kubelet-client', groups: ['system:masters'] },
    WHEN,
  );
  const { cert, key } = await makeServerCertificate(authority, ['127.0.0.1'], WHEN);
  kubelet = createServer({ cert, key, ca: authority.cert, requestCert: true, rejectUnauthorized: true });
  kubelet.on('request', ({ socket, url }, response) => {
    const peer = socket instanceof TLSSocket ? socket.getPeerCertificate().subject.CN : 'nobody';
    response.end(`${peer} asked for ${url}`);
  });
  kubelet.on('upgrade', (_request, socket) => {
    socket.write(ANSWER);
    socket.pipe(socket);
  });
  kubelet.listen(0, '127.0.0.1');
  await once(kubelet, 'listening');
  const address = kubelet.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterEach(async () => {
  await api?.close();
  api = undefined;
});
afterAll(async () => {
  kubelet.closeAllConnections();
  kubelet.close();
  await once(kubelet, 'close');
});

async function apiWith(ca: string | undefined, hosts: readonly string[]): Promise<TestApi> {
  const nodes = tlsNodeConnections({ cert: client.cert, key: client.key, ca });
  const started = await TestApi.start({ nodes: connectionsBy(() => nodes) });
  api = started;
  await started.create('/api/v1/nodes', { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-1' } });
  const addresses = hosts.map((address, at) => ({ type: at === 0 ? 'InternalIP' : 'ExternalIP', address }));
  const status = { addresses, daemonEndpoints: { kubeletEndpoint: { Port: hosts.length === 0 ? 0 : port } } };
  await started.ok('PATCH', '/api/v1/nodes/node-1/status', {
    body: { status },
    contentType: 'application/merge-patch+json',
  });
  await started.create('/api/v1/namespaces/default/pods', pod('web', { nodeName: 'node-1' }));
  return started;
}

it('a log comes from a kubelet on the network, which is shown who asks', async () => {
  const api = await apiWith(authority.cert, ['127.0.0.1']);
  expect(await api.send('GET', LOG)).toMatchObject({
    status: 200,
    text: 'kube-apiserver-kubelet-client asked for /containerLogs/default/web/main',
  });
});

it('bytes go both ways over a connection that was upgraded', async () => {
  const api = await apiWith(authority.cert, ['127.0.0.1']);
  const answer = await api.server.handler({
    method: 'POST',
    path: '/api/v1/namespaces/default/pods/web/exec',
    query: new URLSearchParams({ command: 'sh', stdin: 'true' }),
    headers: { connection: 'Upgrade', upgrade: 'SPDY/3.1' },
    user: { username: 'admin', groups: ['system:masters'] },
    expect: 'upgrade',
  });
  if (answer.kind !== 'upgrade') throw new Error(`${answer.kind} is no upgrade`);
  answer.socket.write('echoed');
  expect(String((await once(answer.socket, 'data'))[0])).toBe('echoed');
  answer.socket.destroy();
});

it('an address where nobody listens is passed over for the next', async () => {
  const api = await apiWith(authority.cert, ['127.0.0.2', '127.0.0.1']);
  expect(await api.send('GET', LOG)).toMatchObject({ status: 200 });
});

it('a kubelet that somebody else has signed is refused, unless anybody may', async () => {
  const other = await makeAuthority(WHEN);
  const strict = await apiWith(other.cert, ['127.0.0.1']);
  const refusal = await strict.refused('GET', LOG);
  expect(refusal).toMatchObject({ code: 500 });
  expect(refusal.message).toMatch(
    new RegExp(`Get "https://node-1:${port}/containerLogs/.*127\\.0\\.0\\.1: .*certificate`),
  );
  await strict.close();
  const trusting = await apiWith(undefined, ['127.0.0.1']);
  expect(await trusting.send('GET', LOG)).toMatchObject({ status: 200 });
});

it('a node that does not say where it listens is named', async () => {
  const api = await apiWith(authority.cert, []);
  expect((await api.refused('GET', LOG)).message).toContain('node node-1 does not say where its kubelet listens');
});
