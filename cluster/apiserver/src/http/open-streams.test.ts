import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Duplex } from 'node:stream';
import { silentLogger } from '@kubemin/base';
import { expect, it } from 'vitest';
import { ADMIN_USER } from '../auth/authentication/well-known-users.ts';
import { StandInNode } from '../test-support/stand-in-node.ts';
import { pod, TestApi } from '../test-support/test-api.ts';
import { serveApi } from './serve-api.ts';

const POD = '/api/v1/namespaces/default/pods/web';

/** A node whose logs never end, and whose commands write hello and then wait. */
function patientNode(): StandInNode {
  return new StandInNode(
    (_question, response) => response.write('first\n'),
    (_url, socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n\r\nhello'),
  );
}

async function serve(node: StandInNode) {
  const api = await TestApi.start({ nodes: node });
  await api.create('/api/v1/nodes', { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-1' } });
  await api.create('/api/v1/namespaces/default/pods', pod('web', { nodeName: 'node-1' }));
  const listener = await serveApi({
    handler: api.server.handler,
    host: '127.0.0.1',
    port: 0,
    tls: 'none',
    authenticate: async () => ({ kind: 'user', user: ADMIN_USER }),
    logger: silentLogger,
  });
  return { api, listener };
}

/** However it comes about. */
function closed(stream: Duplex | IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    stream.once('close', () => resolve());
  });
}

async function followed(port: number): Promise<IncomingMessage> {
  const asking = request({ host: '127.0.0.1', port, path: `${POD}/log?follow=true`, agent: false }).end();
  const [response]: IncomingMessage[] = await once(asking, 'response');
  if (response === undefined) throw new Error('no response');
  response.on('error', () => undefined);
  expect(String((await once(response, 'data'))[0])).toBe('first\n');
  return response;
}

async function upgraded(port: number): Promise<Duplex> {
  const headers = { connection: 'Upgrade', upgrade: 'SPDY/3.1', 'x-stream-protocol-version': 'v4.channel.k8s.io' };
  const path = `${POD}/exec?command=sh&stdout=true`;
  const asking = request({ host: '127.0.0.1', port, path, method: 'POST', headers, agent: false }).end();
  const { promise, resolve, reject } = Promise.withResolvers<Duplex>();
  asking.on('error', reject).on('upgrade', (_response, socket, head) => {
    if (head.byteLength > 0) socket.unshift(head);
    resolve(socket);
  });
  const socket = await promise;
  socket.on('error', () => undefined);
  expect(String((await once(socket, 'data'))[0])).toBe('hello');
  return socket;
}

it('closing the server ends commands and logs that are followed, here and at the node', async () => {
  const node = patientNode();
  const { api, listener } = await serve(node);
  const [log, command] = await Promise.all([followed(listener.port), upgraded(listener.port)]);
  const over = [closed(log), closed(command), ...node.ends.map((end) => closed(end))];
  log.resume();
  command.resume();
  expect(over).toHaveLength(4);
  await listener.close();
  await Promise.all(over);
  await api.close();
});

it('a client that goes away ends its command and its log at the node', async () => {
  const node = patientNode();
  const { api, listener } = await serve(node);
  const [log, command] = await Promise.all([followed(listener.port), upgraded(listener.port)]);
  const over = node.ends.map((end) => closed(end));
  log.destroy();
  command.destroy();
  await Promise.all(over);
  await listener.close();
  await api.close();
});

it('a node that goes away ends them at the client', async () => {
  const node = patientNode();
  const { api, listener } = await serve(node);
  const [log, command] = await Promise.all([followed(listener.port), upgraded(listener.port)]);
  const over = [closed(log), closed(command)];
  log.resume();
  command.resume();
  for (const end of node.ends) end.destroy();
  await Promise.all(over);
  await listener.close();
  await api.close();
});
