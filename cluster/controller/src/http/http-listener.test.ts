import { connect } from 'node:net';
import { silentLogger, systemClock } from '@kubemin/base';
import { afterEach, describe, expect, it } from 'vitest';
import { type HttpListener, type HttpListenerOptions, listenHttp, parseBindAddress } from './http-listener.ts';
import { jsonReply, textReply } from './http-reply.ts';
import { HttpRouter } from './http-router.ts';
import { applyMiddlewares, cors, noCache, recovery, secureHeaders, timeLimit } from './middleware.ts';
import { jsonBody } from './request-body.ts';

const open: HttpListener[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((listener) => listener.close()));
});

async function serve(options: Pick<HttpListenerOptions, 'handler' | 'maxBodyBytes'>): Promise<HttpListener> {
  const listener = await listenHttp({ host: '127.0.0.1', port: 0, logger: silentLogger, ...options });
  open.push(listener);
  return listener;
}

const things = new HttpRouter()
  .add('GET', '/things/:name', async (request) => textReply(200, request.param('name')))
  .add('DELETE', '/things/:name', async () => textReply(200, 'gone'))
  .add('POST', '/things', async (request) => jsonReply(201, await jsonBody(request)))
  .add('GET', '/broken', async () => {
    throw new Error('the password is hunter2');
  })
  .add('GET', '/slow', (request) => new Promise((_, reject) => request.signal.addEventListener('abort', reject)));

async function problemAt(url: string, init?: RequestInit): Promise<unknown> {
  const response = await fetch(url, init);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  return response.json();
}

describe('routes', () => {
  it('passes decoded parameters and handles HEAD like GET without the body', async () => {
    const { url } = await serve({ handler: things.handler });
    expect(await (await fetch(`${url}/things/a%2Fb%20c`)).text()).toBe('a/b c');
    const head = await fetch(`${url}/things/abc`, { method: 'HEAD' });
    expect([head.headers.get('content-length'), await head.text()]).toEqual(['3', '']);
  });

  it('distinguishes unknown paths, wrong methods and invalid encodings', async () => {
    const { url } = await serve({ handler: things.handler });
    expect(await problemAt(`${url}/nothing`)).toMatchObject({
      status: 404,
      code: 'PATH_NOT_FOUND',
      instance: '/nothing',
    });
    expect(await problemAt(`${url}/things/`)).toMatchObject({ status: 404 });
    expect(await problemAt(`${url}/things/%E0%A4%A`)).toMatchObject({ status: 400, code: 'PATH_INVALID' });
    const response = await fetch(`${url}/things/a`, { method: 'PUT' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, DELETE']);
  });

  it('refuses a second route for the same requests', () => {
    expect(() => new HttpRouter().add('GET', '/a', things.handler).add('GET', '/a', things.handler)).toThrow(
      expect.objectContaining({ code: 'ROUTE_TAKEN' }),
    );
  });
});

describe('bodies', () => {
  it.each([
    ['{"a": ', 'application/json', 400, 'BODY_INVALID'],
    ['[1]', 'application/json', 400, 'BODY_INVALID'],
    ['', 'application/json', 400, 'BODY_INVALID'],
    ['a: 1', 'application/yaml', 415, 'MEDIA_TYPE_UNSUPPORTED'],
    [`{"a": "${'x'.repeat(200)}"}`, 'application/json', 413, 'BODY_TOO_LARGE'],
  ])('%j as %s is refused with %i', async (body, type, status, code) => {
    const { url } = await serve({ handler: things.handler, maxBodyBytes: 100 });
    const init = { method: 'POST', body, headers: { 'content-type': type } };
    expect(await problemAt(`${url}/things`, init)).toMatchObject({ status, code });
  });

  it('are read as JSON objects', async () => {
    const { url } = await serve({ handler: things.handler });
    const response = await fetch(`${url}/things`, {
      method: 'POST',
      body: '{"a":1}',
      headers: { 'content-type': 'application/json; charset=utf-8' },
    });
    expect([response.status, await response.json()]).toEqual([201, { a: 1 }]);
  });
});

describe('KC-EXT-3: middlewares', () => {
  const all = applyMiddlewares(
    [
      secureHeaders({ tls: false }),
      noCache,
      cors(['https://console.test']),
      recovery(silentLogger),
      timeLimit({ clock: systemClock, ms: 20 }),
    ],
    things.handler,
  );

  it('recover from errors of a handler, without sending internal messages to callers', async () => {
    const { url } = await serve({ handler: all });
    const problem = await problemAt(`${url}/broken`);
    expect(problem).toMatchObject({ status: 500, title: 'Internal Server Error', code: 'INTERNAL_ERROR' });
    expect(JSON.stringify(problem)).not.toContain('hunter2');
    expect((await fetch(`${url}/things/a`)).status).toBe(200);
  });

  it('put secure and no-cache headers on responses and errors alike', async () => {
    const { url } = await serve({ handler: all });
    for (const path of ['/things/a', '/nothing', '/broken']) {
      const { headers } = await fetch(`${url}${path}`);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toContain('no-store');
      expect(headers.get('strict-transport-security')).toBeNull();
    }
  });

  it('let pages of the named origin ask, and no others', async () => {
    const { url } = await serve({ handler: all });
    const preflight = (origin: string) =>
      fetch(`${url}/things/a`, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'PUT' } });
    const allowed = await preflight('https://console.test');
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([204, 'https://console.test']);
    const other = await preflight('https://console.test.evil.example');
    expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([405, null]);
    const read = await fetch(`${url}/things/a`, { headers: { origin: 'https://console.test' } });
    expect(read.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  it('abort a handler that takes too long', async () => {
    const { url } = await serve({ handler: all });
    expect(await problemAt(`${url}/slow`)).toMatchObject({ status: 504, code: 'REQUEST_TIMEOUT' });
  });
});

describe('a listener', () => {
  it('reports which port is taken and what to do', async () => {
    const { port } = await serve({ handler: things.handler });
    const second = listenHttp({ host: '127.0.0.1', port, handler: things.handler, logger: silentLogger });
    await expect(second).rejects.toMatchObject({ code: 'PORT_TAKEN', message: expect.stringContaining(String(port)) });
  });

  it('finishes the pending response, then closes although the client would keep its connection', async () => {
    const asked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const listener = await serve({
      handler: async () => {
        asked.resolve();
        await release.promise;
        return textReply(200, 'late');
      },
    });
    const idle = connect(listener.port, '127.0.0.1');
    const response = fetch(listener.url);
    await asked.promise;
    const closed = listener.close();
    release.resolve();
    expect(await (await response).text()).toBe('late');
    await closed;
    idle.destroy();
  });

  it('aborts the signal of a handler when its client disconnects', async () => {
    const began = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const { url } = await serve({
      handler: (request) => {
        request.signal.addEventListener('abort', () => ended.resolve());
        began.resolve();
        return ended.promise.then(() => textReply(200, ''));
      },
    });
    const given = new AbortController();
    const asked = fetch(url, { signal: given.signal }).catch(() => 'given up');
    await began.promise;
    given.abort();
    expect(await asked).toBe('given up');
    await ended.promise;
  });
});

it.each([
  [':18001', { kind: 'listen', host: '127.0.0.1', port: 18_001 }],
  ['0.0.0.0:80', { kind: 'listen', host: '0.0.0.0', port: 80 }],
  ['[::1]:9', { kind: 'listen', host: '::1', port: 9 }],
  [' localhost:0 ', { kind: 'listen', host: 'localhost', port: 0 }],
  ['0', { kind: 'off' }],
  ['', { kind: 'off' }],
])('%j means %j', (text, address) => {
  expect(parseBindAddress(text)).toEqual(address);
});

it.each(['8080', 'localhost', ':', ':70000', '::1:80', 'http://localhost:80', ':80x', 'a b:80'])(
  '%j is refused',
  (text) => {
    expect(() => parseBindAddress(text)).toThrow(expect.objectContaining({ code: 'BIND_ADDRESS_INVALID' }));
  },
);
