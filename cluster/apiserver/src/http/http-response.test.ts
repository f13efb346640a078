import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type ClientHttp2Session, connect } from 'node:http2';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_USER } from '../auth/authentication/well-known-users.ts';
import { loadOrCreateCertificates } from '../certificates/certificates.ts';
import { configMap, TestApi } from '../test-support/test-api.ts';
import { acceptsGzip } from './http-response.ts';
import { type ApiListener, serveApi } from './serve-api.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';
const LIMIT = 128 * 1024;

let directory: string;
let ca: string;
let api: TestApi;
let listener: ApiListener;
let session: ClientHttp2Session;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kubemin-gzip-'));
  const tls = await loadOrCreateCertificates({ directory, hosts: [], clock: systemClock, random: systemRandom });
  ca = tls.ca;
  api = await TestApi.start();
  const { handler } = api.server;
  const authenticate = async () => ({ kind: 'user', user: ADMIN_USER }) as const;
  listener = await serveApi({ handler, host: '127.0.0.1', port: 0, tls, authenticate, logger: silentLogger });
  session = connect(`https://127.0.0.1:${listener.port}`, { ca });
  await api.create(MAPS, configMap('big', { data: { text: 'words '.repeat(LIMIT / 6) } }));
  await api.create(MAPS, configMap('small', { data: { text: 'words' } }));
});

afterAll(async () => {
  session.close();
  await listener.close();
  await api.close();
  await rm(directory, { recursive: true });
});

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;
interface TestResponse {
  readonly headers: Headers;
  readonly bytes: Buffer;
}
type SendRequest = (path: string, headers: Readonly<Record<string, string>>) => Promise<TestResponse>;

const overHttp1: SendRequest = async (path, headers) => {
  const sent = request({ host: '127.0.0.1', port: listener.port, path, headers, ca });
  sent.end();
  const [response] = await once(sent, 'response');
  return { headers: response.headers, bytes: await readBytes(response) };
};

const overHttp2: SendRequest = async (path, headers) => {
  const stream = session.request({ ':path': path, ...headers });
  const [received] = await once(stream, 'response');
  return { headers: received, bytes: await readBytes(stream) };
};

async function readBytes(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe.each([
  ['HTTP/1.1', overHttp1],
  ['HTTP/2', overHttp2],
])('a large response over %s', (_name, ask) => {
  it('is the same list, in fewer bytes, for clients that accept gzip', async () => {
    const plain = await ask(MAPS, {});
    const { headers, bytes } = await ask(MAPS, { 'accept-encoding': 'br, gzip' });
    expect(headers['content-encoding']).toBe('gzip');
    expect(Number(headers['content-length'])).toBe(bytes.byteLength);
    expect(bytes.byteLength).toBeLessThan(plain.bytes.byteLength / 10);
    expect(gunzipSync(bytes).equals(plain.bytes)).toBe(true);
  });

  it('is uncompressed for other clients, with Vary for caches', async () => {
    const { headers, bytes } = await ask(MAPS, { 'accept-encoding': 'identity' });
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.vary).toBe('Accept-Encoding');
    expect(JSON.parse(bytes.toString()).items).toHaveLength(2);
  });

  it('keeps what else it depends on', async () => {
    const { headers, bytes } = await ask('/openapi/v3/api/v1', { 'accept-encoding': 'gzip' });
    expect(headers.vary).toBe('Accept, Accept-Encoding');
    expect(JSON.parse(gunzipSync(bytes).toString()).openapi).toBe('3.0.0');
  });

  it('is compressed neither when it is small nor when it is a watch', async () => {
    const small = await ask(`${MAPS}/small`, { 'accept-encoding': 'gzip' });
    expect(small.headers['content-encoding']).toBeUndefined();
    const watch = await ask(`${MAPS}?watch=1&resourceVersion=0&timeoutSeconds=1`, { 'accept-encoding': 'gzip' });
    expect(watch.headers['content-encoding']).toBeUndefined();
    expect(watch.bytes.byteLength).toBeGreaterThan(LIMIT);
  });
});

describe('takesGzip', () => {
  it.each([
    ['gzip', true],
    ['br;q=1.0, GZIP;q=0.2', true],
    ['gzip;q=0', false],
    ['gzip; q=0.000', false],
    ['x-gzip', false],
    ['*', false],
    ['', false],
    [undefined, false],
  ])('reads %s as %s', (header, expected) => expect(acceptsGzip(header)).toBe(expected));
});
