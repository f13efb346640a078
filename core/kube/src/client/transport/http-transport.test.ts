import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { ProgrammingError, RetryableError, TerminalError } from '@kubemin/base';
import type { ApiHandler } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { afterEach, describe, expect, test } from 'vitest';
import { type HttpAdapter, serveHandler } from '../../test-support/http-adapter.ts';
import { MemoryApi } from '../../test-support/memory-api.ts';
import { describeStreams } from '../../test-support/stream-suite.ts';
import { TLS_FIXTURE } from '../../test-support/tls-fixture.ts';
import { describeTransport, waitUntil } from '../../test-support/transport-suite.ts';
import { createKubeClient } from '../resource/kube-client.ts';
import { type HttpTransport, type HttpTransportOptions, httpTransport } from './http-transport.ts';

describeTransport('http', (api) => connected(api));
describeStreams('http', (api) => connected(api));
describeTransport('http behind a path prefix', (api) =>
  connected((request) => api({ ...request, path: request.path.replace('/clusters/one', '') }), '/clusters/one/'),
);

async function connected(api: ApiHandler, prefix = '') {
  const server = await serveHandler(api);
  const transport = httpTransport({ server: `${server.url}${prefix}` });
  return {
    handler: transport.handler,
    close: async () => {
      transport.close();
      await server.close();
    },
  };
}

const opened: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function serve(api: ApiHandler, tls?: Parameters<typeof serveHandler>[1]): Promise<HttpAdapter> {
  const server = await serveHandler(api, tls);
  opened.push(server.close);
  return server;
}

function transportTo(server: string, options: Partial<HttpTransportOptions> = {}): HttpTransport {
  const transport = httpTransport({ server, ...options });
  opened.push(transport.close);
  return transport;
}

function configMapsOver(transport: HttpTransport) {
  return createKubeClient(transport.handler).resource(core.v1.configmaps, 'default');
}

/** A server that sends exactly what the test writes. */
async function serveRaw(respond: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_request, response) => respond(response));
  return listen(server, () => server.closeAllConnections());
}

async function listen(server: Server, cut: () => void): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(() => {
    cut();
    return new Promise((resolve) => server.close(() => resolve()));
  });
  const address = server.address();
  if (!isAddress(address)) throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

function isAddress(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

describe('what happens on the wire', () => {
  test('requests one after another use one connection', async () => {
    const server = await serve(new MemoryApi().handler);
    const configMaps = configMapsOver(transportTo(server.url));
    await configMaps.list();
    await configMaps.list();
    const [first, second] = server.requests;
    expect(first?.socket.remotePort).toBe(second?.socket.remotePort);
  });

  test('a burst of requests shares a bounded number of connections, which many watches leave alone', async () => {
    const api = new MemoryApi();
    const server = await serve(api.handler);
    const configMaps = configMapsOver(transportTo(server.url));
    for (let index = 0; index < 40; index++) await configMaps.watch({ resourceVersion: '1' });
    await Promise.all(Array.from({ length: 200 }, () => configMaps.list()));
    const ports = (kind: (url: string) => boolean) =>
      new Set(server.requests.filter(({ url = '' }) => kind(url)).map(({ socket }) => socket.remotePort)).size;
    expect(ports((url) => url.includes('watch='))).toBe(40);
    expect(ports((url) => !url.includes('watch='))).toBeLessThanOrEqual(32);
    expect(server.requests).toHaveLength(240);
  });

  test('the bearer token is sent, and a changing one is asked for each time', async () => {
    const server = await serve(new MemoryApi().handler);
    let issued = 0;
    const configMaps = configMapsOver(transportTo(server.url, { token: () => `token-${++issued}` }));
    await configMaps.list();
    await configMaps.list();
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-1', 'Bearer token-2']);
  });

  test('nothing listening is a retryable failure that names the address and the cure', async () => {
    const server = await serveHandler(new MemoryApi().handler);
    await server.close();
    const failure = await configMapsOver(transportTo(server.url))
      .list()
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RetryableError);
    expect(failure).toMatchObject({ code: 'API_UNREACHABLE', message: expect.stringContaining(server.url) });
    expect(failure).toMatchObject({ message: expect.stringContaining('start the cluster') });
  });

  test('a connection cut in the middle of a response is a retryable failure', async () => {
    const url = await serveRaw((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
      response.write('{"kind":', () => response.destroy());
    });
    await expect(configMapsOver(transportTo(url)).list()).rejects.toMatchObject({ code: 'API_UNREACHABLE' });
  });

  test('a response that is cut off but complete for HTTP is a retryable failure', async () => {
    const url = await serveRaw((response) => response.setHeader('content-type', 'application/json').end('{"kind":'));
    await expect(configMapsOver(transportTo(url)).list()).rejects.toMatchObject({ code: 'API_ANSWER_BROKEN' });
  });

  test('a server that accepts and never responds is a retryable failure after the timeout', async () => {
    const url = await serveRaw(() => undefined);
    const failure = configMapsOver(transportTo(url, { timeoutMs: 20 })).list();
    await expect(failure).rejects.toMatchObject({ code: 'API_TIMEOUT' });
    await expect(failure).rejects.toBeInstanceOf(RetryableError);
  });

  test('a silent watch is not given up', async () => {
    const api = new MemoryApi();
    const server = await serve(api.handler);
    const watch = await configMapsOver(transportTo(server.url, { timeoutMs: 20 })).watch({ resourceVersion: '1' });
    const first = watch[Symbol.asyncIterator]().next();
    // Well past the limit for plain requests, by the server's own account of it.
    await expect(
      configMapsOver(transportTo(await serveRaw(() => undefined), { timeoutMs: 60 })).list(),
    ).rejects.toThrow();
    api.put('a', {});
    expect(await first).toMatchObject({ value: [{ type: 'ADDED' }] });
  });

  test('a kept connection that the server drops as we use it again fails no read, and repeats no write', async () => {
    const seen = new Set<unknown>();
    const methods: (string | undefined)[] = [];
    const url = await serveRaw((response) => {
      methods.push(response.req.method);
      if (seen.has(response.req.socket)) response.req.socket.destroy();
      else response.setHeader('content-type', 'application/json').end('{"metadata":{},"items":[]}');
      seen.add(response.req.socket);
    });
    const configMaps = configMapsOver(transportTo(url));
    await configMaps.list();
    expect(await configMaps.list()).toMatchObject({ items: [] });
    await expect(configMaps.delete('a')).rejects.toMatchObject({ code: 'API_UNREACHABLE' });
    expect(methods).toEqual(['GET', 'GET', 'GET', 'DELETE']);
  });

  test('close ends watches and requests under way, and refuses later ones', async () => {
    const api = new MemoryApi();
    const server = await serve(api.handler);
    const transport = transportTo(server.url);
    const configMaps = configMapsOver(transport);
    const watch = await configMaps.watch({ resourceVersion: '1' });
    const end = watch[Symbol.asyncIterator]().next();
    api.injectFault({ kind: 'hang' });
    const hanging = configMaps.list().catch((error: unknown) => error);
    await waitUntil(() => api.requests.length === 2);
    transport.close();
    expect(await end).toMatchObject({ done: true });
    const closed = await hanging;
    expect(closed).toMatchObject({ code: 'TRANSPORT_CLOSED', text: { code: 'kube.connection.transportClosed' } });
    expect(closed).not.toBeInstanceOf(ProgrammingError);
    await expect(configMaps.list()).rejects.toMatchObject({ code: 'TRANSPORT_CLOSED' });
    await waitUntil(() => api.openWatches === 0);
  });

  test('a watch on a kept connection that is cut is not asked for again behind the back of its reader', async () => {
    const api = new MemoryApi();
    const server = await serve(api.handler);
    const configMaps = configMapsOver(transportTo(server.url));
    // The second watch takes the connection that the first one left behind.
    const before = await configMaps.watch({ resourceVersion: '1', timeoutSeconds: 1 });
    await waitUntil(() => api.openWatches === 1);
    api.cutWatches();
    for await (const batch of before) expect(batch).toEqual([]);
    const watch = await configMaps.watch({ resourceVersion: '1' });
    const end = watch[Symbol.asyncIterator]().next();
    await waitUntil(() => api.openWatches === 1);
    server.cutConnections();
    expect(await end).toMatchObject({ done: true });
    await configMaps.list();
    expect(api.requests).toHaveLength(3);
  });

  test('a watch without a reader can be cut without an unhandled error', async () => {
    const api = new MemoryApi();
    const server = await serve(api.handler);
    await configMapsOver(transportTo(server.url)).watch({ resourceVersion: '1' });
    api.put('a', {});
    await waitUntil(() => api.openWatches === 1);
    server.cutConnections();
    await waitUntil(() => api.openWatches === 0);
  });

  test('a server address that is none is refused at once', () => {
    for (const server of ['', 'localhost:6443', 'ftp://host', 'not an address']) {
      expect(() => httpTransport({ server })).toThrow(expect.objectContaining({ code: 'SERVER_ADDRESS_INVALID' }));
    }
  });
});

describe('TLS', () => {
  const SERVER = { cert: TLS_FIXTURE.serverCert, key: TLS_FIXTURE.serverKey };

  test('a server whose authority is known is trusted', async () => {
    const server = await serve(new MemoryApi().handler, SERVER);
    const configMaps = configMapsOver(transportTo(server.url, { ca: TLS_FIXTURE.ca }));
    expect(await configMaps.list()).toMatchObject({ items: [] });
  });

  test('a server with an unknown authority is a terminal failure, with the fix', async () => {
    const server = await serve(new MemoryApi().handler, SERVER);
    const failure = await configMapsOver(transportTo(server.url))
      .list()
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TerminalError);
    expect(failure).toMatchObject({
      code: 'API_CERTIFICATE_REJECTED',
      message: expect.stringContaining('certificate-authority-data'),
    });
    expect(server.requests).toEqual([]);
  });

  test('verification can be switched off', async () => {
    const server = await serve(new MemoryApi().handler, SERVER);
    const configMaps = configMapsOver(transportTo(server.url, { insecureSkipTlsVerify: true }));
    expect(await configMaps.list()).toMatchObject({ items: [] });
  });

  test('a certificate for another name is refused', async () => {
    const server = await serve(new MemoryApi().handler, SERVER);
    const configMaps = configMapsOver(transportTo(server.url, { ca: TLS_FIXTURE.ca, tlsServerName: 'other.example' }));
    await expect(configMaps.list()).rejects.toMatchObject({ code: 'API_CERTIFICATE_REJECTED' });
  });

  test('the client certificate is presented', async () => {
    const wanted = { ...SERVER, ca: TLS_FIXTURE.ca, requestCert: true, rejectUnauthorized: true };
    const server = await serve(new MemoryApi().handler, wanted);
    const { ca, clientCert, clientKey } = TLS_FIXTURE;
    expect(await configMapsOver(transportTo(server.url, { ca, clientCert, clientKey })).list()).toMatchObject({
      items: [],
    });
    await expect(configMapsOver(transportTo(server.url, { ca })).list()).rejects.toBeInstanceOf(RetryableError);
  });
});
