import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { createInformer } from '@kubemin/kube';
import { core, discovery, networking } from '@kubemin/kubeapi/resources';
import type { Service } from '@kubemin/kubeapi/types/core.v1';
import type { EndpointSlice } from '@kubemin/kubeapi/types/discovery.v1';
import { eventually, ManualClock, startTestCluster } from '@kubemin/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { followCluster } from './cluster-names.ts';
import { createDnsForwarder, type DnsForwarderOptions, frame } from './dns-forwarder.ts';
import { type DnsMessage, type DnsRecord, decodeMessage, encodeMessage, RCODE, RECORD_TYPE } from './dns-message.ts';
import { type DnsAddress, type DnsServerOptions, startDnsServer } from './dns-server.ts';
import { DnsZone } from './dns-zone.ts';

const LOOPBACK = '127.0.0.1';

function makeService(name: string, spec: Service['spec']): Service {
  return { apiVersion: 'v1', kind: 'Service', metadata: { namespace: 'shop', name }, spec: { ...spec } };
}

function makeZone(): DnsZone {
  const zone = new DnsZone({ reverseRanges: ['10.96.0.0/16'] });
  const ports = [{ name: 'http', port: 80 }];
  zone.setService('shop/web', makeService('web', { clusterIP: '10.96.0.5', ports }));
  zone.setService('shop/out', makeService('out', { type: 'ExternalName', externalName: 'db.example.org' }));
  zone.setService('shop/many', makeService('many', { clusterIP: 'None' }));
  const slice: EndpointSlice = {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    addressType: 'IPv4',
    metadata: { namespace: 'shop', name: 'many-1', labels: { 'kubernetes.io/service-name': 'many' } },
    endpoints: Array.from({ length: 200 }, (_, index) => ({ addresses: [`10.244.0.${index}`] })),
  };
  zone.setEndpointSlice('shop/many-1', slice);
  return zone;
}

async function startServer(more: Partial<DnsServerOptions> = {}): Promise<DnsAddress> {
  const server = await startDnsServer({
    zone: makeZone(),
    clock: systemClock,
    listen: [{ address: LOOPBACK, port: 0 }],
    ...more,
  });
  onTestFinished(() => server.close());
  const [address] = server.addresses;
  if (address === undefined) throw new Error('no address');
  return address;
}

function makeQuery(name: string, type: keyof typeof RECORD_TYPE, more: Partial<DnsMessage> = {}): DnsMessage {
  return {
    id: 4711,
    response: false,
    opcode: 0,
    authoritative: false,
    truncated: false,
    recursionDesired: true,
    recursionAvailable: false,
    rcode: 0,
    questions: [{ name, type: RECORD_TYPE[type], class: 1 }],
    answers: [],
    authorities: [],
    additionals: [],
    ...more,
  };
}

async function askUdp({ address, port }: DnsAddress, query: DnsMessage): Promise<DnsMessage | undefined> {
  const socket = createSocket('udp4');
  onTestFinished(() => void socket.close());
  socket.send(encodeMessage(query), port, address);
  const [response] = await once(socket, 'message');
  return Buffer.isBuffer(response) ? decodeMessage(response) : undefined;
}

async function openTcp({ address, port }: DnsAddress): Promise<Socket> {
  const socket = connect(port, address);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** The first `count` messages that come over a connection. */
async function readMessages(socket: Socket, count: number): Promise<readonly (DnsMessage | undefined)[]> {
  const messages: (DnsMessage | undefined)[] = [];
  let received = Buffer.alloc(0);
  while (messages.length < count) {
    const [chunk] = await once(socket, 'data');
    received = Buffer.concat([received, Buffer.isBuffer(chunk) ? chunk : Buffer.alloc(0)]);
    while (received.length >= 2 && received.length >= received.readUInt16BE(0) + 2) {
      const end = received.readUInt16BE(0) + 2;
      messages.push(decodeMessage(received.subarray(2, end)));
      received = received.subarray(end);
    }
  }
  return messages;
}

async function askTcp(server: DnsAddress, query: DnsMessage): Promise<DnsMessage | undefined> {
  const socket = await openTcp(server);
  socket.write(frame(encodeMessage(query)));
  return (await readMessages(socket, 1))[0];
}

test('the resolver of Node finds services, ports, endpoints and names of addresses', async () => {
  const { address, port } = await startServer();
  const resolver = new Resolver();
  resolver.setServers([`${address}:${port}`]);
  expect(await resolver.resolve4('WEB.shop.svc.cluster.local')).toEqual(['10.96.0.5']);
  expect(await resolver.resolveSrv('_http._tcp.web.shop.svc.cluster.local')).toMatchObject([
    { name: 'web.shop.svc.cluster.local', port: 80 },
  ]);
  expect(await resolver.reverse('10.96.0.5')).toEqual(['web.shop.svc.cluster.local']);
  expect(await resolver.resolveCname('out.shop.svc.cluster.local')).toEqual(['db.example.org']);
  expect(await resolver.resolveSoa('cluster.local')).toMatchObject({ nsname: 'ns.dns.cluster.local', minttl: 5 });
  expect(await resolver.resolveTxt('dns-version.cluster.local')).toEqual([['1.1.0']]);
  // More than fits into a datagram: over TCP.
  expect(await resolver.resolve4('many.shop.svc.cluster.local')).toHaveLength(200);
  await expect(resolver.resolve4('none.shop.svc.cluster.local')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  await expect(resolver.resolve6('web.shop.svc.cluster.local')).rejects.toMatchObject({ code: 'ENODATA' });
  await expect(resolver.resolve4('www.example.org')).rejects.toMatchObject({ code: 'EREFUSED' });
});

describe('responses', () => {
  test('keep id, question and case, are authoritative, and have a SOA when there is nothing', async () => {
    const server = await startServer();
    const name = 'wEb.shOp.svc.cluster.local';
    expect(await askUdp(server, makeQuery(name, 'A'))).toMatchObject({
      id: 4711,
      response: true,
      authoritative: true,
      recursionDesired: true,
      recursionAvailable: true,
      rcode: RCODE.NOERROR,
      questions: [{ name }],
      answers: [{ name, address: '10.96.0.5' }],
    });
    expect(await askUdp(server, makeQuery('nothing.cluster.local', 'A'))).toMatchObject({
      rcode: RCODE.NXDOMAIN,
      answers: [],
      authorities: [{ type: 'SOA', name: 'cluster.local', ttl: 5, minimum: 5 }],
    });
  });

  test('have the size that the client takes, up to 1,232 bytes, and are marked when something is missing', async () => {
    const server = await startServer();
    const edns = (udpSize: number): Partial<DnsMessage> => ({ edns: { udpSize, version: 0, dnssecOk: false } });
    const count = async (more: Partial<DnsMessage>): Promise<readonly unknown[]> => {
      const response = await askUdp(server, makeQuery('many.shop.svc.cluster.local', 'A', more));
      return [response?.answers.length, response?.truncated, response?.edns?.udpSize];
    };
    // 12 bytes header, 33 bytes question, 16 bytes for each address, 11 bytes OPT.
    expect(await count({})).toEqual([29, true, undefined]);
    expect(await count(edns(100))).toEqual([28, true, 1_232]);
    expect(await count(edns(800))).toEqual([46, true, 1_232]);
    expect(await count(edns(65_535))).toEqual([73, true, 1_232]);
    const whole = await askTcp(server, makeQuery('many.shop.svc.cluster.local', 'A'));
    expect(whole).toMatchObject({ truncated: false });
    expect(whole?.answers).toHaveLength(200);
  });

  test('rotate addresses', async () => {
    const server = await startServer();
    const first = async (): Promise<DnsRecord | undefined> =>
      (await askTcp(server, makeQuery('many.shop.svc.cluster.local', 'A')))?.answers[0];
    expect(await first()).not.toEqual(await first());
  });

  test.each<[string, Partial<DnsMessage>, number]>([
    ['an opcode other than query', { opcode: 5 }, RCODE.NOTIMP],
    ['no question', { questions: [] }, RCODE.FORMERR],
    ['two questions', { questions: Array(2).fill({ name: 'cluster.local', type: 1, class: 1 }) }, RCODE.FORMERR],
    ['a class that is not IN', { questions: [{ name: 'version.bind', type: 16, class: 3 }] }, RCODE.REFUSED],
    ['a zone transfer', { questions: [{ name: 'cluster.local', type: 252, class: 1 }] }, RCODE.REFUSED],
    ['an unknown version of EDNS', { edns: { udpSize: 512, version: 1, dnssecOk: false } }, RCODE.BADVERS],
  ])('%s is refused', async (_, more, rcode) => {
    expect(await askUdp(await startServer(), makeQuery('cluster.local', 'A', more))).toMatchObject({
      rcode,
      answers: [],
    });
  });

  test('are not sent for responses', async () => {
    const server = await startServer();
    const socket = createSocket('udp4');
    onTestFinished(() => void socket.close());
    socket.send(encodeMessage(makeQuery('cluster.local', 'A', { response: true, id: 1 })), server.port, server.address);
    socket.send(encodeMessage(makeQuery('cluster.local', 'A', { id: 2 })), server.port, server.address);
    const [response] = await once(socket, 'message');
    expect(Buffer.isBuffer(response) && decodeMessage(response)?.id).toBe(2);
  });

  test('an external name that is no domain name fails alone', async () => {
    const zone = makeZone();
    zone.setService('shop/bad', makeService('bad', { type: 'ExternalName', externalName: 'a..b' }));
    const server = await startServer({ zone });
    expect(await askUdp(server, makeQuery('bad.shop.svc.cluster.local', 'A'))).toMatchObject({ rcode: RCODE.SERVFAIL });
  });
});

describe('connections', () => {
  test('take many queries at once, also in pieces', async () => {
    const socket = await openTcp(await startServer());
    const framed = Buffer.concat(
      Array.from({ length: 50 }, (_, id) => frame(encodeMessage(makeQuery('web.shop.svc.cluster.local', 'A', { id })))),
    );
    for (let at = 0; at < framed.length; at += 7) socket.write(framed.subarray(at, at + 7));
    const ids = (await readMessages(socket, 50)).map((message) => message?.id);
    expect(ids).toEqual(Array.from({ length: 50 }, (_, id) => id));
  });

  test('are closed when idle', async () => {
    const clock = new ManualClock();
    const server = await startServer({ clock, idleMs: 1_000 });
    const socket = await openTcp(server);
    socket.write(frame(encodeMessage(makeQuery('web.shop.svc.cluster.local', 'A'))));
    await readMessages(socket, 1);
    const closed = once(socket.resume(), 'close');
    await clock.advance(1_000);
    await closed;
  });

  test('above the limit are closed', async () => {
    const server = await startServer({ maxConnections: 1 });
    const first = await openTcp(server);
    first.write(frame(encodeMessage(makeQuery('web.shop.svc.cluster.local', 'A'))));
    await readMessages(first, 1);
    const second = await openTcp(server);
    await once(second.resume(), 'close');
  });
});

/** A name server over UDP and TCP; it is silent where there is no response. */
async function startUpstream(
  respond: (query: DnsMessage, transport: string) => DnsMessage | undefined,
): Promise<DnsAddress> {
  const tcp = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      const query = decodeMessage(chunk.subarray(2));
      const response = query && respond(query, 'tcp');
      if (response !== undefined) socket.write(frame(encodeMessage(response)));
    });
  }).listen(0, LOOPBACK);
  await once(tcp, 'listening');
  const bound = tcp.address();
  if (bound === null || typeof bound === 'string') throw new Error('not a TCP address');
  const udp = createSocket('udp4');
  udp.on('message', (bytes, from) => {
    const query = decodeMessage(bytes);
    const response = query && respond(query, 'udp');
    if (response !== undefined) udp.send(encodeMessage(response), from.port, from.address);
  });
  udp.bind(bound.port, LOOPBACK);
  await once(udp, 'listening');
  onTestFinished(() => {
    udp.close();
    tcp.close();
  });
  return { address: LOOPBACK, port: bound.port };
}

const addressReply = (query: DnsMessage, address: string): DnsMessage => ({
  ...query,
  response: true,
  answers: [{ type: 'A', name: query.questions[0]?.name ?? '', ttl: 60, address }],
});

function makeForwarder(servers: readonly DnsAddress[], more: Partial<DnsForwarderOptions> = {}) {
  return createDnsForwarder({ servers, clock: systemClock, random: systemRandom, ...more });
}

describe('names outside of the cluster', () => {
  test('are refused at once without a forwarder', async () => {
    const server = await startServer();
    for (const ask of [askUdp, askTcp]) {
      expect(await ask(server, makeQuery('www.example.org', 'A'))).toMatchObject({ rcode: RCODE.REFUSED, answers: [] });
    }
  });

  test('are forwarded as the client asks, and come back under its id', async () => {
    const seen: string[] = [];
    const upstream = await startUpstream((query, transport) => {
      seen.push(transport);
      return query.id === 4711 ? undefined : addressReply(query, '192.0.2.1');
    });
    const server = await startServer({ forwarder: makeForwarder([upstream]) });
    for (const ask of [askUdp, askTcp]) {
      expect(await ask(server, makeQuery('wWw.example.org', 'A'))).toMatchObject({
        id: 4711,
        questions: [{ name: 'wWw.example.org' }],
        answers: [{ address: '192.0.2.1' }],
      });
    }
    expect(seen).toEqual(['udp', 'tcp']);
  });

  test('go to the next server when one is closed, and never the names of the cluster', async () => {
    const closed = await startServer();
    const upstream = await startUpstream((query) => addressReply(query, '192.0.2.1'));
    const gone = { ...closed, port: await freePort() };
    const server = await startServer({ forwarder: makeForwarder([gone, upstream]) });
    expect(await askUdp(server, makeQuery('www.example.org', 'A'))).toMatchObject({
      answers: [{ address: '192.0.2.1' }],
    });
    for (const name of ['www.example.org.shop.svc.cluster.local', '9.9.96.10.in-addr.arpa']) {
      expect(await askUdp(server, makeQuery(name, 'A'))).toMatchObject({ rcode: RCODE.NXDOMAIN });
    }
  });

  test('fail when no server responds before the deadline', async () => {
    const clock = new ManualClock();
    const asked = Promise.withResolvers<void>();
    const silent = await startUpstream(() => {
      asked.resolve();
      return undefined;
    });
    const server = await startServer({ forwarder: makeForwarder([silent], { clock, timeoutMs: 1_000 }) });
    const response = askUdp(server, makeQuery('www.example.org', 'A'));
    await asked.promise;
    await clock.advance(1_000);
    expect(await response).toMatchObject({ rcode: RCODE.SERVFAIL });
  });

  test('fail at once when too many are under way', async () => {
    const silent = await startUpstream(() => undefined);
    const forwarder = makeForwarder([silent], { maxQueries: 0 });
    const server = await startServer({ forwarder });
    expect(await askUdp(server, makeQuery('www.example.org', 'A'))).toMatchObject({ rcode: RCODE.SERVFAIL });
  });

  test('a forged response is not taken', async () => {
    const upstream = await startUpstream((query) => {
      const forged = {
        ...addressReply(query, '192.0.2.66'),
        questions: [{ name: 'other.example', type: 1, class: 1 }],
      };
      return query.questions[0]?.name === 'forged.example' ? forged : addressReply(query, '192.0.2.1');
    });
    const clock = new ManualClock();
    const server = await startServer({ forwarder: makeForwarder([upstream], { clock }) });
    const forged = askUdp(server, makeQuery('forged.example', 'A'));
    // A later query is answered, so the forged response has arrived by then.
    expect(await askUdp(server, makeQuery('good.example', 'A'))).toMatchObject({ answers: [{ address: '192.0.2.1' }] });
    await clock.advance(5_000);
    expect(await forged).toMatchObject({ rcode: RCODE.SERVFAIL, answers: [] });
  });

  test('that have more than the client takes are marked as truncated', async () => {
    const upstream = await startUpstream((query) => ({
      ...query,
      response: true,
      answers: Array.from({ length: 60 }, (_, index) => ({
        type: 'A',
        name: query.questions[0]?.name ?? '',
        ttl: 60,
        address: `192.0.2.${index}`,
      })),
    }));
    const server = await startServer({ forwarder: makeForwarder([upstream]) });
    const query = makeQuery('large.example', 'A');
    expect(await askUdp(server, query)).toMatchObject({ truncated: true, answers: [] });
    expect((await askTcp(server, query))?.answers).toHaveLength(60);
  });

  test('that an alias leads to are looked up for the client, over TCP when they are long', async () => {
    const seen: string[] = [];
    const upstream = await startUpstream((query, transport) => {
      seen.push(`${transport} ${query.questions[0]?.name}`);
      return transport === 'udp' ? { ...query, response: true, truncated: true } : addressReply(query, '192.0.2.7');
    });
    const server = await startServer({ forwarder: makeForwarder([upstream]) });
    expect(await askUdp(server, makeQuery('out.shop.svc.cluster.local', 'A'))).toMatchObject({
      rcode: RCODE.NOERROR,
      answers: [
        { type: 'CNAME', target: 'db.example.org' },
        { type: 'A', name: 'db.example.org', address: '192.0.2.7' },
      ],
    });
    expect(seen).toEqual(['udp db.example.org', 'tcp db.example.org']);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, LOOPBACK);
  await once(server, 'listening');
  const bound = server.address();
  server.close();
  await once(server, 'close');
  return bound !== null && typeof bound === 'object' ? bound.port : 0;
}

test('an address that is taken is an error, and nothing listens then', async () => {
  const first = await startServer();
  const port = await freePort();
  const listen = [{ address: LOOPBACK, port }, first];
  await expect(startDnsServer({ zone: makeZone(), clock: systemClock, listen })).rejects.toMatchObject({
    code: 'PORT_TAKEN',
  });
  await startServer({ listen: [{ address: LOOPBACK, port }] });
});

test('a zone follows a cluster', async () => {
  const cluster = await startTestCluster({ controllers: false });
  onTestFinished(() => cluster.close());
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const common = { clock: systemClock, random: systemRandom, logger: silentLogger };
  const informers = {
    services: createInformer({ client: cluster.client.resource(core.v1.services), ...common }),
    endpointSlices: createInformer({ client: cluster.client.resource(discovery.v1.endpointslices), ...common }),
    pods: createInformer({ client: cluster.client.resource(core.v1.pods), ...common }),
    ingresses: createInformer({ client: cluster.client.resource(networking.v1.ingresses), ...common }),
  };
  const zone = new DnsZone();
  onTestFinished(followCluster(zone, informers));
  for (const informer of Object.values(informers)) informer.start(stop.signal);
  const services = cluster.client.resource(core.v1.services, 'default');
  const spec = { clusterIP: '10.96.7.7', ports: [{ port: 80 }] };
  await services.create({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'web' }, spec });
  const rcode = (): number | undefined => zone.lookup('web.default.svc.cluster.local', RECORD_TYPE.A)?.rcode;
  await eventually(() => rcode() === RCODE.NOERROR);
  await services.delete('web');
  await eventually(() => rcode() === RCODE.NXDOMAIN);
});
