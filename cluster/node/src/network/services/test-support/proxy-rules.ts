import assert from 'node:assert/strict';
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import type { ServiceProxy } from '../service-proxy.ts';
import { entryKey, type ServiceEndpoint, type ServiceEntry, type ServiceTable } from '../service-table.ts';

/** What a rule runs with: a proxy of its own, and addresses that are local here. */
export interface ProxyBench {
  readonly proxy: ServiceProxy;
  /** The n-th address for services. */
  serviceAddress(n: number): string;
  /** The n-th address for endpoints, from 1. */
  endpointAddress(n: number): string;
  readonly cleanup: AsyncDisposableStack;
}

/** What may be missing where a rule runs. */
export type ProxyNeed = 'removal of UDP flows';

/** One guarantee of the ServiceProxy contract. Rules need no test framework, as some run in a namespace of their own. */
export interface ProxyRule {
  readonly name: string;
  readonly needs?: ProxyNeed;
  /** Rejects when the guarantee is broken. */
  check(bench: ProxyBench): Promise<void>;
}

export function makeTable(...entries: readonly ServiceEntry[]): ServiceTable {
  return new Map(entries.map((entry) => [entryKey(entry), entry]));
}

/** An entry on a free port of a service address. */
export async function makeEntry(
  bench: ProxyBench,
  address: number,
  endpoints: readonly ServiceEndpoint[],
  more: Partial<ServiceEntry> = {},
): Promise<ServiceEntry> {
  const host = bench.serviceAddress(address);
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = listeningAt(probe.address());
  probe.close();
  await once(probe, 'close');
  return {
    address: host,
    port,
    protocol: 'TCP',
    service: 'shop/web',
    scope: 'cluster',
    local: false,
    endpoints,
    affinitySeconds: undefined,
    sourceRanges: undefined,
    ...more,
  };
}

function listeningAt(address: AddressInfo | string | null): AddressInfo {
  assert.ok(address !== null && typeof address === 'object');
  return address;
}

/** A TCP server that runs `serve` for each connection. */
export async function startTcpEndpoint(
  bench: ProxyBench,
  n: number,
  serve: (socket: Socket) => void,
): Promise<ServiceEndpoint> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    serve(socket);
  }).listen(0, bench.endpointAddress(n));
  await once(server, 'listening');
  bench.cleanup.defer(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const { address, port } = listeningAt(server.address());
  return { address, port };
}

/** Sends its name and ends. */
export function nameEndpoint(bench: ProxyBench, n: number): Promise<ServiceEndpoint> {
  return startTcpEndpoint(bench, n, (socket) => socket.resume().end(`endpoint ${n}`));
}

/** A UDP server that replies with its name and what it was sent. */
export async function startUdpEndpoint(bench: ProxyBench, n: number): Promise<ServiceEndpoint> {
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => socket.send(`endpoint ${n} ${message}`, from.port, from.address));
  socket.bind(0, bench.endpointAddress(n));
  await once(socket, 'listening');
  bench.cleanup.defer(() => void socket.close());
  const { address, port } = socket.address();
  return { address, port };
}

export async function openConnection({ address, port }: ServiceEndpoint, bench: ProxyBench): Promise<Socket> {
  const socket = connect({ host: address, port, allowHalfOpen: true });
  await once(socket, 'connect');
  socket.on('error', () => socket.destroy());
  bench.cleanup.defer(() => void socket.destroy());
  return socket;
}

/** Everything that an endpoint behind the entry sends; the code of the error when there is no connection. */
export async function readAll(entry: ServiceEndpoint): Promise<string> {
  const socket = connect({ host: entry.address, port: entry.port });
  try {
    return await text(socket);
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

/** A UDP client that only sees datagrams from the address it sends to. */
export async function openUdpClient({ address, port }: ServiceEndpoint, bench: ProxyBench): Promise<UdpSocket> {
  const socket = createSocket('udp4');
  socket.connect(port, address);
  await once(socket, 'connect');
  bench.cleanup.defer(() => void socket.close());
  return socket;
}

export async function ask(client: UdpSocket, question: string): Promise<string> {
  const reply = once(client, 'message');
  client.send(question);
  const [message] = await reply;
  return String(message);
}

const LARGE = 8 * 1024 * 1024;

export const proxyRules: readonly ProxyRule[] = [
  {
    name: 'connections are spread over all endpoints',
    async check(bench) {
      const endpoints = await Promise.all([1, 2, 3].map((n) => nameEndpoint(bench, n)));
      const entry = await makeEntry(bench, 1, endpoints);
      await bench.proxy.apply(makeTable(entry));
      const seen = new Set<string>();
      // With random choice 60 connections miss one of three endpoints once in 10^10 runs.
      for (let count = 0; count < 60; count += 1) seen.add(await readAll(entry));
      assert.deepEqual([...seen].sort(), ['endpoint 1', 'endpoint 2', 'endpoint 3']);
    },
  },
  {
    name: 'an end of input is forwarded while the response still comes back',
    async check(bench) {
      const endpoint = await startTcpEndpoint(bench, 1, (socket) => {
        void text(socket).then((received) => socket.end(`after the end: ${received}`));
      });
      const entry = await makeEntry(bench, 1, [endpoint]);
      await bench.proxy.apply(makeTable(entry));
      const socket = await openConnection(entry, bench);
      socket.end('question');
      assert.equal(await text(socket), 'after the end: question');
    },
  },
  {
    name: 'large transfers arrive whole in both directions, also with a slow reader',
    async check(bench) {
      const endpoint = await startTcpEndpoint(bench, 1, (socket) => void socket.pipe(socket));
      const entry = await makeEntry(bench, 1, [endpoint]);
      await bench.proxy.apply(makeTable(entry));
      const socket = await openConnection(entry, bench);
      const sent = Buffer.alloc(LARGE, 'abcdefghijklmnopqrstuvwxyz0123456789');
      socket.pause();
      socket.end(sent);
      await new Promise((resolve) => setImmediate(resolve));
      assert.ok(sent.equals(await buffer(socket)));
    },
  },
  {
    name: 'an address without endpoints refuses, from the moment there are none until there are some',
    async check(bench) {
      const endpoint = await nameEndpoint(bench, 1);
      const entry = await makeEntry(bench, 1, []);
      await bench.proxy.apply(makeTable(entry));
      assert.equal(await readAll(entry), 'ECONNREFUSED');
      await bench.proxy.apply(makeTable({ ...entry, endpoints: [endpoint] }));
      assert.equal(await readAll(entry), 'endpoint 1');
      await bench.proxy.apply(makeTable(entry));
      assert.equal(await readAll(entry), 'ECONNREFUSED');
      await bench.proxy.apply(makeTable({ ...entry, endpoints: [endpoint] }));
      assert.equal(await readAll(entry), 'endpoint 1');
      await bench.proxy.apply(makeTable());
      assert.equal(await readAll(entry), 'ECONNREFUSED');
    },
  },
  {
    name: 'an established connection outlives its endpoint in the table, and the service itself',
    async check(bench) {
      const echo = (socket: Socket): void => void socket.pipe(socket);
      const endpoint = await startTcpEndpoint(bench, 1, echo);
      const other = await nameEndpoint(bench, 2);
      const entry = await makeEntry(bench, 1, [endpoint]);
      await bench.proxy.apply(makeTable(entry));
      const socket = await openConnection(entry, bench);
      for (const table of [makeTable({ ...entry, endpoints: [other] }), makeTable()]) {
        await bench.proxy.apply(table);
        const echoed = once(socket, 'data');
        socket.write('still there');
        assert.equal(String(await echoed), 'still there');
      }
    },
  },
  {
    name: 'a change of one service leaves the connections of another alone',
    async check(bench) {
      const endpoint = await startTcpEndpoint(bench, 1, (socket) => void socket.pipe(socket));
      const other = await nameEndpoint(bench, 2);
      const stable = await makeEntry(bench, 1, [endpoint]);
      const changing = await makeEntry(bench, 2, [other]);
      await bench.proxy.apply(makeTable(stable, changing));
      const socket = await openConnection(stable, bench);
      await bench.proxy.apply(makeTable(stable, { ...changing, endpoints: [] }));
      const echoed = once(socket, 'data');
      socket.write('undisturbed');
      assert.equal(String(await echoed), 'undisturbed');
      assert.equal(await readAll(changing), 'ECONNREFUSED');
    },
  },
  {
    name: 'UDP replies come from the address of the service, for each of several clients',
    async check(bench) {
      const endpoints = await Promise.all([1, 2].map((n) => startUdpEndpoint(bench, n)));
      const entry = await makeEntry(bench, 1, endpoints, { protocol: 'UDP' });
      await bench.proxy.apply(makeTable(entry));
      for (const name of ['a', 'b', 'c']) {
        const client = await openUdpClient(entry, bench);
        const first = await ask(client, name);
        assert.match(first, new RegExp(`^endpoint [12] ${name}$`));
        // A client stays with its endpoint.
        assert.equal(await ask(client, name), first);
      }
    },
  },
  {
    name: 'a UDP client whose endpoint is gone is served by another one with its next datagram',
    needs: 'removal of UDP flows',
    async check(bench) {
      const [one, two] = [await startUdpEndpoint(bench, 1), await startUdpEndpoint(bench, 2)];
      const entry = await makeEntry(bench, 1, [one], { protocol: 'UDP' });
      await bench.proxy.apply(makeTable(entry));
      const client = await openUdpClient(entry, bench);
      assert.equal(await ask(client, 'x'), 'endpoint 1 x');
      await bench.proxy.apply(makeTable({ ...entry, endpoints: [two] }));
      assert.equal(await ask(client, 'y'), 'endpoint 2 y');
    },
  },
  {
    name: 'TCP and UDP of the same address and port are two entries',
    async check(bench) {
      const tcp = await makeEntry(bench, 1, [await nameEndpoint(bench, 1)]);
      const udp: ServiceEntry = { ...tcp, protocol: 'UDP', endpoints: [await startUdpEndpoint(bench, 2)] };
      await bench.proxy.apply(makeTable(tcp, udp));
      assert.equal(await readAll(tcp), 'endpoint 1');
      assert.equal(await ask(await openUdpClient(udp, bench), 'x'), 'endpoint 2 x');
      await bench.proxy.apply(makeTable(udp));
      assert.equal(await readAll(tcp), 'ECONNREFUSED');
      assert.equal(await ask(await openUdpClient(udp, bench), 'y'), 'endpoint 2 y');
    },
  },
  {
    name: 'with session affinity a client keeps its endpoint, and changes when that one is gone',
    async check(bench) {
      const endpoints = await Promise.all([1, 2, 3].map((n) => nameEndpoint(bench, n)));
      const entry = await makeEntry(bench, 1, endpoints, { affinitySeconds: 600 });
      await bench.proxy.apply(makeTable(entry));
      const first = await readAll(entry);
      for (let count = 0; count < 10; count += 1) assert.equal(await readAll(entry), first);
      const left = endpoints.filter((_, index) => `endpoint ${index + 1}` !== first);
      await bench.proxy.apply(makeTable({ ...entry, endpoints: left }));
      const second = await readAll(entry);
      assert.notEqual(second, first);
      for (let count = 0; count < 10; count += 1) assert.equal(await readAll(entry), second);
      // Back to three: the client does not move.
      await bench.proxy.apply(makeTable(entry));
      for (let count = 0; count < 10; count += 1) assert.equal(await readAll(entry), second);
    },
  },
  {
    name: 'a node port forwards like the service itself',
    async check(bench) {
      const endpoints = [await nameEndpoint(bench, 1)];
      const entry = await makeEntry(bench, 1, endpoints);
      const nodePort = { ...(await makeEntry(bench, 9, endpoints)), scope: 'external' } as const;
      await bench.proxy.apply(makeTable(entry, nodePort));
      assert.equal(await readAll(entry), 'endpoint 1');
      assert.equal(await readAll(nodePort), 'endpoint 1');
    },
  },
  {
    name: 'source ranges decide which clients connect',
    async check(bench) {
      const endpoints = [await nameEndpoint(bench, 1)];
      const open = await makeEntry(bench, 1, endpoints, {
        scope: 'external',
        sourceRanges: ['0.0.0.0/1', '128.0.0.0/1'],
      });
      const closed = await makeEntry(bench, 2, endpoints, { scope: 'external', sourceRanges: ['192.0.2.0/24'] });
      await bench.proxy.apply(makeTable(open, closed));
      assert.equal(await readAll(open), 'endpoint 1');
      assert.match(await readAll(closed), /^ECONN(RESET|REFUSED)$/);
    },
  },
  {
    name: 'nothing is reachable after close, and closing again does nothing',
    async check(bench) {
      const entry = await makeEntry(bench, 1, [await nameEndpoint(bench, 1)]);
      await bench.proxy.apply(makeTable(entry));
      await bench.proxy.close();
      assert.equal(await readAll(entry), 'ECONNREFUSED');
      await bench.proxy.close();
    },
  },
];
