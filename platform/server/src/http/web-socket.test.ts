import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { eventually, ManualClock } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { json, SHOP } from '../test-support/documents.ts';
import { startTestPlatform, type TestPlatform, TOKEN } from '../test-support/test-platform.ts';

const LIVE = '/api/v1/events?topics=applications,runs';
const EVENTS = 'v1.events.kubemin.io';

function bearer(token: string): string {
  return `bearer.kubemin.io.${Buffer.from(token).toString('base64url')}`;
}

interface Followed {
  readonly messages: readonly { readonly id: string; readonly event: string; readonly data: { sequence?: number } }[];
  readonly close: { readonly code: number };
  readonly protocol: string;
}

/** Everything a browser gets until the server closes. */
async function follow(platform: TestPlatform, path: string, protocols: readonly string[]): Promise<Followed> {
  const socket = new WebSocket(`${platform.url.replace('http', 'ws')}${path}`, [...protocols]);
  const messages: Followed['messages'][number][] = [];
  socket.addEventListener('message', ({ data }) => messages.push(JSON.parse(String(data))));
  const close = await new Promise<CloseEvent>((resolve) => socket.addEventListener('close', resolve));
  return { messages, close, protocol: socket.protocol };
}

/** The response to an upgrade request of any client; the connection is closed with the test. */
async function upgrade(
  { port }: TestPlatform,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly status: number | undefined; readonly body: string; readonly socket?: Socket }> {
  const sent = request({
    port,
    path,
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'sec-websocket-version': '13',
      ...headers,
    },
  });
  sent.end();
  const upgraded = new Promise<{ status: number | undefined; body: string; socket: Socket }>((resolve) => {
    sent.once('upgrade', (response, socket: Socket) => {
      onTestFinished(() => void socket.destroy());
      resolve({ status: response.statusCode, body: '', socket });
    });
  });
  const refused = once(sent, 'response').then(async ([response]: IncomingMessage[]) => ({
    status: response?.statusCode,
    body: response === undefined ? '' : await text(response),
  }));
  return Promise.race([upgraded, refused]);
}

const AUTHORIZED = { authorization: `Bearer ${TOKEN}` };

test('a run is followed over a WebSocket as over server-sent events, also from the middle', async () => {
  const platform = await startTestPlatform();
  const { id } = await platform.client.saveApplication(json(SHOP));
  const { taskId } = await platform.client.execWorkflow(id);
  const expected: number[] = [];
  for await (const { sequence } of platform.client.followRun(taskId)) expected.push(sequence);
  const path = `/api/v1/workflow/tasks/${taskId}/events`;
  const whole = await follow(platform, path, [EVENTS, bearer(TOKEN)]);
  expect(whole).toMatchObject({ protocol: EVENTS, close: { code: 1000 } });
  expect(whole.messages.map(({ data }) => data.sequence)).toEqual(expected);
  expect(whole.messages.map(({ id: eventId }) => eventId)).toEqual(expected.map(String));
  const rest = await follow(platform, `${path}?after=2`, [EVENTS, bearer(TOKEN)]);
  expect(rest.messages.map(({ data }) => data.sequence)).toEqual(expected.slice(2));
  const over = await follow(platform, `${path}?after=${expected.length}`, [EVENTS, bearer(TOKEN)]);
  expect(over).toMatchObject({ messages: [], close: { code: 1000 } });
});

test('a rejected upgrade is an ordinary response with the error of the route', async () => {
  const platform = await startTestPlatform();
  expect(await upgrade(platform, LIVE, {})).toMatchObject({ status: 401, body: expect.stringContaining('UNAUTH') });
  const wrong = { 'sec-websocket-protocol': `${EVENTS}, ${bearer('wrong')}` };
  expect(await upgrade(platform, LIVE, wrong)).toMatchObject({ status: 401 });
  expect(await upgrade(platform, '/api/v1/nothing', AUTHORIZED)).toMatchObject({ status: 404 });
  expect(await upgrade(platform, '/api/v1/workflow/tasks/77/events', AUTHORIZED)).toMatchObject({ status: 404 });
  const other = { ...AUTHORIZED, 'sec-websocket-protocol': 'v9.other' };
  expect(await upgrade(platform, LIVE, other)).toMatchObject({ status: 400, body: expect.stringContaining(EVENTS) });
  // Routes without a stream respond as always.
  expect(await upgrade(platform, '/api/v1/applications', AUTHORIZED)).toMatchObject({ status: 200 });
});

test('web pages of other origins are rejected unless the settings allow them', async () => {
  const allowed = 'https://console.example.com';
  const platform = await startTestPlatform({ settings: { cors: { origins: [allowed] } } });
  const own = `http://127.0.0.1:${platform.port}`;
  const cases: readonly (readonly [string | undefined, number])[] = [
    [undefined, 101],
    [own, 101],
    [allowed, 101],
    ['https://evil.example.com', 403],
    [`https://127.0.0.1:${platform.port}`, 403],
    ['null', 403],
    ['', 403],
  ];
  for (const [origin, status] of cases) {
    const headers = { ...AUTHORIZED, host: `127.0.0.1:${platform.port}`, ...(origin !== undefined && { origin }) };
    expect([origin, (await upgrade(platform, LIVE, headers)).status]).toEqual([origin, status]);
  }
});

test('a session ends when its token is revoked, and pings keep it open until then', async () => {
  const clock = new ManualClock(Date.now());
  const platform = await startTestPlatform({ clock, settings: { heartbeatMs: 1_000 } });
  await platform.client.createUser({ name: 'ada', roles: [{ project: '*', role: 'viewer' }] });
  const { token, id } = await platform.client.createToken({ name: 'laptop', user: 'ada' });
  const { socket } = await upgrade(platform, LIVE, { authorization: `Bearer ${token}` });
  const bytes: number[] = [];
  socket?.on('data', (chunk: Buffer) => bytes.push(...chunk));
  const ping = [0x89, 0x00];
  await eventually(async () => {
    await clock.advance(1_000);
    return bytes.some((byte, at) => byte === ping[0] && bytes[at + 1] === ping[1]);
  });
  await platform.client.revokeToken(id);
  await eventually(async () => {
    await clock.advance(1_000);
    return socket?.readableEnded || socket?.destroyed;
  });
  expect(bytes.slice(-4)).toEqual([0x88, 0x02, 4401 >> 8, 4401 & 0xff]);
});

test('a client that breaks the protocol, or sends too much, is disconnected', async () => {
  const platform = await startTestPlatform();
  const masked = (opcode: number, length: number): Buffer => {
    const head = Buffer.alloc(14);
    head.set([opcode, 0x80 | 127]);
    head.writeBigUInt64BE(BigInt(length), 2);
    return head;
  };
  for (const bytes of [Buffer.from('GET / HTTP/1.1\r\n\r\n'), masked(0x82, 1 << 30), masked(0xff, 1)]) {
    const { socket } = await upgrade(platform, LIVE, AUTHORIZED);
    socket?.write(bytes);
    if (socket !== undefined && !socket.destroyed) {
      socket.resume();
      await once(socket, 'close');
    }
  }
  expect((await platform.send('GET', '/api/v1/applications')).status).toBe(200);
});

test('the server closes with sessions open, and clients see that they should reconnect', async () => {
  const platform = await startTestPlatform();
  const following = Array.from({ length: 20 }, () => follow(platform, LIVE, [EVENTS, bearer(TOKEN)]));
  await eventually(async () => /kubemin_event_streams 20/.test(await (await platform.send('GET', '/metrics')).text()));
  await platform.server.close();
  for (const { close } of await Promise.all(following)) expect(close.code).toBe(1012);
});
