import type { TLSSocket } from 'node:tls';
import { type ApiHandler, unauthorized } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { afterEach, expect, test } from 'vitest';
import { type HttpAdapter, serveHandler } from '../../test-support/http-adapter.ts';
import { errorResponse, MemoryApi } from '../../test-support/memory-api.ts';
import { TLS_FIXTURE } from '../../test-support/tls-fixture.ts';
import { createKubeClient } from '../resource/kube-client.ts';
import type { CredentialSource, Credentials } from './credentials.ts';
import { type HttpTransportOptions, httpTransport } from './http-transport.ts';

const opened: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function serve(handler: ApiHandler, tls?: Parameters<typeof serveHandler>[1]): Promise<HttpAdapter> {
  const server = await serveHandler(handler, tls);
  opened.push(server.close);
  return server;
}

function configMaps(options: HttpTransportOptions) {
  const transport = httpTransport(options);
  opened.push(transport.close);
  return createKubeClient(transport.handler).resource(core.v1.configmaps, 'default');
}

/** Hands out one credential after another, the next whenever one is refused. */
class Keyring implements CredentialSource {
  readonly #all: Credentials[];

  constructor(...all: readonly Credentials[]) {
    this.#all = [...all];
  }

  async current(): Promise<Credentials> {
    return this.#all[0] ?? {};
  }

  reject(credentials: Credentials): void {
    if (this.#all.length > 1 && this.#all[0] === credentials) this.#all.shift();
  }
}

/** An API that accepts only requests with this header. */
function guarded(api: MemoryApi, authorization: string): ApiHandler {
  return (request) =>
    request.headers.authorization === authorization
      ? api.handler(request)
      : Promise.resolve(errorResponse(unauthorized()));
}

test('a refused credential is replaced and the request sent once more, a write as well', async () => {
  const api = new MemoryApi();
  const server = await serve(guarded(api, 'Bearer new'));
  const credentials = new Keyring({ authorization: 'Bearer old' }, { authorization: 'Bearer new' });
  const client = configMaps({ server: server.url, credentials });
  await client.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } });
  expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'POST']);
  expect(api.objects.size).toBe(1);
  await client.list();
  expect(server.requests).toHaveLength(3);
});

test('without other credentials the 401 is returned, after one request', async () => {
  const server = await serve(guarded(new MemoryApi(), 'Bearer good'));
  await expect(configMaps({ server: server.url, token: 'bad' }).list()).rejects.toMatchObject({ httpCode: 401 });
  expect(server.requests).toHaveLength(1);
});

test('a password is sent as Basic', async () => {
  const server = await serve(guarded(new MemoryApi(), `Basic ${Buffer.from('me:p:w').toString('base64')}`));
  const basic = { username: 'me', password: 'p:w' };
  expect((await configMaps({ server: server.url, basic }).list()).items).toEqual([]);
});

test('whom to act as goes into headers, groups one by one, keys in a form that headers can hold', async () => {
  const server = await serve(new MemoryApi().handler);
  const impersonate = { user: 'jane', uid: 'u1', groups: ['a', 'b'], extra: { 'example.com/Scopes': ['x', 'y'] } };
  await configMaps({ server: server.url, impersonate }).list();
  const raw = server.requests[0]?.rawHeaders ?? [];
  const sent = raw.flatMap((name, index) => (name.startsWith('impersonate-') ? [[name, raw[index + 1]]] : []));
  expect(sent).toEqual([
    ['impersonate-user', 'jane'],
    ['impersonate-uid', 'u1'],
    ['impersonate-group', 'a'],
    ['impersonate-group', 'b'],
    ['impersonate-extra-example.com%2Fscopes', 'x'],
    ['impersonate-extra-example.com%2Fscopes', 'y'],
  ]);
});

test('names beyond ASCII are sent as UTF-8', async () => {
  const server = await serve(new MemoryApi().handler);
  const impersonate = { user: '张三', groups: ['运维组', 'für alle'], extra: { scopes: ['只读'] } };
  await configMaps({ server: server.url, impersonate }).list();
  const raw = server.requests[0]?.rawHeaders ?? [];
  const sent = raw.flatMap((name, index) =>
    name.startsWith('impersonate-') ? [Buffer.from(raw[index + 1] ?? '', 'latin1').toString()] : [],
  );
  expect(sent).toEqual(['张三', '运维组', 'für alle', '只读']);
});

test('a certificate that comes later makes new connections and leaves a watch on the old one alone', async () => {
  const api = new MemoryApi();
  const { ca, clientCert, clientKey, serverCert: cert, serverKey: key } = TLS_FIXTURE;
  const server = await serve(api.handler, { cert, key, ca, requestCert: true, rejectUnauthorized: false });
  let credentials: Credentials = {};
  const source: CredentialSource = { current: async () => credentials, reject: () => undefined };
  const client = configMaps({ server: server.url, ca, credentials: source });
  const watch = await client.watch({ resourceVersion: '1' });
  const first = watch[Symbol.asyncIterator]().next();
  await client.list();
  credentials = { clientCert, clientKey };
  await client.list();
  await client.list();
  const [, before, after, again] = server.requests.map(({ socket }) => socket);
  expect(isAuthorized(before)).toBe(false);
  expect(isAuthorized(after)).toBe(true);
  expect(again).toBe(after);
  expect(before?.destroyed || before?.readyState !== 'open').toBe(true);
  api.put('a', {});
  expect(await first).toMatchObject({ value: [{ type: 'ADDED' }] });
});

test('aborting does not wait for credentials that never come', async () => {
  const server = await serve(new MemoryApi().handler);
  const never: CredentialSource = { current: () => new Promise(() => undefined), reject: () => undefined };
  const abort = new AbortController();
  const listing = configMaps({ server: server.url, credentials: never }).list({ signal: abort.signal });
  const reason = new Error('changed my mind');
  abort.abort(reason);
  await expect(listing).rejects.toBe(reason);
  expect(server.requests).toEqual([]);
});

function isAuthorized(socket: unknown): boolean {
  return isTls(socket) && socket.authorized;
}

function isTls(socket: unknown): socket is TLSSocket {
  return typeof socket === 'object' && socket !== null && 'authorized' in socket;
}
