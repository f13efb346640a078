import { createServer } from 'node:http';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BodyDecoder } from './http1-body.ts';
import { HeaderList, HeadReader, requestFraming } from './http1-head.ts';
import { IngressFixture, ingressTo } from './test-support/ingress-fixture.ts';

let fixture: IngressFixture;
let port: number;
let received: string;

beforeEach(async () => {
  fixture = new IngressFixture();
  received = '';
  // Responds to each head it sees, so that a smuggled request would be seen too.
  const backend = await fixture.serveRaw((socket) => {
    socket.on('data', (bytes: Buffer) => {
      const before = received.split('\r\n\r\n').length;
      received += bytes.toString('latin1');
      const heads = received.split('\r\n\r\n').length - before;
      for (let at = 0; at < heads; at += 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    });
  });
  fixture.addService('web', backend);
  fixture.ingresses.put(ingressTo({}));
  ({ port } = await fixture.start());
});

afterEach(async () => {
  await fixture[Symbol.asyncDispose]();
});

const HOST = 'Host: shop.test\r\n';

describe('requests that could be read in two ways are refused, and the backend gets nothing', () => {
  test.each<[name: string, status: number, request: string]>([
    ['two lengths', 400, `POST / HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
    ['equal lengths', 400, `POST / HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 1\r\n\r\na`],
    ['a list of lengths', 400, `POST / HTTP/1.1\r\n${HOST}Content-Length: 1, 1\r\n\r\na`],
    ['a signed length', 400, `POST / HTTP/1.1\r\n${HOST}Content-Length: +1\r\n\r\na`],
    ['a hexadecimal length', 400, `POST / HTTP/1.1\r\n${HOST}Content-Length: 0x1\r\n\r\na`],
    ['an empty length', 400, `POST / HTTP/1.1\r\n${HOST}Content-Length:\r\n\r\n`],
    [
      'length and chunks',
      400,
      `POST / HTTP/1.1\r\n${HOST}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG`,
    ],
    [
      'chunks and length',
      400,
      `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\nG`,
    ],
    [
      'two encodings',
      400,
      `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n`,
    ],
    ['an unknown encoding', 501, `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
    ['an encoding list', 501, `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`],
    [
      'an encoding after a vertical tab',
      400,
      `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n`,
    ],
    ['chunks in HTTP/1.0', 400, `POST / HTTP/1.0\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['space before the colon', 400, `POST / HTTP/1.1\r\n${HOST}Content-Length : 1\r\n\r\na`],
    ['a folded line', 400, `GET / HTTP/1.1\r\n${HOST}X-A: b\r\n c\r\n\r\n`],
    ['a folded first line', 400, `GET / HTTP/1.1\r\n X-A: b\r\n${HOST}\r\n`],
    ['bare LF', 400, `GET / HTTP/1.1\n${HOST}\n`],
    ['bare LF between fields', 400, `GET / HTTP/1.1\r\nHost: shop.test\nX-A: b\r\n\r\n`],
    ['bare CR in a value', 400, `GET / HTTP/1.1\r\n${HOST}X-A: b\rX-B: c\r\n\r\n`],
    ['NUL in a value', 400, `GET / HTTP/1.1\r\n${HOST}X-A: b\0c\r\n\r\n`],
    ['an illegal name', 400, `GET / HTTP/1.1\r\n${HOST}X(A): b\r\n\r\n`],
    ['an empty name', 400, `GET / HTTP/1.1\r\n${HOST}: b\r\n\r\n`],
    ['a line without colon', 400, `GET / HTTP/1.1\r\n${HOST}X-A\r\n\r\n`],
    ['no host', 400, 'GET / HTTP/1.1\r\n\r\n'],
    ['two hosts', 400, `GET / HTTP/1.1\r\n${HOST}Host: other.test\r\n\r\n`],
    ['a malformed host', 400, 'GET / HTTP/1.1\r\nHost: shop.test/x@y\r\n\r\n'],
    ['another host in the target', 400, `GET http://other.test/ HTTP/1.1\r\n${HOST}\r\n`],
    ['a target that is no path', 400, `GET x HTTP/1.1\r\n${HOST}\r\n`],
    ['a fragment', 400, `GET /a#b HTTP/1.1\r\n${HOST}\r\n`],
    ['two spaces', 400, `GET  / HTTP/1.1\r\n${HOST}\r\n`],
    ['a tab for a space', 400, `GET\t/ HTTP/1.1\r\n${HOST}\r\n`],
    ['bytes beyond ASCII in the target', 400, `GET /\xe4 HTTP/1.1\r\n${HOST}\r\n`],
    ['dot segments', 400, `GET /a/../b HTTP/1.1\r\n${HOST}\r\n`],
    ['encoded dot segments', 400, `GET /a/%2e%2e/b HTTP/1.1\r\n${HOST}\r\n`],
    ['dot segments between encoded slashes', 400, `GET /a%2f..%2fb HTTP/1.1\r\n${HOST}\r\n`],
    ['backslashes', 400, `GET /a\\..\\b HTTP/1.1\r\n${HOST}\r\n`],
    ['an unknown version', 505, `GET / HTTP/2.0\r\n${HOST}\r\n`],
    ['no version', 400, `GET /\r\n${HOST}\r\n`],
    ['a tunnel', 405, `CONNECT shop.test:443 HTTP/1.1\r\n${HOST}\r\n`],
    ['an unknown expectation', 417, `POST / HTTP/1.1\r\n${HOST}Expect: tea\r\nContent-Length: 1\r\n\r\n`],
    ['a large head', 431, `GET / HTTP/1.1\r\n${HOST}X-A: ${'a'.repeat(17_000)}\r\n\r\n`],
    ['a long target', 414, `GET /${'a'.repeat(9_000)} HTTP/1.1\r\n${HOST}\r\n`],
  ])('%s', async (_name, status, request) => {
    expect(
      await fixture.roundTrip(port, `${request}GET /smuggled HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`),
    ).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(received).toBe('');
  });
});

test.each([
  ['no size', 'x\r\n'],
  ['a negative size', '-1\r\n'],
  ['a size with space before it', ' 1\r\na\r\n0\r\n\r\n'],
  ['a size that overflows', 'fffffffffffffffff\r\na'],
  ['bare LF after the size', '1\na\r\n0\r\n\r\n'],
  ['bare CR in an extension', '1;a\rb\r\na\r\n0\r\n\r\n'],
  ['more data than the size', '1\r\nab\r\n0\r\n\r\n'],
  ['bare LF in a trailer', '0\r\nX-A: b\nX-B: c\r\n\r\n'],
])('a malformed chunk ends the connection, and no second request gets through: %s', async (_name, body) => {
  const request = `POST /first HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n${body}`;
  await fixture.roundTrip(port, `${request}GET /smuggled HTTP/1.1\r\n${HOST}\r\n`);
  expect(received).not.toContain('GET /smuggled');
});

test('a body that looks like a request stays a body', async () => {
  const inner = `GET /inner HTTP/1.1\r\n${HOST}\r\n`;
  const size = inner.length.toString(16);
  const chunked = `POST /outer HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n${size};ext=1\r\n${inner}\r\n0\r\nX-T: 1\r\nContent-Length: 5\r\n\r\n`;
  await fixture.roundTrip(port, chunked);
  expect(received).toMatch(/^POST \/outer HTTP\/1\.1\r\n/);
  expect(received).toContain(`Transfer-Encoding: chunked\r\n\r\n${size}\r\n${inner}\r\n0\r\nX-T: 1\r\n\r\n`);
});

test('requests on one connection are served one after the other, also when sent together', async () => {
  const one = (path: string, more = '') => `GET ${path} HTTP/1.1\r\n${HOST}${more}\r\n`;
  const text = await fixture.roundTrip(
    port,
    `${one('/1')}\r\n${one('/2')}${one('/nowhere', 'X: y\r\n')}${one('/3', 'Connection: close\r\n')}`,
  );
  expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(4);
  expect([...received.matchAll(/GET (\S+)/g)].map(([, path]) => path)).toEqual(['/1', '/2', '/nowhere', '/3']);
});

const fields = fc.constantFrom(
  HOST,
  'Content-Length: 3\r\n',
  'Content-Length: 0\r\n',
  'Transfer-Encoding: chunked\r\n',
  'transfer-encoding:chunked\r\n',
  'X-A: b\r\n',
  ' fold\r\n',
  'X-B : c\r\n',
  'Content-Length: 3\n',
  'X: \x01\r\n',
  'Connection: close\r\n',
);

test('what this reader takes, the reader of Node takes in the same way', async () => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (bytes: Buffer) => {
      body += bytes.toString('latin1');
    });
    request.on('end', () => {
      seen.push(`${request.method} ${request.url} ${body}`);
      response.end();
    });
  });
  const nodePort = (await fixture.adopt(server)).port;
  const heads = new HeadReader();
  const bodies = fc.constantFrom(
    '',
    'abc',
    '3\r\nabc\r\n0\r\n\r\n',
    '0\r\n\r\n',
    '3;x\r\nabc\r\n0\r\nT: 1\r\n\r\n',
    '03\r\nabc\r\n0\r\n\r\n',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fields, { maxLength: 5 }), bodies, async (given, body) => {
      const message = `POST /x HTTP/1.1\r\n${HOST}${given.filter((each) => each !== HOST).join('')}\r\n${body}`;
      const own = readOwn(heads, message);
      if (own === undefined) return;
      seen.length = 0;
      await new Promise<void>((resolve) => {
        const socket = connect(nodePort, '127.0.0.1', () => socket.end(message, 'latin1'));
        socket.on('error', () => resolve()).on('close', () => resolve());
        socket.resume();
      });
      expect(seen[0]).toBe(own);
    }),
    { numRuns: 150 },
  );
});

/** The first request of some bytes; undefined when it is refused or incomplete. */
function readOwn(heads: HeadReader, message: string): string | undefined {
  const end = message.indexOf('\r\n\r\n');
  const head = heads.readRequest(message.slice(0, end));
  if (!('headers' in head)) return undefined;
  const framing = requestFraming(head);
  if ('status' in framing) return undefined;
  let body = '';
  const decoder = new BodyDecoder(framing, heads);
  const sink = {
    onBodyData: (bytes: Buffer) => {
      body += bytes.toString('latin1');
    },
    onBodyEnd: () => undefined,
  };
  const left = decoder.isDone ? undefined : decoder.decode(Buffer.from(message.slice(end + 4), 'latin1'), sink);
  if (left !== undefined && !(left instanceof Uint8Array)) return undefined;
  return decoder.isDone ? `${head.method} ${head.target} ${body}` : undefined;
}

test('a chunked body is the same however it is cut', () => {
  const heads = new HeadReader();
  const pieces = fc.array(fc.string({ minLength: 1, maxLength: 20, unit: 'binary-ascii' }), { maxLength: 5 });
  fc.assert(
    fc.property(pieces, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (parts, cuts) => {
      const whole = `${parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('')}0\r\nX-T: 1\r\n\r\nnext`;
      let body = '';
      let rest: Buffer = Buffer.alloc(0);
      let at = 0;
      let trailers: HeaderList | undefined;
      const decoder = new BodyDecoder({ type: 'chunked' }, heads);
      const sink = {
        onBodyData: (bytes: Buffer) => {
          body += bytes.toString('latin1');
        },
        onBodyEnd: (given: HeaderList | undefined) => {
          trailers = given;
        },
      };
      for (let turn = 0; !decoder.isDone && at < whole.length; turn += 1) {
        const cut = at + (cuts[turn % cuts.length] ?? 1);
        const left = decoder.decode(Buffer.concat([rest, Buffer.from(whole.slice(at, cut), 'latin1')]), sink);
        if (!(left instanceof Uint8Array)) throw new Error(left.message);
        rest = left;
        at = cut;
      }
      expect(body).toBe(parts.join(''));
      expect(trailers?.get('x-t')).toBe('1');
      expect(rest.toString('latin1') + whole.slice(at)).toBe('next');
    }),
  );
});

test('fields are found by name in any case', () => {
  const head = new HeadReader().readRequest('GET / HTTP/1.1\r\nX-One:  a \r\nx-one: b');
  expect('headers' in head && head.headers instanceof HeaderList && head.headers.joined('x-one')).toBe('a, b');
});
