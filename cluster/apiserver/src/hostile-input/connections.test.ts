import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { createConnection, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ApiServerProcess } from '../test-support/api-server-process.ts';
import { HostileClient } from '../test-support/hostile-client.ts';
import { configMap } from '../test-support/test-api.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';
const MEGABYTE = 1024 * 1024;
const CROWD = 400;

let server: ApiServerProcess;
let client: HostileClient;

beforeAll(async () => {
  server = await ApiServerProcess.start();
  client = new HostileClient(server);
});

afterEach(async () => {
  expect((await client.send({ method: 'GET', path: '/readyz' })).status).toBe(200);
});

afterAll(async () => {
  client.close();
  await server.stop();
});

/** A request in raw text; the server is to close the connection after its response. */
function text(line: string, more: string): string {
  return `${line} HTTP/1.1\r\nhost: x\r\nauthorization: ${server.authorization}\r\n${more}`;
}

describe('bytes that are no proper request', () => {
  const smuggled = `0\r\n\r\nDELETE ${MAPS}/victim HTTP/1.1\r\nhost: x\r\n\r\n`;

  it.each([
    ['a length beside chunks', `content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n${smuggled}`],
    ['chunks beside a length', `transfer-encoding: chunked\r\ncontent-length: 4\r\n\r\n${smuggled}`],
    ['two lengths', 'content-length: 5\r\ncontent-length: 6\r\n\r\nabcdef'],
    ['a negative length', 'content-length: -5\r\n\r\n'],
    ['a length with a sign', 'content-length: +2\r\n\r\n{}'],
    ['a length beyond all numbers', 'content-length: 99999999999999999999999\r\n\r\n'],
    ['an unknown coding', `transfer-encoding: xchunked\r\n\r\n${smuggled}`],
    ['a space before the colon', `transfer-encoding : chunked\r\n\r\n${smuggled}`],
    ['a folded header', `x: a\r\n transfer-encoding: chunked\r\n\r\n${smuggled}`],
    ['bare line feeds', `x: a\ntransfer-encoding: chunked\r\n\r\n${smuggled}`],
    ['a chunk of no size', 'transfer-encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n'],
    ['a NUL in a header', 'x: a\0b\r\n\r\n'],
  ])('%s: one refusal, and the connection ends', async (_, more) => {
    const response = await client.raw(text(`POST ${MAPS}`, more));
    expect(response.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  });

  it.each([
    ['TLS on the plain port', '\x16\x03\x01\x02\0\x01\0\x01'],
    ['a version from the future', 'GET / HTTP/3.0\r\n\r\n'],
    ['HTTP/2 without TLS', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['no host', 'GET /version HTTP/1.1\r\n\r\n'],
  ])('%s: a refusal', async (_, bytes) => {
    expect(await client.raw(bytes)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  });

  it('headers beyond a megabyte are refused', async () => {
    const response = await client.raw(text('GET /version', `x: ${'a'.repeat(2 * MEGABYTE)}\r\n\r\n`));
    // A client that still sends when the connection closes may not see the response.
    expect(response).toMatch(/^$|^HTTP\/1\.1 431 /);
  });

  it('CONNECT opens no tunnel', async () => {
    expect(await client.raw('CONNECT kubernetes:443 HTTP/1.1\r\nhost: x\r\n\r\n')).not.toContain(' 200 ');
  });

  it('of two Authorization headers the second changes nothing', async () => {
    const forged = text(`GET ${MAPS}`, 'connection: close\r\n\r\n').replace(
      'host: x',
      'host: x\r\nauthorization: Bearer no',
    );
    expect(await client.raw(forged)).toMatch(/^HTTP\/1\.1 401 /);
  });
});

describe('clients that do not finish', () => {
  async function crowd(port: number, bytes: string): Promise<readonly Socket[]> {
    const sockets = Array.from({ length: CROWD }, () => client.open(port).on('error', () => undefined));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    for (const socket of sockets) socket.write(bytes);
    return sockets;
  }

  const head = `POST ${MAPS} HTTP/1.1\r\nhost: x\r\n`;

  it.each([
    ['inside the headers', () => `${head}x-slow: a`],
    ['inside the body', () => `${head}authorization: ${server.authorization}\r\ncontent-length: 3000000\r\n\r\n{`],
  ])('%s do not keep others from being served, and are sent away', async (_, bytes) => {
    const { impatientPort } = server.ports;
    const { rss } = await server.report();
    const sockets = await crowd(impatientPort, bytes());
    const closed = Promise.all(sockets.map((socket) => once(socket.resume(), 'close')));
    const body = JSON.stringify(configMap(`beside-${bytes().length}`));
    expect((await client.send({ method: 'POST', path: MAPS, body })).status).toBe(201);
    await closed;
    expect((await server.report()).rss - rss).toBeLessThan(100 * MEGABYTE);
  });

  it('but go away in the middle of an upload leave nothing behind', async () => {
    const body = JSON.stringify(configMap('half'));
    const bytes = text(`POST ${MAPS}`, `content-length: ${body.length + 1}\r\n\r\n${body}`);
    const sockets = await crowd(server.ports.plainPort, bytes);
    for (const socket of sockets) socket.resetAndDestroy();
    expect((await client.send({ method: 'GET', path: `${MAPS}/half` })).status).toBe(404);
  });

  it('but go away in the middle of uploads over HTTP/2 leave nothing behind', async () => {
    const { securePort: port, ca } = server.ports;
    const socket = connectTls({ port, host: '127.0.0.1', ca, ALPNProtocols: ['h2'] });
    const session = connectHttp2(`https://127.0.0.1:${port}`, { createConnection: () => socket });
    session.on('error', () => undefined);
    await once(session, 'remoteSettings');
    const streams = Array.from({ length: CROWD }, () => {
      const { authorization } = server;
      const stream = session.request({ ':method': 'POST', ':path': MAPS, authorization });
      stream.on('error', () => undefined);
      stream.write(JSON.stringify(configMap('half')));
      return stream;
    });
    // Whatever was written has arrived by then.
    await new Promise((resolve) => session.ping(resolve));
    const closed = streams.map((stream) => new Promise((resolve) => stream.on('close', resolve)));
    // Not session.destroy() and not stream.close(): they send what makes the uploads complete.
    socket.destroy();
    await Promise.all(closed);
    expect((await client.send({ method: 'GET', path: `${MAPS}/half` })).status).toBe(404);
  });

  it('their TLS handshake do no harm', async () => {
    const socket = createConnection(server.ports.securePort, '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    const closed = once(socket.resume(), 'close');
    socket.write('GET /version HTTP/1.1\r\n\r\n');
    await closed;
  });
});

it('a body without end is cut off', async () => {
  const socket = client.open().on('error', () => undefined);
  const closed = new Promise<void>((resolve) => {
    socket.resume().on('close', () => resolve());
  });
  socket.write(text(`POST ${MAPS}`, 'transfer-encoding: chunked\r\n\r\n'));
  const chunk = `${MEGABYTE.toString(16)}\r\n${'x'.repeat(MEGABYTE)}\r\n`;
  let sent = 0;
  while (!socket.destroyed && sent < 1000) {
    sent += 1;
    if (!socket.write(chunk)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
  }
  await closed;
  expect(sent).toBeLessThan(200);
});

it('afterwards the server has logged nothing', () => {
  expect(server.stderr).toBe('');
});
