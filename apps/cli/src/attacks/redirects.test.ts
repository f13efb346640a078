import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { loadOrCreateCertificates } from '@kubemin/apiserver';
import { systemClock, systemRandom } from '@kubemin/base';
import { createPlatformClient } from '@kubemin/client';
import { guardedFetcher } from '@kubemin/engine';
import { createKubeClient, httpTransport } from '@kubemin/kube';
import { core } from '@kubemin/kubeapi/resources';
import { quickDirectory } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { runHere } from '../test-support/run-here.ts';

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

async function listening(server: Server): Promise<number> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Writes down what it is sent. */
async function trap(): Promise<{ readonly url: string; readonly received: readonly Received[] }> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    received.push({ method, url, headers, body: await text(request) });
    response.end('{}');
  });
  return { url: `http://127.0.0.1:${await listening(server)}`, received };
}

async function redirectingTo(location: string, status = 302): Promise<string> {
  const listener: RequestListener = (_request, response) => response.writeHead(status, { location }).end();
  return `http://127.0.0.1:${await listening(createServer(listener))}`;
}

const SECRETS = { authorization: 'Bearer hunter2', cookie: 'session=hunter2', 'x-api-key': 'hunter2' };
const { signal } = new AbortController();
const fetcher = guardedFetcher({ allowHosts: ['127.0.0.1'] });

test.each([301, 302, 303, 307, 308])(
  'R-03: a %i to another host carries neither headers nor a body, also not by way of the first host again',
  async (status) => {
    const { url, received } = await trap();
    const back = await redirectingTo(`${url}/second`, status);
    const first = await redirectingTo(`${back}/back`, status);
    await fetcher({ url: first, headers: SECRETS, body: 'hunter2', signal });
    expect(received).toMatchObject([{ url: '/second', body: '' }]);
    expect(JSON.stringify(received)).not.toContain('hunter2');
  },
);

test('R-03: requests other than GET are not sent again to the target of a redirect', async () => {
  const { url, received } = await trap();
  const first = await redirectingTo(url, 307);
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']) {
    expect(await fetcher({ url: first, method, headers: SECRETS, body: 'hunter2', signal })).toMatchObject({
      status: 307,
    });
  }
  expect(received).toEqual([]);
});

test('R-03: a Location that is no address is no way on', async () => {
  const first = await redirectingTo('http://[');
  expect(await fetcher({ url: first, headers: SECRETS, signal })).toMatchObject({ status: 302 });
});

test('R-03: from https to http of the very same host and port nothing follows; within https it does', async () => {
  const directory = await quickDirectory();
  onTestFinished(() => directory.remove());
  const options = { directory: directory.path, hosts: ['127.0.0.1'], clock: systemClock, random: systemRandom };
  const { ca, cert, key } = await loadOrCreateCertificates(options);
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, ca]);
  onTestFinished(() => setDefaultCACertificates(trusted));
  const received: string[] = [];
  const note = ({ url, headers }: IncomingMessage, scheme: string) =>
    received.push(`${scheme} ${url} ${headers.authorization ?? 'nothing'}`);
  const secure = createHttpsServer({ cert, key }, (request, response) => {
    note(request, 'https');
    const location = request.url === '/inside' ? '/arrived' : `http://${request.headers.host}/clear`;
    if (request.url === '/arrived') response.end();
    else response.writeHead(302, { location }).end();
  });
  const clear = createServer((request, response) => {
    note(request, 'http');
    response.end();
  });
  // One port for both: the first byte of a TLS handshake is 22.
  const port = await listening(
    createTcpServer((socket) => {
      socket.once('data', (first) => {
        socket.pause();
        socket.unshift(first);
        (first[0] === 22 ? secure : clear).emit('connection', socket);
        process.nextTick(() => socket.resume());
      });
    }),
  );
  await fetcher({ url: `https://127.0.0.1:${port}/inside`, headers: SECRETS, signal });
  await fetcher({ url: `https://127.0.0.1:${port}/`, headers: SECRETS, signal });
  expect(received).toEqual([
    'https /inside Bearer hunter2',
    'https /arrived Bearer hunter2',
    'https / Bearer hunter2',
    'http /clear nothing',
  ]);
});

test('R-03: clients of the platform and of a cluster follow no redirect with their tokens and documents', async () => {
  const { url, received } = await trap();
  const first = await redirectingTo(`${url}/stolen`, 307);
  const client = createPlatformClient({ url: first, token: 'hunter2' });
  const document = { text: '{"password":"hunter2"}', format: 'json' } as const;
  await expect(client.saveApplication(document)).rejects.toMatchObject({ code: 'REDIRECTED', status: 307 });
  await expect(client.listApplications()).rejects.toThrow('redirects, which is not followed');

  const transport = httpTransport({ server: first, token: 'hunter2' });
  onTestFinished(() => transport.close());
  const secrets = createKubeClient(transport.handler).resource(core.v1.secrets, 'default');
  await expect(secrets.create({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } })).rejects.toThrow();

  const directory = await quickDirectory();
  onTestFinished(() => directory.remove());
  const env = { KUBEMIN_URL: first, KUBEMIN_TOKEN: 'hunter2' };
  const asked = await runHere(['api', 'POST', '/applications', '-F', 'a=b'], { cwd: directory.path, env });
  expect(asked.exitCode).not.toBe(0);
  expect(received).toEqual([]);
});
