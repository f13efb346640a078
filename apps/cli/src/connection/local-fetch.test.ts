import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { localClient, localFetch } from './local-fetch.ts';

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

const GET = { method: 'GET', headers: {} };

test('method, headers and body arrive, and so does a response in chunks of any size', async () => {
  const url = await serve(async (request, response) => {
    const body = await request.setEncoding('utf8').toArray();
    const reply = Buffer.from(JSON.stringify({ method: request.method, token: request.headers.authorization, body }));
    for (const byte of reply) response.write(Buffer.from([byte]));
    response.end();
  });
  const headers = { authorization: 'Bearer x' };
  const fetched = await localFetch(`${url}/a`, { method: 'PUT', headers, body: '{"name":"名字"}' });
  expect(fetched).toMatchObject({ ok: true, status: 200 });
  expect(await fetched.json()).toEqual({ method: 'PUT', token: 'Bearer x', body: ['{"name":"名字"}'] });
});

test('a response of 503 is a response, and no server a failure', async () => {
  const url = await serve((_request, response) => response.writeHead(503).end('{}'));
  expect(await localFetch(url, GET)).toMatchObject({ ok: false, status: 503 });
  const unreachable = localClient({ url: 'http://127.0.0.1:1', token: 'x' });
  await expect(unreachable.health()).rejects.toMatchObject({
    code: 'UNREACHABLE',
    message: expect.stringContaining('connection refused'),
  });
});

test.each(['text', 'body'] as const)('an abort ends the reading of the %s, as an abort', async (way) => {
  const url = await serve((_request, response) => {
    response.write('some');
  });
  const abort = new AbortController();
  const fetched = await localFetch(url, { ...GET, signal: abort.signal });
  const reading = way === 'text' ? fetched.text() : new Response(fetched.body).text();
  abort.abort();
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
});

test('an abort before the response ends the request', async () => {
  const abort = new AbortController();
  const url = await serve(() => abort.abort());
  await expect(localFetch(url, { ...GET, signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' });
});

test('a response without a body does not keep the connection', async () => {
  const closed = Promise.withResolvers<void>();
  const url = await serve((request, response) => {
    request.socket.once('close', () => closed.resolve());
    response.writeHead(204).end();
  });
  expect(await localFetch(url, GET)).toMatchObject({ ok: true, status: 204 });
  await closed.promise;
});
