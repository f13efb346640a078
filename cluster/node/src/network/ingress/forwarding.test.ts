import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { eventually, ManualClock } from '@kubemin/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { IngressFixture, ingressTo, sliceAt } from './test-support/ingress-fixture.ts';

let fixture: IngressFixture;

beforeEach(() => {
  fixture = new IngressFixture();
});

afterEach(async () => {
  await fixture[Symbol.asyncDispose]();
});

const HOST = 'Host: shop.test\r\n';
const CLOSE = 'Connection: close\r\n';

interface Response {
  readonly status: number | undefined;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}

async function send(
  port: number,
  path = '/',
  options: { method?: string; body?: string; host?: string; headers?: object; agent?: Agent } = {},
): Promise<Response> {
  const { method = 'GET', body = '', host = 'shop.test', headers = {}, agent } = options;
  const request = httpRequest({
    port,
    host: '127.0.0.1',
    method,
    path,
    headers: { host, ...headers },
    ...(agent && { agent }),
  });
  request.end(body);
  const [response]: [IncomingMessage] = await new Promise((resolve, reject) => {
    request.on('response', (given) => resolve([given])).on('error', reject);
  });
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode, body: text, headers: response.headers };
}

const echo = (request: IncomingMessage, response: ServerResponse): void => {
  let body = '';
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString();
  });
  request.on('end', () =>
    response.end(JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body })),
  );
};

describe('what the backend gets', () => {
  test('the path and the host as the client wrote them, the address of the client, and no field of the connection', async () => {
    fixture.addService('web', await fixture.serve(echo));
    fixture.ingresses.put(ingressTo({}));
    const { port } = await fixture.start();
    const text = await fixture.roundTrip(
      port,
      `POST /a%20b?q=1&r HTTP/1.1\r\nHOST: Shop.Test:80\r\nConnection: close, X-Secret\r\nX-Secret: 1\r\nKeep-Alive: 5\r\nX-Forwarded-For: 6.6.6.6\r\nX_Forwarded_For: 6.6.6.6\r\nX-Real-IP: 6.6.6.6\r\nForwarded: for=6.6.6.6\r\nProxy-Connection: x\r\nTE: trailers, deflate\r\nUpgrade: h2c\r\nHTTP2-Settings: x\r\nX-Keep: yes\r\nContent-Length: 2\r\n\r\nhi`,
    );
    const { headers, ...rest } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
    expect(rest).toEqual({ method: 'POST', url: '/a%20b?q=1&r', body: 'hi' });
    expect(headers).toEqual({
      host: 'Shop.Test:80',
      'x-keep': 'yes',
      te: 'trailers',
      'content-length': '2',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-real-ip': '127.0.0.1',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'Shop.Test:80',
      'x-forwarded-port': String(port),
      'x-forwarded-proto': 'http',
    });
  });

  test('a rewritten path, and the request id of the client', async () => {
    fixture.addService('web', await fixture.serve(echo));
    const annotations = { 'rewrite-target': '/$2', 'use-regex': 'true' };
    fixture.ingresses.put(ingressTo({ path: '/v1(/|$)(.*)', pathType: 'ImplementationSpecific', annotations }));
    const { port } = await fixture.start();
    const { body } = await send(port, '/v1/items?x=1', { headers: { 'x-request-id': 'mine' } });
    expect(JSON.parse(body)).toMatchObject({ url: '/items?x=1', headers: { 'x-request-id': 'mine' } });
  });

  test('chunks and trailers, both ways', async () => {
    const backend = await fixture.serve((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(200, { trailer: 'x-sum' });
        response.write('part');
        response.addTrailers({ 'x-sum': String(request.trailers['x-in']) });
        response.end();
      });
    });
    fixture.addService('web', backend);
    fixture.ingresses.put(ingressTo({}));
    const { port } = await fixture.start();
    const text = await fixture.roundTrip(
      port,
      `POST / HTTP/1.1\r\n${HOST}${CLOSE}Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\nX-In: 7\r\n\r\n`,
    );
    expect(text).toMatch(/\r\n\r\n4\r\npart\r\n0\r\nx-sum: 7\r\n\r\n$/);
  });
});

describe('what the client gets', () => {
  test('a response without length is chunked, and ends with the connection for HTTP/1.0', async () => {
    const backend = await fixture.serveRaw((socket) => {
      socket.once('data', () =>
        socket.end('HTTP/1.1 200 OK\r\nX-A: 1\r\nConnection: X-B\r\nX-B: 2\r\n\r\nuntil the end'),
      );
    });
    fixture.addService('web', backend);
    fixture.ingresses.put(ingressTo({}));
    const { port } = await fixture.start();
    expect(await fixture.roundTrip(port, `GET / HTTP/1.1\r\n${HOST}${CLOSE}\r\n`)).toBe(
      'HTTP/1.1 200 OK\r\nX-A: 1\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\nd\r\nuntil the end\r\n0\r\n\r\n',
    );
    expect(await fixture.roundTrip(port, `GET / HTTP/1.0\r\n${HOST}\r\n`)).toBe(
      'HTTP/1.1 200 OK\r\nX-A: 1\r\nConnection: close\r\n\r\nuntil the end',
    );
  });

  test('HEAD keeps the length and has no body; 204 and 304 have none either', async () => {
    const backend = await fixture.serve((request, response) => {
      response.statusCode = Number(request.url?.slice(1)) || 200;
      if (response.statusCode === 200) response.setHeader('content-length', 11);
      response.end(request.method === 'HEAD' || response.statusCode !== 200 ? '' : 'hello world');
    });
    fixture.addService('web', backend);
    fixture.ingresses.put(ingressTo({}));
    const { port } = await fixture.start();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect((await send(port, '/', { method: 'HEAD', agent })).headers['content-length']).toBe('11');
    expect((await send(port, '/204', { agent })).status).toBe(204);
    expect((await send(port, '/304', { agent })).status).toBe(304);
    expect((await send(port, '/', { agent })).body).toBe('hello world');
    agent.destroy();
  });

  test('100 Continue comes from the backend, before the body is sent', async () => {
    const backend = await fixture.serve(echo);
    fixture.addService('web', backend);
    fixture.ingresses.put(ingressTo({}));
    const { port } = await fixture.start();
    const connection = await fixture.connect(port);
    connection.socket.write(`POST / HTTP/1.1\r\n${HOST}${CLOSE}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n`);
    await connection.until('HTTP/1.1 100 Continue\r\n\r\n');
    connection.socket.write('ok');
    await connection.until('"body":"ok"');
  });

  test('a response that is cut off ends the connection of the client, so that it notices', async () => {
    const backend = await fixture.serveRaw((socket) => {
      socket.once('data', () =>
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf', () => socket.destroy()),
      );
    });
    fixture.addService('web', backend);
    fixture.ingresses.put(ingressTo({}));
    const { port } = await fixture.start();
    await expect(send(port)).rejects.toThrow(/aborted|hang up/);
  });

  test('large bodies go through in both directions while each side waits for the other', async () => {
    const size = 8 * 1024 * 1024;
    const backend = await fixture.serve((request, response) => {
      response.setHeader('content-type', 'application/octet-stream');
      request.pipe(response);
    });
    fixture.addService('web', backend);
    fixture.ingresses.put(ingressTo({ annotations: { 'proxy-body-size': '0' } }));
    const { port } = await fixture.start();
    const request = httpRequest({ port, host: '127.0.0.1', method: 'POST', headers: { host: 'shop.test' } });
    const piece = Buffer.alloc(64 * 1024, 'x');
    const [response]: [IncomingMessage] = await new Promise((resolve, reject) => {
      request.on('response', (given) => resolve([given])).on('error', reject);
      let sent = 0;
      const more = (): void => {
        while (sent < size) {
          sent += piece.length;
          if (!request.write(piece)) {
            request.once('drain', more);
            return;
          }
        }
        request.end();
      };
      more();
    });
    // Nothing is read until buffers are full on the whole way.
    await new Promise((resolve) => setImmediate(resolve));
    let received = 0;
    for await (const chunk of response) received += chunk.length;
    expect(received).toBe(size);
  });

  test('WebSocket and other upgrades are tunnels; bytes that come with the heads are not lost', async () => {
    const backend = await fixture.serveRaw((socket) => {
      socket.once('data', (head: Buffer) => {
        const sent = head.toString('latin1');
        expect(sent).toContain('Connection: Upgrade\r\nUpgrade: websocket\r\n');
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nwelcome ');
        socket.write(sent.slice(sent.indexOf('\r\n\r\n') + 4));
        socket.on('data', (bytes: Buffer) => socket.write(bytes));
      });
    });
    fixture.addService('web', backend);
    fixture.ingresses.put(ingressTo({}));
    const { port } = await fixture.start();
    const connection = await fixture.connect(port);
    connection.socket.write(
      `GET /ws HTTP/1.1\r\n${HOST}Connection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n\r\nearly `,
    );
    await connection.until(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nwelcome early ',
    );
    connection.socket.write('late');
    await connection.until('early late');
    connection.socket.end();
    await connection.closed;
  });

  test('a backend that refuses an upgrade gives a usual response', async () => {
    fixture.addService('web', await fixture.serve((_request, response) => response.writeHead(426).end('no')));
    fixture.ingresses.put(ingressTo({}));
    const { port } = await fixture.start();
    const text = await fixture.roundTrip(
      port,
      `GET / HTTP/1.1\r\n${HOST}Connection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 426 /);
  });

  test('a cookie keeps a client on one endpoint', async () => {
    const named = (name: string) => fixture.serve((_request, response) => response.end(name));
    fixture.addService('web', await named('one'), await named('two'), await named('three'));
    const annotations = { affinity: 'cookie', 'session-cookie-name': 'route', 'session-cookie-max-age': '60' };
    fixture.ingresses.put(ingressTo({ annotations }));
    const { port } = await fixture.start();
    const first = await send(port);
    const [cookie = ''] = first.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^route=[0-9a-f]{32}; Path=\/; HttpOnly; Max-Age=60$/);
    const again = await Promise.all(
      Array.from({ length: 6 }, () => send(port, '/', { headers: { cookie: `a=b; ${cookie.split(';')[0]}` } })),
    );
    expect(new Set(again.map(({ body }) => body))).toEqual(new Set([first.body]));
    expect(again[0]?.headers['set-cookie']).toBeUndefined();
  });
});

describe('failures', () => {
  test('unknown host or path is 404, no endpoints 503, a refused connection 502; the text names host and service', async () => {
    const { port: dead, server } = await fixture.serve(() => undefined);
    server.close();
    await once(server, 'close');
    fixture.addService('web', { address: '127.0.0.1', port: dead });
    fixture.addService('empty');
    fixture.ingresses.put(ingressTo({ path: '/web' }));
    fixture.ingresses.put(ingressTo({ name: 'empty', path: '/empty', service: 'empty' }));
    fixture.ingresses.put(ingressTo({ name: 'gone', path: '/gone', service: 'gone' }));
    const { port } = await fixture.start();
    const responses = await Promise.all(['/', '/web', '/empty', '/gone'].map((path) => send(port, path)));
    expect(responses.map(({ body }) => body)).toEqual([
      '404 no route: host shop.test, path /\n',
      '502 connection failed: host shop.test, service shop/web:80\n',
      '503 no endpoints: host shop.test, service shop/empty:80\n',
      '503 no endpoints: host shop.test, service shop/gone:80\n',
    ]);
    expect((await send(port, '/', { host: 'other.test' })).body).toBe('404 no route: host other.test, path /\n');
    expect(fixture.events.map(({ event }) => event.message)).toEqual(['Service shop/gone does not exist']);
  });

  test('a connection that fails is tried at the next endpoint, with any method', async () => {
    const { port: dead, server } = await fixture.serve(() => undefined);
    server.close();
    await once(server, 'close');
    fixture.addService(
      'web',
      { address: '127.0.0.1', port: dead },
      { address: '127.0.0.2', port: dead },
      await fixture.serve(echo),
    );
    fixture.ingresses.put(ingressTo({}));
    const { port } = await fixture.start();
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => send(port, '/', { method: 'POST', body: 'x' })),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  });

  test('a backend that closes without a response is 502, and the request is not sent again', async () => {
    let count = 0;
    const backend = await fixture.serveRaw((socket) => {
      socket.once('data', () => {
        count += 1;
        socket.destroy();
      });
    });
    fixture.addService('web', backend);
    fixture.ingresses.put(ingressTo({}));
    const { port } = await fixture.start();
    expect(await send(port)).toMatchObject({ status: 502 });
    expect(count).toBe(1);
  });

  test.each([
    ['no HTTP', 'hello\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    ['length and chunks', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['bare LF', 'HTTP/1.1 200 OK\nContent-Length: 0\n\r\n\r\n'],
    ['an unexpected switch', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n'],
  ])('a malformed response is 502: %s', async (_name, text) => {
    fixture.addService('web', await fixture.serveRaw((socket) => socket.once('data', () => socket.write(text))));
    fixture.ingresses.put(ingressTo({}));
    const { port } = await fixture.start();
    expect(await send(port)).toMatchObject({ status: 502 });
  });

  test('bytes after a response never become the response of another request', async () => {
    const sockets: Socket[] = [];
    const backend = await fixture.serveRaw((socket) => {
      sockets.push(socket);
      socket.on('data', () =>
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil'),
      );
    });
    fixture.addService('web', backend);
    fixture.ingresses.put(ingressTo({}));
    const { port } = await fixture.start();
    for (let turn = 0; turn < 3; turn += 1) expect((await send(port)).body).toBe('ok');
    expect(sockets).toHaveLength(3);
  });

  test('slow backends and slow clients run into their limits', async () => {
    const clock = new ManualClock();
    const backend = await fixture.serveRaw((socket) => {
      socket.on('data', (bytes: Buffer) => {
        if (bytes.includes('/half')) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf');
      });
    });
    fixture.addService('web', backend);
    fixture.ingresses.put(ingressTo({ annotations: { 'proxy-read-timeout': '5' } }));
    const { port } = await fixture.start({ clock });
    const silent = await fixture.connect(port);
    silent.socket.write(`GET /never HTTP/1.1\r\n${HOST}\r\n`);
    const half = await fixture.connect(port);
    half.socket.write(`GET /half HTTP/1.1\r\n${HOST}\r\n`);
    await half.until('half');
    const body = await fixture.connect(port);
    body.socket.write(`POST / HTTP/1.1\r\n${HOST}Content-Length: 10\r\n\r\nhal`);
    const head = await fixture.connect(port);
    head.socket.write('GET / HT');
    await eventually(async () => {
      await clock.advance(5_100);
      return silent.text !== '';
    });
    expect(silent.text).toContain('504 timed out: host shop.test, service shop/web:80');
    await half.closed;
    await eventually(async () => {
      await clock.advance(5_000);
      return head.text !== '';
    });
    expect(head.text).toMatch(/^HTTP\/1\.1 408 /);
    await eventually(async () => {
      await clock.advance(30_000);
      return body.text !== '';
    });
    expect(body.text).toMatch(/^HTTP\/1\.1 408 /);
    const idle = await fixture.connect(port);
    await eventually(async () => {
      await clock.advance(80_000);
      return idle.socket.destroyed;
    });
  });

  test('a body above the limit is 413, by its length or when it gets there', async () => {
    fixture.addService('web', await fixture.serve(echo));
    fixture.ingresses.put(ingressTo({ annotations: { 'proxy-body-size': '1k' } }));
    const { port } = await fixture.start();
    const large = 'x'.repeat(2000);
    expect(await fixture.roundTrip(port, `POST / HTTP/1.1\r\n${HOST}Content-Length: 2000\r\n\r\n${large}`)).toMatch(
      /^HTTP\/1\.1 413 /,
    );
    expect(
      await fixture.roundTrip(
        port,
        `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n7d0\r\n${large}\r\n0\r\n\r\n`,
      ),
    ).toMatch(/^HTTP\/1\.1 413 /);
    expect((await send(port, '/', { method: 'POST', body: 'x'.repeat(1000) })).status).toBe(200);
  });

  test('an address has a limit of connections', async () => {
    fixture.addService('web', await fixture.serve(echo));
    fixture.ingresses.put(ingressTo({}));
    const { port } = await fixture.start({ limits: { connectionsPerAddress: 2 } });
    const [first] = [await fixture.connect(port), await fixture.connect(port)];
    const third = await fixture.connect(port);
    await third.closed;
    first?.socket.destroy();
    await eventually(async () => (await send(port)).status === 200);
  });

  test('a client that goes away takes its request with it', async () => {
    let isGone = false;
    const backend = await fixture.serveRaw((socket) =>
      socket
        .on('close', () => {
          isGone = true;
        })
        .resume(),
    );
    fixture.addService('web', backend);
    fixture.ingresses.put(ingressTo({}));
    const { port } = await fixture.start();
    const connected = once(backend.server, 'connection');
    const connection = await fixture.connect(port);
    connection.socket.write(`GET / HTTP/1.1\r\n${HOST}\r\n`);
    await connected;
    connection.socket.destroy();
    await eventually(() => isGone);
  });
});

describe('connections to backends', () => {
  test('are used again, and closed when their endpoint leaves the table', async () => {
    const sockets = new Set<Socket>();
    // Never closes a connection by its own time limit.
    const backend = await fixture.serveRaw((socket) => {
      sockets.add(socket);
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'));
    });
    fixture.addService('web', backend);
    fixture.ingresses.put(ingressTo({}));
    const { port } = await fixture.start();
    for (let turn = 0; turn < 5; turn += 1) await send(port);
    expect(sockets.size).toBe(1);
    const [socket] = sockets;
    const closed = socket && once(socket, 'close');
    fixture.slices.put(sliceAt('web', { ...backend, isTerminating: true }));
    await closed;
    expect((await send(port)).status).toBe(503);
  });

  test.each([
    ['GET', '', 200],
    ['PUT', 'body', 200],
    ['POST', 'body', 502],
  ])(
    'one that is closed in the moment it is used again: %s is repeated when that is safe',
    async (method, body, status) => {
      let requests = 0;
      const backend = await fixture.serveRaw((socket) => {
        let onThis = 0;
        socket.on('data', (bytes: Buffer) => {
          if (!/ HTTP\/1\.1/.test(bytes.toString('latin1'))) return;
          onThis += 1;
          requests += 1;
          // The second request on a connection finds it closed, as after the server's own time limit.
          if (onThis === 2) socket.destroy();
          else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
        });
      });
      fixture.addService('web', backend);
      fixture.ingresses.put(ingressTo({}));
      const { port } = await fixture.start();
      expect((await send(port)).status).toBe(200);
      expect((await send(port, '/', { method, body })).status).toBe(status);
      expect(requests).toBe(status === 200 ? 3 : 2);
    },
  );

  test('one to an endpoint that leaves the table: an idempotent request is repeated at another endpoint', async () => {
    const stopping = await fixture.serveRaw((socket) => {
      socket.once('data', () => {
        fixture.addService('web', other);
        fixture.slices.put(sliceAt('web', { ...stopping, isTerminating: true }));
        setImmediate(() => socket.destroy());
      });
    });
    const other = await fixture.serve((_request, response) => response.end('other'));
    fixture.addService('web', stopping);
    fixture.ingresses.put(ingressTo({}));
    const { port } = await fixture.start();
    expect(await send(port)).toMatchObject({ status: 200, body: 'other' });
  });
});
