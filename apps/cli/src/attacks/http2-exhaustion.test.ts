import { readdirSync, readFileSync } from 'node:fs';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { request } from 'node:https';
import { connect, type Socket } from 'node:net';
import { eventually } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readAdminToken } from '../connection/admin-token.ts';
import { dataDirectory } from '../connection/data-directory.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';

const OPEN_FILES = 200;
const IDLE = '2s';
/** Together more than the process may open. */
const ATTACKS = 100;
const LIMIT = { timeoutMs: 15_000 };

interface Ends {
  readonly platform: string;
  readonly kubernetes: string;
  readonly pid: number;
}

let home: KubeminHome;
let ends: Ends;
let token: string;
const sockets: Socket[] = [];
const sessions: ClientHttp2Session[] = [];

beforeEach(async () => {
  home = await KubeminHome.create();
  const ports = ['--port', '0', '--kube-port', '0', '--nodes', '1', '--runtime', 'simulated'];
  const limits = ['--unauthenticated-timeout', IDLE];
  const up = home.startWith({ openFiles: OPEN_FILES }, 'up', '--data-dir', home.at(), ...ports, ...limits);
  await up.waitForOutput('KubeMin is up');
  const directory = dataDirectory(home.at());
  ends = JSON.parse(readFileSync(directory.endpoints, 'utf8'));
  token = (await readAdminToken(directory.adminToken)) ?? '';
}, 60_000);

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const session of sessions.splice(0)) session.destroy();
  await home.remove();
});

function openIdle(url: string, text = ''): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  socket.write(text);
  sockets.push(socket);
  return socket;
}

function openHttp2(url: string): ClientHttp2Session {
  const session = connectHttp2(url, { rejectUnauthorized: false });
  session.on('error', () => undefined);
  sessions.push(session);
  return session;
}

async function platformStatus(): Promise<number> {
  const response = await fetch(`${ends.platform}/api/v1/applications`, {
    headers: { authorization: `Bearer ${token}`, connection: 'close' },
  });
  await response.arrayBuffer();
  return response.status;
}

/** On a connection of its own. */
function clusterStatus(): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const headers = { authorization: `Bearer ${token}` };
  const options = { headers, agent: false, rejectUnauthorized: false } as const;
  const sent = request(`${ends.kubernetes}/api/v1/namespaces`, options, (response) => {
    response.resume();
    response.on('end', () => resolve(response.statusCode));
  });
  sent.on('error', reject);
  sent.end();
  return promise;
}

test('R-04: idle peers without a token use up no open files, and authenticated clients go on working', async () => {
  const watching = openHttp2(ends.kubernetes);
  const watch = watching.request({ ':path': '/api/v1/namespaces?watch=1', authorization: `Bearer ${token}` });
  let events = 0;
  watch.on('data', () => {
    events += 1;
  });
  await eventually(() => events > 0, LIMIT);

  const attackers: Socket[] = [];
  for (let count = 0; count < ATTACKS; count += 1) {
    openHttp2(ends.kubernetes);
    attackers.push(
      openIdle(ends.kubernetes),
      openIdle(ends.platform),
      openIdle(ends.platform, 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: '),
    );
    if (count % 20 === 0) expect([await platformStatus(), await clusterStatus()]).toEqual([200, 200]);
  }
  expect([await platformStatus(), await clusterStatus()]).toEqual([200, 200]);
  const openFiles = readdirSync(`/proc/${ends.pid}/fd`).length;
  expect(openFiles).toBeLessThan(OPEN_FILES * 0.75);

  // All of them are closed, also those that were within the bounds.
  await eventually(() => attackers.every(({ destroyed }) => destroyed), LIMIT);
  await eventually(() => sessions.every((session) => session.destroyed !== (session === watching)), LIMIT);
  const seen = events;
  const named = watching.request({
    ':path': '/api/v1/namespaces',
    ':method': 'POST',
    'content-type': 'application/json',
    authorization: `Bearer ${token}`,
  });
  named.end(JSON.stringify({ metadata: { name: 'still-watching' } }));
  await eventually(() => events > seen, LIMIT);
  const metrics = await (await fetch(`${ends.platform}/metrics`)).text();
  expect(metrics).toMatch(/kubemin_connections_closed_total\{port="kubernetes",reason="(address|total)"\} \d+/);
  expect(metrics).toMatch(/kubemin_connections_closed_total\{port="platform",reason="idle"\} \d+/);
}, 60_000);
