import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect, createServer as createTcpServer, type Server } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { RetryableError, systemClock } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { ManualClock, temporaryDirectory } from '@kubemin/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { dialThrough, serveDialer } from '../relay/socket-relay.ts';
import { Destinations, findOutside } from './destinations.ts';
import { EgressProxy, type EgressProxyOptions } from './egress-proxy.ts';

async function listenPort(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}

async function startProxy(options: Partial<EgressProxyOptions> & Pick<EgressProxyOptions, 'dial'>): Promise<number> {
  const proxy = new EgressProxy({ clock: systemClock, ...options });
  onTestFinished(() => proxy.close());
  return proxy.listen({ host: '127.0.0.1', port: 0 });
}

/** A proxy whose outside is a process of its own behind a socket; loopback servers of the test stand for sites. */
async function startWithOutside(
  sites: Readonly<Record<string, readonly string[]>>,
  allowLoopback = true,
): Promise<number> {
  const home = await temporaryDirectory();
  onTestFinished(() => home.remove());
  const path = join(home.path, 'outside.sock');
  const checked = new Destinations({ clusterRanges: ['10.96.0.0/16'], ownAddresses: () => [] });
  const destinations = allowLoopback
    ? { refusal: (address: string) => (address === '127.0.0.1' ? undefined : checked.refusal(address)) }
    : checked;
  const relay = await serveDialer(path, findOutside({ destinations, resolve: async (name) => sites[name] ?? [] }));
  onTestFinished(() => relay[Symbol.asyncDispose]());
  return startProxy({ dial: (destination, _client, signal) => dialThrough(path, destination, signal) });
}

/** Sends bytes and returns all that comes back until the connection is closed. */
async function roundTrip(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes, 'latin1');
  return text(socket);
}

const site: RequestListener = (request, response) => {
  void text(request).then((body) => {
    const { method, url, rawHeaders } = request;
    response.end(JSON.stringify({ method, url, headers: rawHeaders, body }));
  });
};

describe('requests whose target is a URL', () => {
  test('go to the server with the host of the URL and without hop-by-hop fields, and come back', async () => {
    const port = await listenPort(createServer(site));
    const proxy = await startWithOutside({ 'site.test': ['127.0.0.1'] });
    const response = await roundTrip(
      proxy,
      `POST http://Site.test:${port}/a?b=c HTTP/1.1\r\nHost: other.test\r\nProxy-Connection: keep-alive\r\n` +
        'Proxy-Authorization: Basic eDp5\r\nConnection: close, X-Hop\r\nX-Hop: 1\r\nX_Own: 2\r\nX-Forwarded-For: 3\r\n' +
        'Content-Length: 4\r\n\r\nbody',
    );
    expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    const { method, url, headers, body } = JSON.parse(
      response.slice(response.indexOf('{'), response.lastIndexOf('}') + 1),
    );
    expect({ method, url, body }).toEqual({ method: 'POST', url: '/a?b=c', body: 'body' });
    expect(headers).toEqual([
      ...['Host', `Site.test:${port}`, 'X_Own', '2', 'X-Forwarded-For', '3', 'Content-Length', '4'],
    ]);
  });

  test('several follow each other on one connection', async () => {
    const port = await listenPort(createServer(site));
    const proxy = await startWithOutside({ 'site.test': ['127.0.0.1'] });
    const get = (path: string, last: string): string =>
      `GET http://site.test:${port}${path} HTTP/1.1\r\nHost: site.test\r\n${last}\r\n`;
    const response = await roundTrip(proxy, get('/1', '') + get('', 'Connection: close\r\n'));
    expect([...response.matchAll(/"url":"([^"]*)"/g)].map(([, url]) => url)).toEqual(['/1', '/']);
  });

  test('a server that ends too early is a 502 with its name', async () => {
    const port = await listenPort(createTcpServer((socket) => socket.once('data', () => socket.destroy())));
    const proxy = await startWithOutside({ 'site.test': ['127.0.0.1'] });
    const response = await roundTrip(
      proxy,
      `GET http://site.test:${port}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 502 /);
    expect(response).toContain(`site.test:${port}`);
  });
});

describe('CONNECT', () => {
  test('is a tunnel in both directions, with half-closed ends', async () => {
    const echo = createTcpServer({ allowHalfOpen: true }, (socket) => {
      void text(socket).then((received) => socket.end(received.toUpperCase()));
    });
    const port = await listenPort(echo);
    const proxy = await startWithOutside({ 'site.test': ['127.0.0.1'] });
    const socket = connect({ host: '127.0.0.1', port: proxy, allowHalfOpen: true });
    // What follows the head at once is part of the tunnel.
    socket.end(`CONNECT site.test:${port} HTTP/1.1\r\nHost: site.test:${port}\r\n\r\n${'abc'.repeat(100_000)}`);
    expect(await text(socket)).toBe(`HTTP/1.1 200 Connection established\r\n\r\n${'ABC'.repeat(100_000)}`);
  });

  test('to nothing that listens is a 502', async () => {
    const proxy = await startWithOutside({ 'site.test': ['127.0.0.1'] });
    const response = await roundTrip(
      proxy,
      'CONNECT site.test:1 HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n\r\n',
    );
    expect(response).toMatch(/^HTTP\/1\.1 502 .*ECONNREFUSED.*: site\.test:1\n$/s);
  });
});

describe('what is refused', () => {
  test('names and addresses that lead to this machine or into the cluster, with the reason', async () => {
    const proxy = await startWithOutside({ 'rebind.test': ['127.0.0.1'], 'inside.test': ['10.96.0.1'] }, false);
    for (const [host, reason] of [
      ['rebind.test', 'a loopback address'],
      ['inside.test', 'in the range of pods and services'],
      ['127.0.0.1', 'a loopback address'],
      ['[::1]', 'a loopback address'],
      ['169.254.169.254', 'a link-local address'],
      ['0.0.0.0', 'an unspecified address'],
    ]) {
      const end = 'HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
      const connected = await roundTrip(proxy, `CONNECT ${host}:443 ${end}`);
      expect(connected).toMatch(/^HTTP\/1\.1 403 /);
      expect(connected).toContain(`is ${reason}, which pods do not reach`);
      expect(await roundTrip(proxy, `GET http://${host}/ ${end}`)).toMatch(/^HTTP\/1\.1 403 /);
    }
  });

  test.each([
    ['GET / HTTP/1.1\r\nHost: x\r\n\r\n', '400'],
    ['GET https://site.test/ HTTP/1.1\r\nHost: x\r\n\r\n', '501'],
    ['GET http://user@site.test/ HTTP/1.1\r\nHost: x\r\n\r\n', '400'],
    ['GET http://site.test:99999/ HTTP/1.1\r\nHost: x\r\n\r\n', '400'],
    ['GET http://site.test/#part HTTP/1.1\r\nHost: x\r\n\r\n', '400'],
    ['CONNECT site.test HTTP/1.1\r\nHost: x\r\n\r\n', '400'],
    ['CONNECT http://site.test:80 HTTP/1.1\r\nHost: x\r\n\r\n', '400'],
    ['CONNECT site.test:443 HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx', '400'],
    ['POST http://site.test/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', '400'],
    ['GET http://site.test/ HTTP/1.1\r\nHost : x\r\n\r\n', '400'],
    [`GET http://site.test/${'a'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, '431'],
  ])('%j', async (bytes, status) => {
    const proxy = await startProxy({ dial: async () => Promise.reject(new Error('dialled')) });
    expect((await roundTrip(proxy, bytes)).slice(9, 12)).toBe(status);
  });

  test('a destination that takes too long, which is then given up', async () => {
    const clock = new ManualClock();
    const { promise: dialled, resolve } = Promise.withResolvers<AbortSignal>();
    const dial: EgressProxyOptions['dial'] = (_destination, _client, signal) => {
      resolve(signal);
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new RetryableError(verbatim('given up'), { code: 'ABORTED' })));
      });
    };
    const proxy = await startProxy({ dial, clock, limits: { connectMs: 1_000 } });
    const response = roundTrip(proxy, 'GET http://site.test/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    const signal = await dialled;
    await clock.advance(1_600);
    expect(signal.aborted).toBe(true);
    expect(await response).toMatch(/^HTTP\/1\.1 504 /);
  });

  test('connections above the limit of one client', async () => {
    const proxy = await startProxy({
      dial: async () => new Promise(() => undefined),
      limits: { connectionsPerAddress: 1 },
    });
    const first = connect(proxy, '127.0.0.1');
    onTestFinished(() => void first.destroy());
    await once(first, 'connect');
    const second = connect(proxy, '127.0.0.1');
    second.resume();
    await once(second, 'close');
    expect(first.destroyed).toBe(false);
  });
});
