import type { RequestListener } from 'node:http';
import type { ApiRequest } from '@kubemin/kubeapi';
import { WebSocketConnection } from '@kubemin/kubeapi/stream';
import { eventually } from '@kubemin/testing';
import { afterEach, expect, it } from 'vitest';
import { StandInNode } from '../test-support/stand-in-node.ts';
import { pod, TestApi } from '../test-support/test-api.ts';

const PODS = '/api/v1/namespaces/default/pods';
const LOG = `${PODS}/web/log`;

let api: TestApi | undefined;
afterEach(() => api?.close());

async function apiWith(listener: RequestListener): Promise<{ readonly api: TestApi; readonly node: StandInNode }> {
  const node = new StandInNode(listener);
  const started = await TestApi.start({ nodes: node });
  api = started;
  await started.create('/api/v1/nodes', { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-1' } });
  return { api: started, node };
}

it('a log comes from the node of its pod, with the options that were asked for', async () => {
  const asked: string[] = [];
  const { api, node } = await apiWith((request, response) => {
    asked.push(request.url ?? '');
    response.end('hello\n');
  });
  await api.create(PODS, pod('web', { nodeName: 'node-1' }));
  const query = 'tailLines=3&timestamps=true&previous=false&limitBytes=100&sinceSeconds=9&pretty=true';
  const response = await api.send('GET', `${LOG}?${query}`, { accept: 'text/plain' });
  expect(response).toMatchObject({ kind: 'text', status: 200, text: 'hello\n' });
  expect(node.connected).toEqual(['node-1']);
  expect(asked).toEqual(['/containerLogs/default/web/main?timestamps=true&tailLines=3&sinceSeconds=9&limitBytes=100']);
});

it('a log that is followed arrives line by line, and leaving it frees the node', async () => {
  const gone = Promise.withResolvers<void>();
  const { api } = await apiWith((_request, response) => {
    response.write('first\n');
    response.on('close', () => gone.resolve());
  });
  await api.create(PODS, pod('web', { nodeName: 'node-1' }));
  const response = await api.server.handler({
    method: 'GET',
    path: LOG,
    query: new URLSearchParams({ follow: 'true' }),
    headers: {},
    user: { username: 'admin', groups: ['system:masters'] },
    expect: 'stream',
  });
  if (response.kind !== 'stream') throw new Error(`${response.kind} is no stream`);
  for await (const chunk of response.body) {
    expect(Buffer.from(chunk).toString()).toBe('first\n');
    break;
  }
  await gone.promise;
});

it.each([
  [undefined, ['', 'first\n', 'second\n']],
  ['binary.k8s.io', ['', 'first\n', 'second\n']],
  ['base64.binary.k8s.io', ['', 'Zmlyc3QK', 'c2Vjb25kCg==']],
])('a log is followed over a WebSocket with the subprotocol %s', async (protocol, expected) => {
  const written = Promise.withResolvers<void>();
  const { api } = await apiWith(async (_request, response) => {
    response.write('first\n');
    await written.promise;
    response.end('second\n');
  });
  await api.create(PODS, pod('web', { nodeName: 'node-1' }));
  const response = await api.server.handler(upgradeRequest({ follow: 'true' }, protocol));
  if (response.kind !== 'upgrade') throw new Error(`${response.kind} is no upgrade`);
  expect(response.headers['Sec-WebSocket-Protocol']).toBe(protocol);
  const messages: string[] = [];
  for await (const message of new WebSocketConnection({
    socket: response.socket,
    mask: () => Buffer.alloc(4),
  }).messages()) {
    messages.push(Buffer.from(message).toString());
    written.resolve();
  }
  expect([messages[0], messages.join('')]).toEqual(['', expected.join('')]);
});

it('leaving a WebSocket frees the node, and a subprotocol that is not known is refused', async () => {
  const { api, node } = await apiWith((_request, response) => response.write('first\n'));
  await api.create(PODS, pod('web', { nodeName: 'node-1' }));
  const leaving = new AbortController();
  const request = { ...upgradeRequest({ follow: 'true' }, undefined), signal: leaving.signal };
  const response = await api.server.handler(request);
  if (response.kind !== 'upgrade') throw new Error(`${response.kind} is no upgrade`);
  // As the listener does when a client is gone.
  response.socket.destroy();
  leaving.abort();
  await eventually(() => node.ends[0]?.destroyed === true);
  const refused = await api.server.handler(upgradeRequest({}, 'v4.channel.k8s.io'));
  expect(refused).toMatchObject({ status: 403 });
});

function upgradeRequest(query: Record<string, string>, protocol: string | undefined): ApiRequest {
  const offered = protocol === undefined ? {} : { 'sec-websocket-protocol': protocol };
  const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-key': 'eHl6', ...offered };
  const user = { username: 'admin', groups: ['system:masters'] };
  return { method: 'GET', path: LOG, query: new URLSearchParams(query), headers, user, expect: 'upgrade' };
}

it('aborting the request ends the connection to the node', async () => {
  const stop = new AbortController();
  const { api, node } = await apiWith(() => stop.abort(new Error('enough')));
  await api.create(PODS, pod('web', { nodeName: 'node-1' }));
  const log = api.send('GET', `${LOG}?follow=true`, { signal: stop.signal });
  await expect(log).resolves.toMatchObject({ status: 500 });
  expect(node.ends).toHaveLength(1);
  await eventually(() => node.ends[0]?.destroyed === true);
});

it('a pod that was not bound yet has an empty log', async () => {
  const { api, node } = await apiWith((_request, response) => response.end('never'));
  await api.create(PODS, pod('web'));
  expect(await api.send('GET', LOG)).toMatchObject({ kind: 'text', status: 200, text: '' });
  expect(node.connected).toEqual([]);
});

it('the words of a kubelet that refuses reach the client', async () => {
  const words = 'container "main" in pod "web" is waiting to start: ContainerCreating';
  const { api } = await apiWith((_request, response) => response.writeHead(400).end(`${words}\n`));
  await api.create(PODS, pod('web', { nodeName: 'node-1' }));
  expect(await api.refused('GET', LOG)).toMatchObject({ code: 400, reason: 'BadRequest', message: words });
});

it('a container must be named where there are several, and must exist', async () => {
  const { api } = await apiWith((_request, response) => response.end());
  const containers = ['a', 'b'].map((name) => ({ name, image: 'i' }));
  await api.create(PODS, pod('web', { nodeName: 'node-1', containers, initContainers: [{ name: 'i', image: 'i' }] }));
  expect((await api.refused('GET', LOG)).message).toBe(
    'a container name must be specified for pod web, choose one of: [a b] or one of the init containers: [i]',
  );
  expect((await api.refused('GET', `${LOG}?container=c`)).message).toBe('container c is not valid for pod web');
  expect(await api.send('GET', `${LOG}?container=i`)).toMatchObject({ status: 200 });
});

it('options that cannot be are refused before the node is asked', async () => {
  const { api, node } = await apiWith((_request, response) => response.end());
  await api.create(PODS, pod('web', { nodeName: 'node-1' }));
  const bad = await api.refused('GET', `${LOG}?tailLines=-1&limitBytes=0`);
  expect(bad).toMatchObject({ code: 422, reason: 'Invalid' });
  expect(bad.details?.causes?.map(({ field }) => field)).toEqual(['tailLines', 'limitBytes']);
  const both = await api.refused('GET', `${LOG}?sinceSeconds=1&sinceTime=2026-01-01T00:00:00Z`);
  expect(both.message).toContain('at most one of `sinceTime` or `sinceSeconds` may be specified');
  expect(await api.refused('GET', `${LOG}?tailLines=many`)).toMatchObject({ code: 400 });
  expect(node.connected).toEqual([]);
});

it('a node that cannot be reached is named', async () => {
  const broken = { connect: () => Promise.reject(new Error('connection refused')) };
  api = await TestApi.start({ nodes: broken });
  await api.create('/api/v1/nodes', { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-1' } });
  await api.create(PODS, pod('web', { nodeName: 'node-1' }));
  const refusal = await api.refused('GET', LOG);
  expect(refusal.code).toBe(500);
  expect(refusal.message).toMatch(/Get "https:\/\/node-1:0\/containerLogs\/default\/web\/main": connection refused/);
});

it('a server without connections to nodes reports it', async () => {
  api = await TestApi.start();
  await api.create('/api/v1/nodes', { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-1' } });
  await api.create(PODS, pod('web', { nodeName: 'node-1' }));
  expect(await api.refused('GET', LOG)).toMatchObject({ code: 503 });
});

it('reading a log needs the right to it', async () => {
  const { api } = await apiWith((_request, response) => response.end());
  await api.create(PODS, pod('web', { nodeName: 'node-1' }));
  const stranger = { username: 'stranger', groups: ['system:authenticated'] };
  expect((await api.refused('GET', LOG, { user: stranger })).message).toContain('cannot get resource "pods/log"');
});
