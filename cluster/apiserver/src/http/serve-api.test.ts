import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as http1Request, type IncomingMessage } from 'node:http';
import { type ClientHttp2Session, connect, constants } from 'node:http2';
import { Agent, request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { tokenAuthenticator } from '../auth/authentication/authenticators.ts';
import { ADMIN_USER } from '../auth/authentication/well-known-users.ts';
import { type Certificates, loadOrCreateCertificates } from '../certificates/certificates.ts';
import { configMap, TestApi } from '../test-support/test-api.ts';
import { type ApiListener, serveApi } from './serve-api.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';
const ADMIN = { authorization: 'Bearer admin-token' };
const GUEST = { authorization: 'Bearer guest-token' };

let directory: string;
let certificates: Certificates;
let api: TestApi;
let listener: ApiListener;
let session: ClientHttp2Session;
let agent: Agent;

async function listen(target: TestApi, port = 0): Promise<ApiListener> {
  const authenticate = tokenAuthenticator([
    { token: 'admin-token', user: ADMIN_USER },
    { token: 'guest-token', user: { username: 'guest', groups: ['system:authenticated'] } },
  ]);
  const { handler } = target.server;
  return serveApi({ handler, host: '127.0.0.1', port, tls: certificates, authenticate, logger: silentLogger });
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kubemin-serve-'));
  certificates = await loadOrCreateCertificates({ directory, hosts: [], clock: systemClock, random: systemRandom });
  api = await TestApi.start();
  listener = await listen(api);
  session = connect(`https://127.0.0.1:${listener.port}`, { ca: certificates.ca });
  agent = new Agent({ ca: certificates.ca, keepAlive: true });
});

afterAll(async () => {
  session.close();
  agent.destroy();
  await listener.close();
  await api.close();
  await rm(directory, { recursive: true });
});

interface TestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

interface TestRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer;
}

async function overHttp1(
  path: string,
  { method = 'GET', headers = ADMIN, body }: TestRequest = {},
): Promise<TestResponse> {
  const request = httpsRequest({ host: '127.0.0.1', port: listener.port, path, method, headers, agent });
  request.end(body);
  const [response]: IncomingMessage[] = await once(request, 'response');
  if (response === undefined) throw new Error('no response');
  return { status: response.statusCode ?? 0, headers: response.headers, text: await readText(response) };
}

async function overHttp2(
  path: string,
  { method = 'GET', headers = ADMIN, body }: TestRequest = {},
): Promise<TestResponse> {
  const stream = session.request({ ':path': path, ':method': method, ...headers });
  stream.end(body);
  const [head] = await once(stream, 'response');
  return { status: head[':status'], headers: head, text: await readText(stream) };
}

async function readText(stream: AsyncIterable<unknown>): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
}

describe.each([
  ['HTTP/1.1', overHttp1],
  ['HTTP/2', overHttp2],
])('over %s', (version, send) => {
  const name = version === 'HTTP/2' ? 'h2' : 'h1';

  it('objects are written and read as JSON', async () => {
    const created = await send(MAPS, { method: 'POST', body: JSON.stringify(configMap(name, { data: { a: 'ü' } })) });
    expect(created.status).toBe(201);
    const read = await send(`${MAPS}/${name}`);
    expect(read.headers['content-type']).toBe('application/json');
    expect(read.text.endsWith('}\n')).toBe(true);
    expect(JSON.parse(read.text)).toMatchObject({ data: { a: 'ü' } });
    expect(JSON.parse((await send(MAPS)).text)).toMatchObject({ kind: 'ConfigMapList', items: expect.any(Array) });
  });

  it('YAML bodies are taken', async () => {
    const body = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}-yaml}\ndata: {a: "1"}\n`;
    const headers = { ...ADMIN, 'content-type': 'application/yaml' };
    expect((await send(MAPS, { method: 'POST', headers, body })).status).toBe(201);
  });

  it('objects, lists, tables and errors are written in YAML for clients that accept it', async () => {
    const yaml = async (path: string, accept = 'application/yaml'): Promise<unknown> => {
      const { headers, text } = await send(path, { headers: { ...ADMIN, accept } });
      expect(headers['content-type']).toBe('application/yaml');
      return parse(text);
    };
    const path = `${MAPS}/${name}-out`;
    await send(MAPS, {
      method: 'POST',
      body: JSON.stringify(configMap(`${name}-out`, { data: { on: 'off\nor on' } })),
    });
    for (const at of [path, MAPS, `${MAPS}/none`, '/api']) {
      expect(await yaml(at), at).toEqual(JSON.parse((await send(at)).text));
    }
    expect(await yaml(MAPS, 'application/yaml;as=Table;v=v1;g=meta.k8s.io')).toMatchObject({ kind: 'Table' });
    const both = await send(path, { headers: { ...ADMIN, accept: 'application/json, application/yaml' } });
    expect(both.headers['content-type']).toBe('application/json');
  });

  it('watches are not written in YAML, and a request with an unsupported Accept has no effect', async () => {
    const watch = await send(`${MAPS}?watch=1`, { headers: { ...ADMIN, accept: 'application/yaml' } });
    expect(watch.status).toBe(406);
    const body = JSON.stringify(configMap(`${name}-never`));
    const refused = await send(MAPS, { method: 'POST', headers: { ...ADMIN, accept: 'image/png' }, body });
    expect(refused.status).toBe(406);
    expect((await send(`${MAPS}/${name}-never`)).status).toBe(404);
  });

  it.each([
    ['broken JSON', 'application/json', '{"a":', 400],
    ['broken YAML', 'application/yaml', 'a: [', 400],
    ['a YAML bomb', 'application/yaml', yamlBomb(), 400],
    ['a wrong content type', 'text/html', '<b>', 415],
    ['a body beyond the limit', 'application/json', `"${'x'.repeat(3 * 1024 * 1024)}"`, 413],
    [
      'JSON nested beyond reason',
      'application/json',
      `{"metadata":{"name":"deep"},"data":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      400,
    ],
  ])('%s gets the Status Kubernetes would give', async (_what, contentType, body, code) => {
    const response = await send(MAPS, { method: 'POST', headers: { ...ADMIN, 'content-type': contentType }, body });
    expect(response.status).toBe(code);
    expect(JSON.parse(response.text)).toMatchObject({ kind: 'Status', status: 'Failure', code });
  });

  it('a request without credentials gets 401, except for health and version', async () => {
    for (const path of ['/healthz', '/livez', '/readyz', '/version']) {
      expect((await send(path, { headers: {} })).status).toBe(200);
    }
    expect((await send('/healthz', { headers: {} })).text).toBe('ok');
    for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: 'Basic YWRtaW4=' }]) {
      const refused = await send(MAPS, { headers });
      expect(JSON.parse(refused.text)).toMatchObject({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' });
    }
    expect((await send('/version', { headers: { authorization: 'Bearer wrong' } })).status).toBe(401);
  });

  it('a user without rights is forbidden, whatever headers are sent', async () => {
    const headers = {
      ...GUEST,
      'x-remote-user': 'admin',
      'x-remote-group': 'system:masters',
    };
    const response = await send(MAPS, { headers });
    expect(JSON.parse(response.text)).toMatchObject({
      code: 403,
      message:
        'configmaps is forbidden: User "guest" cannot list resource "configmaps" in API group "" in the namespace "default"',
    });
    const posing = await send(MAPS, { headers: { ...GUEST, 'impersonate-user': 'admin' } });
    expect(JSON.parse(posing.text)).toMatchObject({
      code: 403,
      message:
        'users "admin" is forbidden: User "guest" cannot impersonate resource "users" in API group "" at the cluster scope',
    });
  });

  it('groups to act as are kept apart by line, whatever is in them', async () => {
    const groups = ['x, system:masters', '运维组', 'für alle'];
    const sent = groups.map((group) => Buffer.from(group).toString('latin1'));
    const headers = { ...ADMIN, 'impersonate-user': 'bob', 'Impersonate-Group': sent };
    const response = await send('/apis/authentication.k8s.io/v1/selfsubjectreviews', {
      method: 'POST',
      headers,
      body: Buffer.from('{}'),
    });
    expect(JSON.parse(response.text)).toMatchObject({
      status: { userInfo: { username: 'bob', groups: [...groups, 'system:authenticated'] } },
    });
  });

  it('unknown paths are plain 404s, unknown methods 405', async () => {
    const response = await send('/apis/nothing/here');
    expect(response).toMatchObject({ status: 404, text: '404 page not found\n' });
    expect((await send('/api/v1/namespaces/default/configmaps/..%2f..%2fsecrets')).status).toBe(404);
    expect((await send(MAPS, { method: 'OPTIONS' })).status).toBe(405);
  });

  it('discovery has exactly the content type application/json', async () => {
    const response = await send('/apis');
    expect(response.headers['content-type']).toBe('application/json');
    expect(JSON.parse(response.text)).toMatchObject({ kind: 'APIGroupList' });
  });

  it('people get line breaks', async () => {
    expect((await send(`${MAPS}?pretty=true`)).text).toContain('\n  "kind"');
    expect((await send('/version', { headers: { ...ADMIN, 'user-agent': 'curl/8' } })).text).toContain('\n  "major"');
  });
});

describe('a watch over the wire', () => {
  it('sends its headers before the first event, then a line per event', async () => {
    const { resourceVersion } = (await api.list(MAPS)).metadata;
    const stream = session.request({ ':path': `${MAPS}?watch=1&resourceVersion=${resourceVersion}`, ...ADMIN });
    await once(stream, 'response');
    await api.create(MAPS, configMap('wired'));
    const [chunk] = await once(stream, 'data');
    const [line = '', rest] = String(chunk).split('\n');
    expect(JSON.parse(line)).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'wired' } } });
    expect(rest).toBe('');
    stream.close();
  });

  it('that the client resets with an error leaves the server running', async () => {
    const client = connect(`https://127.0.0.1:${listener.port}`, { ca: certificates.ca });
    const stream = client.request({ ':path': `${MAPS}?watch=1`, ...ADMIN });
    await once(stream, 'response');
    const failed = once(stream, 'error');
    stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    await failed;
    client.destroy();
    expect((await overHttp2('/healthz')).status).toBe(200);
  });

  it('is ended cleanly when the server closes, over either version', async () => {
    const other = await TestApi.start();
    const closing = await listen(other);
    const client = connect(`https://127.0.0.1:${closing.port}`, { ca: certificates.ca });
    const stream = client.request({ ':path': `${MAPS}?watch=1`, ...ADMIN });
    await once(stream, 'response');
    const request = httpsRequest({
      host: '127.0.0.1',
      port: closing.port,
      path: `${MAPS}?watch=1`,
      headers: ADMIN,
      agent,
    });
    request.end();
    const [response]: IncomingMessage[] = await once(request, 'response');
    const ended = [readText(stream), response === undefined ? undefined : readText(response)];
    await closing.close();
    expect(await Promise.all(ended)).toEqual(['', '']);
    client.close();
    await other.close();
  });
});

it('many large lists at once go through one connection', async () => {
  const url = '/api/v1/namespaces/kube-system/configmaps';
  const data = { text: 'x'.repeat(500_000) };
  await Promise.all(Array.from({ length: 12 }, (_, index) => api.create(url, configMap(`large-${index}`, { data }))));
  const responses = await Promise.all(Array.from({ length: 12 }, () => overHttp2(url)));
  for (const { text } of responses) expect(JSON.parse(text).items).toHaveLength(12);
});

it('a taken port is a clear error', async () => {
  await expect(listen(api, listener.port)).rejects.toMatchObject({
    code: 'PORT_TAKEN',
    message: expect.stringContaining(`cannot listen on 127.0.0.1 port ${listener.port}`),
  });
});

it('plain HTTP on the TLS port does no harm', async () => {
  const request = http1Request({ host: '127.0.0.1', port: listener.port, path: '/healthz' });
  request.end();
  await once(request, 'error');
  expect((await overHttp1('/healthz')).status).toBe(200);
});

function yamlBomb(): string {
  const levels = ['a: &a [x, x, x, x, x, x, x, x, x]'];
  for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg'].map((pair) => [...pair])) {
    levels.push(`${to}: &${to} [${Array(9).fill(`*${from}`).join(', ')}]`);
  }
  return levels.join('\n');
}
