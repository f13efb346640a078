import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { systemClock } from '@kubemin/base';
import { eventually, ManualClock } from '@kubemin/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  ask,
  makeEntry,
  makeTable,
  nameEndpoint,
  openConnection,
  openUdpClient,
  type ProxyBench,
  proxyRules,
  readAll,
  startTcpEndpoint,
  startUdpEndpoint,
} from './test-support/proxy-rules.ts';
import { createUserSpaceProxy, type UserSpaceProxyOptions } from './user-space-proxy.ts';

/** All of 127.0.0.0/8 is local. */
function makeBench(options: Partial<UserSpaceProxyOptions> = {}): ProxyBench {
  const proxy = createUserSpaceProxy({ clock: systemClock, ...options });
  const cleanup = new AsyncDisposableStack();
  cleanup.defer(() => proxy.close());
  onTestFinished(() => cleanup.disposeAsync());
  return {
    proxy,
    cleanup,
    serviceAddress: (n) => `127.96.0.${n}`,
    endpointAddress: (n) => `127.244.0.${n}`,
  };
}

describe('the user-space proxy keeps the contract', () => {
  for (const rule of proxyRules) test(rule.name, () => rule.check(makeBench()));
});

test('endpoints take turns exactly', async () => {
  const bench = makeBench();
  const endpoints = await Promise.all([1, 2].map((n) => nameEndpoint(bench, n)));
  const entry = await makeEntry(bench, 1, endpoints);
  await bench.proxy.apply(makeTable(entry));
  const seen: string[] = [];
  for (let count = 0; count < 10; count += 1) seen.push(await readAll(entry));
  expect(seen.filter((name) => name === 'endpoint 1')).toHaveLength(5);
  expect(seen.filter((name) => name === 'endpoint 2')).toHaveLength(5);
});

test('an endpoint that does not accept is passed over, and no connection fails', async () => {
  const bench = makeBench();
  const alive = await nameEndpoint(bench, 1);
  const { port } = await makeEntry(bench, 3, []);
  const entry = await makeEntry(bench, 1, [{ address: bench.endpointAddress(2), port }, alive]);
  await bench.proxy.apply(makeTable(entry));
  for (let count = 0; count < 4; count += 1) expect(await readAll(entry)).toBe('endpoint 1');
});

test('a connection is reset when no endpoint accepts it', async () => {
  const bench = makeBench();
  const { port } = await makeEntry(bench, 3, []);
  const entry = await makeEntry(bench, 1, [{ address: bench.endpointAddress(2), port }]);
  await bench.proxy.apply(makeTable(entry));
  expect(await readAll(entry)).toBe('ECONNRESET');
});

test('an endpoint that resets a connection resets that of the client', async () => {
  const bench = makeBench();
  const endpoint = await startTcpEndpoint(bench, 1, (socket) => socket.once('data', () => socket.resetAndDestroy()));
  const entry = await makeEntry(bench, 1, [endpoint]);
  await bench.proxy.apply(makeTable(entry));
  const socket = await openConnection(entry, bench);
  const failed = once(socket, 'error');
  socket.resume().write('x');
  expect(await failed).toMatchObject([{ code: 'ECONNRESET' }]);
});

test('connections above the limit are reset, and accepted again when others have ended', async () => {
  const bench = makeBench({ maxConnections: 2 });
  const endpoint = await startTcpEndpoint(bench, 1, (socket) => {
    socket.resume().on('end', () => socket.end());
    socket.write('hello');
  });
  const entry = await makeEntry(bench, 1, [endpoint]);
  await bench.proxy.apply(makeTable(entry));
  const held = [await openConnection(entry, bench), await openConnection(entry, bench)];
  for (const socket of held) await once(socket, 'data');
  expect(await readAll(entry)).toBe('ECONNRESET');
  held[0]?.destroy();
  const greeted = async (): Promise<boolean> => {
    const socket = await openConnection(entry, bench);
    return Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)]);
  };
  await eventually(greeted, { timeoutMs: 10_000 });
});

test('a reader that stops is not buffered for', async () => {
  const bench = makeBench();
  let written = 0;
  const endpoint = await startTcpEndpoint(bench, 1, (socket) => {
    const chunk = Buffer.alloc(256 * 1024);
    const more = (): void => {
      do written += chunk.length;
      while (written < 1024 ** 3 && socket.write(chunk));
    };
    socket.on('drain', more);
    more();
  });
  const entry = await makeEntry(bench, 1, [endpoint]);
  await bench.proxy.apply(makeTable(entry));
  const socket = await openConnection(entry, bench);
  socket.pause();
  let last = -1;
  // Stands still when the buffers of the kernel are full; without back-pressure it goes on to a gigabyte.
  await eventually(() => {
    const still = written === last;
    last = written;
    return still;
  });
  expect(written).toBeLessThan(64 * 1024 ** 2);
});

test('an idle UDP client is forgotten, one that sends is not', async () => {
  const clock = new ManualClock();
  const bench = makeBench({ clock, udpIdleMs: 1_000 });
  const endpoints = [await startUdpEndpoint(bench, 1), await startUdpEndpoint(bench, 2)];
  const entry = await makeEntry(bench, 1, endpoints, { protocol: 'UDP' });
  await bench.proxy.apply(makeTable(entry));
  const client = await openUdpClient(entry, bench);
  expect(await ask(client, 'x')).toBe('endpoint 1 x');
  await clock.advance(900);
  expect(await ask(client, 'x')).toBe('endpoint 1 x');
  await clock.advance(900);
  expect(await ask(client, 'x')).toBe('endpoint 1 x');
  await clock.advance(1_000);
  expect(await ask(client, 'x')).toBe('endpoint 2 x');
});

test('affinity ends after its time without connections', async () => {
  const clock = new ManualClock();
  const bench = makeBench({ clock });
  const endpoints = await Promise.all([1, 2].map((n) => nameEndpoint(bench, n)));
  const entry = await makeEntry(bench, 1, endpoints, { affinitySeconds: 10 });
  await bench.proxy.apply(makeTable(entry));
  expect(await readAll(entry)).toBe('endpoint 1');
  await clock.advance(9_000);
  expect(await readAll(entry)).toBe('endpoint 1');
  await clock.advance(10_000);
  expect(await readAll(entry)).toBe('endpoint 2');
});

test('an address that is taken is reported, does not keep others back, and is tried again', async () => {
  const bench = makeBench();
  const endpoints = [await nameEndpoint(bench, 1)];
  const [taken, free] = [await makeEntry(bench, 1, endpoints), await makeEntry(bench, 2, endpoints)];
  const squatter = createServer().listen(taken.port, taken.address);
  await once(squatter, 'listening');
  const udp = createSocket('udp4').bind(taken.port, taken.address);
  await once(udp, 'listening');
  const table = makeTable(taken, free, { ...taken, protocol: 'UDP' });
  await expect(bench.proxy.apply(table)).rejects.toMatchObject({
    code: 'SERVICE_PROXY_FAILED',
    failures: [{ code: 'PORT_TAKEN' }, { code: 'PORT_TAKEN' }],
  });
  expect(await readAll(free)).toBe('endpoint 1');
  squatter.close();
  udp.close();
  await Promise.all([once(squatter, 'close'), once(udp, 'close')]);
  await bench.proxy.apply(table);
  expect(await readAll(taken)).toBe('endpoint 1');
});

test('an external address of another machine is no error, a cluster address that is not local is one', async () => {
  const bench = makeBench();
  const endpoints = [await nameEndpoint(bench, 1)];
  const own = await makeEntry(bench, 1, endpoints);
  const elsewhere = { ...own, address: '198.51.100.7' };
  await bench.proxy.apply(makeTable(own, { ...elsewhere, scope: 'external' }));
  expect(await readAll(own)).toBe('endpoint 1');
  await expect(bench.proxy.apply(makeTable(own, elsewhere))).rejects.toMatchObject({
    failures: [{ code: 'HOST_UNKNOWN' }],
  });
});

test('a thousand services listen at once, and one of them changes without the others', async () => {
  const bench = makeBench();
  const endpoint = await nameEndpoint(bench, 1);
  const base = await makeEntry(bench, 1, [endpoint]);
  const entries = Array.from({ length: 1_000 }, (_, index) => ({
    ...base,
    address: `127.97.${index >> 8}.${index & 255}`,
  }));
  await bench.proxy.apply(makeTable(...entries));
  const [first = base, ...rest] = entries;
  expect(await readAll(entries[999] ?? base)).toBe('endpoint 1');
  await bench.proxy.apply(makeTable({ ...first, endpoints: [] }, ...rest));
  expect(await readAll(first)).toBe('ECONNREFUSED');
  expect(await readAll(rest[0] ?? base)).toBe('endpoint 1');
});
