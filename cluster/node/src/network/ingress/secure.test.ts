import { once } from 'node:events';
import { type ClientHttp2Session, connect as connectHttp2, constants, type IncomingHttpHeaders } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import { systemClock, systemRandom } from '@kubemin/base';
import type { Secret } from '@kubemin/kubeapi/types/core.v1';
import { eventually } from '@kubemin/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CertificatePair, selfSignedCertificate } from './self-signed.ts';
import { IngressFixture, ingressTo } from './test-support/ingress-fixture.ts';

let fixture: IngressFixture;
const sockets: { destroy(): void }[] = [];

beforeEach(() => {
  fixture = new IngressFixture();
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await fixture[Symbol.asyncDispose]();
});

const certificate = (...names: [string, ...string[]]) => selfSignedCertificate(names, systemClock.now(), systemRandom);

function tlsSecret(name: string, { cert, key }: CertificatePair): Secret {
  const data = { 'tls.crt': Buffer.from(cert).toString('base64'), 'tls.key': Buffer.from(key).toString('base64') };
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: 'shop' }, type: 'kubernetes.io/tls', data };
}

async function handshake(
  port: number,
  servername: string | undefined,
  options: ConnectionOptions = {},
): Promise<TLSSocket> {
  const socket = connectTls({
    port,
    host: '127.0.0.1',
    rejectUnauthorized: false,
    ...(servername && { servername }),
    ...options,
  });
  sockets.push(socket);
  await new Promise((resolve, reject) => socket.once('secureConnect', () => resolve(undefined)).once('error', reject));
  return socket;
}

const shownName = (socket: TLSSocket) => socket.getPeerCertificate().subject?.CN;

async function get(socket: TLSSocket, host: string, path = '/'): Promise<string> {
  let text = '';
  socket.on('data', (bytes: Buffer) => {
    text += bytes.toString();
  });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  await eventually(() => text.includes('\r\n\r\n'));
  return text;
}

describe('certificates', () => {
  test('are chosen by the name a client asks for: its own, a wildcard, else the default', async () => {
    fixture.addService('web', await fixture.serve((_request, response) => response.end('ok')));
    fixture.secrets.put(tlsSecret('own', certificate('shop.test')));
    fixture.secrets.put(tlsSecret('wild', certificate('*.shop.test')));
    fixture.ingresses.put(ingressTo({ tls: [{ secretName: 'own' }, { hosts: ['*.shop.test'], secretName: 'wild' }] }));
    const { httpsPort, port } = await fixture.start({ isSecure: true });
    const names = ['shop.test', 'a.shop.test', 'b.a.shop.test', 'other.test', undefined];
    const shown = await Promise.all(names.map(async (name) => shownName(await handshake(httpsPort, name))));
    expect(shown).toEqual(['shop.test', '*.shop.test', 'ingress.local', 'ingress.local', 'ingress.local']);
    expect(await get(await handshake(httpsPort, 'shop.test'), 'shop.test')).toMatch(/^HTTP\/1\.1 200 /);
    const plain = await fixture.roundTrip(
      port,
      'GET /a?b=c HTTP/1.1\r\nHost: shop.test:1234\r\nConnection: close\r\n\r\n',
    );
    expect(plain).toMatch(/^HTTP\/1\.1 308 /);
    expect(plain).toContain(`Location: https://shop.test:${httpsPort}/a?b=c\r\n`);
  });

  test('are replaced for new connections; those that are open stay', async () => {
    fixture.addService('web', await fixture.serve((_request, response) => response.end('ok')));
    fixture.secrets.put(tlsSecret('own', certificate('shop.test')));
    fixture.ingresses.put(ingressTo({ tls: [{ hosts: ['shop.test'], secretName: 'own' }] }));
    const { httpsPort } = await fixture.start({ isSecure: true });
    const before = await handshake(httpsPort, 'shop.test');
    fixture.secrets.put(tlsSecret('own', certificate('new.test', 'shop.test')));
    await eventually(async () => shownName(await handshake(httpsPort, 'shop.test')) === 'new.test');
    expect(await get(before, 'shop.test')).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('a secret whose key belongs to another certificate is reported, and the host has the default', async () => {
    const { cert } = certificate('shop.test');
    fixture.secrets.put(tlsSecret('own', { ...certificate('shop.test'), cert }));
    fixture.ingresses.put(ingressTo({ tls: [{ hosts: ['shop.test'], secretName: 'own' }] }));
    const { httpsPort } = await fixture.start({ isSecure: true });
    expect(shownName(await handshake(httpsPort, 'shop.test'))).toBe('ingress.local');
    expect(fixture.events.map(({ event }) => event.reason)).toContain('InvalidSecret');
  });

  test('versions before TLS 1.2 are refused', async () => {
    const { httpsPort } = await fixture.start({ isSecure: true });
    const old: ConnectionOptions = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' };
    await expect(handshake(httpsPort, 'shop.test', old)).rejects.toThrow();
    expect((await handshake(httpsPort, 'shop.test', { maxVersion: 'TLSv1.2' })).getProtocol()).toBe('TLSv1.2');
  });
});

interface Http2Response {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly trailers: IncomingHttpHeaders | undefined;
}

describe('HTTP/2', () => {
  async function open(httpsPort: number): Promise<ClientHttp2Session> {
    const session = connectHttp2(`https://127.0.0.1:${httpsPort}`, {
      rejectUnauthorized: false,
      servername: 'shop.test',
    });
    session.on('error', () => undefined);
    sockets.push(session);
    await once(session, 'connect');
    return session;
  }

  async function send(session: ClientHttp2Session, headers: object, body?: string): Promise<Http2Response> {
    const stream = session.request({ ':authority': 'shop.test', ...headers }, { endStream: body === undefined });
    if (body !== undefined) stream.end(body);
    let trailers: IncomingHttpHeaders | undefined;
    stream.on('trailers', (given) => {
      trailers = given;
    });
    const received = new Promise<IncomingHttpHeaders>((resolve, reject) => {
      stream.on('response', resolve).on('error', reject);
    });
    const head = await received;
    let text = '';
    for await (const chunk of stream) text += String(chunk);
    return { headers: head, body: text, trailers };
  }

  test('requests and responses with bodies and trailers, many at once', async () => {
    const backend = await fixture.serve((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on('end', () => {
        if (request.method === 'HEAD') {
          response.end();
          return;
        }
        response.writeHead(200, { trailer: 'x-sum', connection: 'x-hop', 'x-hop': '1', 'set-cookie': ['a=1', 'b=2'] });
        response.write(JSON.stringify({ url: request.url, headers: request.headers, body }));
        response.addTrailers({ 'x-sum': '7' });
        response.end();
      });
    });
    fixture.addService('web', backend);
    fixture.ingresses.put(ingressTo({ annotations: { 'proxy-body-size': '0' } }));
    const { httpsPort } = await fixture.start({ isSecure: true });
    const session = await open(httpsPort);
    const response = await send(
      session,
      { ':method': 'POST', ':path': '/a?b', cookie: 'a=b', 'x-forwarded-for': '6.6.6.6' },
      'hi',
    );
    expect(response.headers).toMatchObject({ ':status': 200, 'set-cookie': ['a=1', 'b=2'] });
    expect(response.headers['x-hop']).toBeUndefined();
    expect(response.trailers).toMatchObject({ 'x-sum': '7' });
    expect(JSON.parse(response.body)).toMatchObject({
      url: '/a?b',
      body: 'hi',
      headers: {
        host: 'shop.test',
        cookie: 'a=b',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'https',
        'transfer-encoding': 'chunked',
      },
    });
    const large = 'x'.repeat(300_000);
    const many = await Promise.all(
      Array.from({ length: 20 }, (_, at) => send(session, { ':method': 'PUT', ':path': `/${at}` }, large)),
    );
    expect(many.map(({ body }) => JSON.parse(body).body.length)).toEqual(many.map(() => large.length));
    expect((await send(session, { ':method': 'HEAD', ':path': '/' })).body).toBe('');
    const empty = await send(session, { ':method': 'PUT', ':path': '/' }, '');
    expect(JSON.parse(empty.body)).toMatchObject({ body: '' });
  });

  test('errors are responses; a request that cannot be written in HTTP/1.1 is 400', async () => {
    let requests = 0;
    const backend = await fixture.serve((_request, response) => {
      requests += 1;
      response.end();
    });
    fixture.addService('web', backend);
    fixture.ingresses.put(ingressTo({ path: '/web' }));
    const { httpsPort } = await fixture.start({ isSecure: true });
    const session = await open(httpsPort);
    expect(await send(session, { ':path': '/' })).toMatchObject({
      headers: { ':status': 404 },
      body: '404 no route: host shop.test, path /\n',
    });
    expect((await send(session, { ':path': '/web/../x' })).headers[':status']).toBe(400);
    expect(
      (await send(session, { ':path': '/web', ':authority': 'shop.test', host: 'other.test' })).headers[':status'],
    ).toBe(400);
    const split = send(session, { ':path': '/web x HTTP/1.1\r\nX-Evil: 1\r\n' });
    expect(
      await split.then(
        ({ headers }) => headers[':status'],
        () => 400,
      ),
    ).toBe(400);
    const short = send(session, { ':method': 'POST', ':path': '/web', 'content-length': '10' }, 'hi');
    expect(
      await short.then(
        ({ headers }) => headers[':status'],
        () => 400,
      ),
    ).toBe(400);
    expect(requests).toBe(0);
  });

  test('a stream that is reset takes its request with it, and the connection goes on', async () => {
    let isGone = false;
    const backend = await fixture.serve((request, response) => {
      if (request.url === '/ok') response.end('ok');
      else
        response
          .on('close', () => {
            isGone = true;
          })
          .write('begin');
    });
    fixture.addService('web', backend);
    fixture.ingresses.put(ingressTo({}));
    const { httpsPort } = await fixture.start({ isSecure: true });
    const session = await open(httpsPort);
    const stream = session.request({ ':authority': 'shop.test', ':path': '/' });
    stream.on('error', () => undefined);
    await once(stream, 'data');
    stream.close(constants.NGHTTP2_CANCEL);
    await eventually(() => isGone);
    expect((await send(session, { ':path': '/ok' })).body).toBe('ok');
  });
});

test('a backend may be HTTPS', async () => {
  const { cert, key } = certificate('backend.test');
  const backend = await fixture.adopt(createHttpsServer({ cert, key }, (_request, response) => response.end('secure')));
  fixture.addService('web', backend);
  fixture.ingresses.put(ingressTo({ annotations: { 'backend-protocol': 'HTTPS' } }));
  const { port } = await fixture.start();
  expect(await fixture.roundTrip(port, 'GET / HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n')).toContain(
    'secure',
  );
});
