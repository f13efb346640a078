import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { eventually, ManualClock } from '@kubemin/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConnectionGuard, type GuardedConnection, type GuardedPort } from './connection-guard.ts';
import { connectionLimits } from './connection-limits.ts';

let server: Server;
let clock: ManualClock;
let guard: ConnectionGuard;
let port: GuardedPort;
const clients: Socket[] = [];

beforeEach(async () => {
  clock = new ManualClock();
  guard = new ConnectionGuard({
    clock,
    limits: { unauthenticated: 4, unauthenticatedPerAddress: 3, unauthenticatedIdleMs: 1000, authenticated: 2 },
  });
  server = createServer();
  port = guard.protect(server, 'test');
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
});

afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
  server.close();
});

/** A connection from an address of the loopback network, as both ends see it. */
async function open(from = '127.0.0.1'): Promise<{ readonly client: Socket; readonly guarded: GuardedConnection }> {
  const address = server.address();
  const accepted = once(server, 'connection');
  const client = connect({
    host: '127.0.0.1',
    port: typeof address === 'object' && address !== null ? address.port : 0,
    localAddress: from,
  });
  client.on('error', () => undefined);
  clients.push(client);
  const [socket] = await accepted;
  const guarded = port.find(socket);
  if (guarded === undefined) throw new Error('the guard does not know the connection');
  return { client, guarded };
}

const closed = (client: Socket | undefined): Promise<boolean | undefined> =>
  eventually(() => client?.destroyed, { timeoutMs: 5_000 });
const metric = (name: string): string =>
  guard
    .metrics()
    .filter((each) => each.name === name)
    .flatMap((each) => [...each.samples()].map(({ labels, value }) => `${labels} ${value}`))
    .join('\n');

describe('connections without a credential', () => {
  test('R-04: an idle connection is closed at its deadline, one with a request under way later', async () => {
    const [idle, busy] = [await open(), await open('127.0.0.2')];
    busy.guarded.requestBegan();
    await clock.advance(999);
    expect(idle.client.destroyed).toBe(false);
    await clock.advance(1);
    await closed(idle.client);
    await clock.advance(8_000);
    expect(busy.client.destroyed).toBe(false);
    await clock.advance(1_000);
    await closed(busy.client);
    expect(metric('kubemin_connections_closed_total')).toBe('port="test",reason="idle" 2');
  });

  test('R-04: the oldest of an address makes room for its newest, other addresses keep theirs', async () => {
    const other = await open('127.0.0.2');
    const all = [await open(), await open(), await open(), await open()];
    await closed(all[0]?.client);
    expect([...all.slice(1), other].map(({ client }) => client.destroyed)).toEqual([false, false, false, false]);
    expect(metric('kubemin_connections')).toContain('state="unauthenticated" 4');
  });

  test('R-04: where all places are taken, the address with the most of them gives one up', async () => {
    const many = [await open(), await open(), await open()];
    const few = [await open('127.0.0.2'), await open('127.0.0.3')];
    await closed(many[0]?.client);
    expect([...many.slice(1), ...few].map(({ client }) => client.destroyed)).toEqual([false, false, false, false]);
    expect(metric('kubemin_connections_closed_total')).toBe('port="test",reason="total" 1');
  });
});

test('R-04: an authenticated connection has no deadline with a request under way, and one hour without', async () => {
  const [stream, idle] = [await open(), await open()];
  for (const { guarded } of [stream, idle]) {
    guarded.requestBegan();
    guarded.authenticated();
  }
  idle.guarded.requestEnded();
  for (let count = 0; count < 6; count += 1) await open();
  await clock.advance(3_599_000);
  expect([stream.client.destroyed, idle.client.destroyed]).toEqual([false, false]);
  await clock.advance(3_600_000);
  await closed(idle.client);
  expect(stream.client.destroyed).toBe(false);
});

test('R-04: beyond the bound of authenticated connections further ones count as unauthenticated', async () => {
  const all = [await open(), await open(), await open()];
  for (const { guarded } of all) guarded.authenticated();
  expect(metric('kubemin_connections')).toBe('state="authenticated" 2\nstate="unauthenticated" 1');
  await clock.advance(1_000);
  await closed(all[2]?.client);
  expect(all.slice(0, 2).map(({ client }) => client.destroyed)).toEqual([false, false]);
});

test('R-04: limits leave most of the open files to everything else, whatever is chosen', () => {
  expect(connectionLimits(256)).toEqual({
    unauthenticated: 32,
    unauthenticatedPerAddress: 16,
    unauthenticatedIdleMs: 30_000,
    authenticated: 128,
  });
  expect(connectionLimits(1_048_576).unauthenticated).toBe(1024);
  const greedy = connectionLimits(256, { unauthenticated: 1000, unauthenticatedPerAddress: 1000, authenticated: 1000 });
  expect(greedy).toMatchObject({ unauthenticated: 32, unauthenticatedPerAddress: 32, authenticated: 128 });
});
