import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect as connectHttp2 } from 'node:http2';
import { request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  certificateAuthenticator,
  localhostAuthenticator,
  tokenAuthenticator,
} from '../auth/authentication/authenticators.ts';
import { ADMIN_USER } from '../auth/authentication/well-known-users.ts';
import { makeAuthority, makeClientCertificate, makeServerCertificate } from '../certificates/certificate-builder.ts';
import type { KeyedCertificate } from '../certificates/certificate-files.ts';
import { loadOrCreateCertificates } from '../certificates/certificates.ts';
import { TestApi } from '../test-support/test-api.ts';
import { type ApiListener, serveApi } from './serve-api.ts';

const WHOAMI = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
const when = { now: Date.now(), random: systemRandom };

let home: string;
let api: TestApi;
let listener: ApiListener;
let local: ApiListener;
let authority: KeyedCertificate;
let ca: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'kubemin-credentials-'));
  const tls = await loadOrCreateCertificates({ directory: home, hosts: [], clock: systemClock, random: systemRandom });
  ca = tls.ca;
  authority = { cert: tls.ca, key: await readFile(join(home, 'ca.key'), 'utf8') };
  const tokens = tokenAuthenticator([{ token: 'token', user: ADMIN_USER }]);
  api = await TestApi.start({ authenticators: [certificateAuthenticator({ clock: systemClock }), tokens] });
  const common = { handler: api.server.handler, host: '127.0.0.1', port: 0, logger: silentLogger };
  const { authenticate } = api.server;
  listener = await serveApi({ ...common, tls: { ...tls, clientCa: tls.ca }, authenticate });
  local = await serveApi({ ...common, tls, authenticate: localhostAuthenticator() });
});
afterAll(async () => {
  await listener.close();
  await local.close();
  await api.close();
  await rm(home, { recursive: true });
});

interface Sent {
  readonly port: number;
  readonly client?: KeyedCertificate;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Got {
  readonly status: number;
  readonly username: unknown;
  readonly groups: unknown;
}

function overHttp1({ port, client, headers = {} }: Sent): Promise<Got> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: WHOAMI, method: 'POST', ca, headers, agent: false, ...client };
    const request = httpsRequest(options, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve(got(response.statusCode ?? 0, text)));
    });
    request.on('error', reject);
    request.end('{}');
  });
}

function overHttp2({ port, client, headers = {} }: Sent): Promise<Got> {
  return new Promise((resolve, reject) => {
    const session = connectHttp2(`https://127.0.0.1:${port}`, { ca, ...client });
    session.on('error', reject);
    const stream = session.request({ ':method': 'POST', ':path': WHOAMI, ...headers });
    let status = 0;
    let text = '';
    stream.on('response', (response) => {
      status = Number(response[':status']);
    });
    stream.on('data', (chunk) => {
      text += chunk;
    });
    stream.on('end', () => {
      session.close();
      resolve(got(status, text));
    });
    stream.end('{}');
  });
}

function got(status: number, text: string): Got {
  const { username, groups } = Object(JSON.parse(text).status?.userInfo);
  return { status, username, groups };
}

describe.each([
  ['HTTP/1.1', overHttp1],
  ['HTTP/2', overHttp2],
])('over %s', (_version, send) => {
  it('a certificate of the authority identifies its holder', async () => {
    const client = await makeClientCertificate(authority, { name: 'alice', groups: ['dev', 'ops'] }, when);
    expect(await send({ port: listener.port, client })).toEqual({
      status: 201,
      username: 'alice',
      groups: ['dev', 'ops', 'system:authenticated'],
    });
  });

  it('a certificate of another authority is ignored', async () => {
    const other = await makeAuthority(when);
    const client = await makeClientCertificate(other, { name: 'alice', groups: ['system:masters'] }, when);
    expect((await send({ port: listener.port, client })).status).toBe(401);
  });

  it('a serving certificate is not one for clients', async () => {
    const client = await makeServerCertificate(authority, ['example.test'], when);
    expect((await send({ port: listener.port, client })).status).toBe(401);
  });

  it('an expired certificate is refused', async () => {
    const past = { ...when, now: Date.now() - 800 * 24 * 3600 * 1000 };
    const client = await makeClientCertificate(authority, { name: 'alice', groups: [] }, past);
    expect((await send({ port: listener.port, client })).status).toBe(401);
  });

  it('a token is enough without a certificate', async () => {
    const sent = { port: listener.port, headers: { authorization: 'Bearer token' } };
    expect(await send(sent)).toMatchObject({ status: 201, username: 'kubemin-admin' });
  });

  it('KC-SRV-3: where local requests are trusted, the socket decides', async () => {
    expect(await send({ port: local.port })).toMatchObject({ status: 201, username: 'kubemin-admin' });
  });

  it('KC-SRV-3: where they are not, no header makes a client local', async () => {
    const headers = {
      'x-forwarded-for': '127.0.0.1',
      'x-real-ip': '127.0.0.1',
      forwarded: 'for=127.0.0.1',
      'x-client-ip': '::1',
      'x-remote-user': 'kubemin-admin',
      'x-remote-group': 'system:masters',
    };
    expect((await send({ port: listener.port, headers })).status).toBe(401);
  });
});
