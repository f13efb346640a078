import { once } from 'node:events';
import { METHODS } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { connect as connectTls } from 'node:tls';
import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { temporaryDirectory } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenAuthenticator } from '../auth/authentication/authenticators.ts';
import { ADMIN_USER } from '../auth/authentication/well-known-users.ts';
import { type Certificates, loadOrCreateCertificates } from '../certificates/certificates.ts';
import { TestApi } from '../test-support/test-api.ts';
import { type ApiListener, serveApi } from './serve-api.ts';

const PATHS = [
  '/api/v1/namespaces/default/configmaps',
  '/api/v1/namespaces/default/pods/p/log',
  '/healthz',
  '/none',
  '*',
];
const SERVED = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const ALLOW = SERVED.join(', ');

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let certificates: Certificates;
let api: TestApi;
let listener: ApiListener;

beforeAll(async () => {
  directory = await temporaryDirectory();
  certificates = await loadOrCreateCertificates({
    ...{ directory: directory.path, hosts: [], clock: systemClock, random: systemRandom },
  });
  api = await TestApi.start();
  listener = await serveApi({
    ...{ handler: api.server.handler, host: '127.0.0.1', port: 0, tls: certificates, logger: silentLogger },
    authenticate: tokenAuthenticator([{ token: 'admin-token', user: ADMIN_USER }]),
  });
});
afterAll(async () => {
  await listener.close();
  await api.close();
  await directory.remove();
});

/** The head of the response to a request as it is written; empty where the connection is closed without one. */
async function responseHead(method: string, path: string, extra = ''): Promise<string> {
  const socket = connectTls({
    host: '127.0.0.1',
    port: listener.port,
    ca: certificates.ca,
    ALPNProtocols: ['http/1.1'],
  });
  await once(socket, 'secureConnect');
  const body = '{"a":1}';
  socket.write(
    `${method} ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer admin-token\r\n${extra}connection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  let text = '';
  for await (const piece of socket.setEncoding('utf8')) text += piece;
  return text.split('\r\n\r\n', 1)[0] ?? '';
}

test('R-06: every method that HTTP/1.1 knows has a response, and unknown ones are 405 with what is allowed', async () => {
  for (const method of METHODS.filter((each) => !SERVED.includes(each) && each !== 'CONNECT')) {
    for (const path of PATHS) {
      const head = await responseHead(method, path);
      expect(`${method} ${path}: ${head}`).toMatch(/^\S+ \S+: HTTP\/1\.1 405 /);
      expect(head.toLowerCase()).toContain(`\r\nallow: ${ALLOW.toLowerCase()}\r\n`);
    }
  }
  // Not one that Node reads, but one that clients write.
  expect(await responseHead('FETCH', '/healthz')).toMatch(/^HTTP\/1\.1 400 /);
  expect(await responseHead('QUERY', '/api/v1/pods', 'upgrade: websocket\r\nconnection: upgrade\r\n')).toMatch(
    /^HTTP\/1\.1 405 /,
  );
});

test('R-06: any word is a method in HTTP/2, and 405', async () => {
  const session = connectHttp2(`https://127.0.0.1:${listener.port}`, { ca: certificates.ca });
  for (const method of ['QUERY', 'FETCH', 'TRACE', 'query', 'get', '__proto__', 'constructor', 'X'.repeat(500)]) {
    const stream = session.request({
      ...{ ':path': '/api/v1/pods', ':method': method, authorization: 'Bearer admin-token' },
    });
    stream.end('{}');
    const [headers] = await once(stream, 'response');
    expect([method, headers[':status'], headers.allow]).toEqual([method, 405, ALLOW]);
    stream.resume();
    await once(stream, 'close');
  }
  session.close();
});

test('R-06: a method that a resource does not have is 405 with those it has', async () => {
  const allowed = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string): Promise<unknown> => {
    const { status, headers } = await api.send(method, path, { body: {} });
    return [status, headers.allow];
  };
  expect(await allowed('DELETE', '/api/v1/namespaces/default/pods/a/log')).toEqual([405, 'GET']);
  expect(await allowed('PUT', '/api/v1/namespaces/default/pods/a/binding')).toEqual([405, 'POST']);
  expect(await allowed('GET', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews')).toEqual([405, 'POST']);
  expect(await allowed('DELETE', '/api/v1/namespaces')).toEqual([405, 'GET, POST']);
  expect(await allowed('POST', '/api')).toEqual([405, 'GET']);
});
