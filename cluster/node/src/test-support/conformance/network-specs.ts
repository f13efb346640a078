import { isStatusError } from '@kubemin/kubeapi';
import { discovery } from '@kubemin/kubeapi/resources';
import type { PodSpec, Service, ServiceSpec } from '@kubemin/kubeapi/types/core.v1';
import { nodeProgram } from './program-specs.ts';
import { NAMESPACE, type SpecContext, type Specs, specsOf } from './spec-context.ts';

const DOMAIN = `${NAMESPACE}.svc.cluster.local`;
const NODE_ADDRESS = '10.244.0.1';
const SERVER = { app: 'conformance-server' } as const;
/** Pods that reply with their names; all specs share them. */
const SERVERS = ['conformance-server-1', 'conformance-server-2'] as const;
const [FIRST] = SERVERS;
const READY = { httpGet: { port: 8080, path: '/ready' }, periodSeconds: 1, failureThreshold: 100 } as const;

/** Serves HTTP at 8080 and 8081, and datagrams at 8081. */
const SERVE = `const name = require('os').hostname(), udp = require('dgram').createSocket('udp4');
for (const port of [8080, 8081]) require('http').createServer((q, r) => r.end(name)).listen(port);
udp.on('message', (m, from) => udp.send(name, from.port, from.address)).bind(8081);`;

/** What clients have: each connection is a new one, and what is not so yet is tried again. */
const CLIENT = `const http = require('http'), dns = require('dns').promises, dgram = require('dgram');
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const get = (host, port = 80) => new Promise((done) => {
  const q = http.get({ host, port, agent: false, timeout: 5000 }, (r) => r.setEncoding('utf8').once('data', done));
  q.on('error', () => done('')).on('timeout', () => q.destroy());
});
const ask = (host, port = 80) => new Promise((done) => {
  const socket = dgram.createSocket('udp4');
  const end = (result) => { clearTimeout(timer); socket.close(); done(result); };
  const timer = setTimeout(() => end(''), 2000);
  socket.on('message', (m) => end(String(m))).on('error', () => end('')).connect(port, host, () => socket.send('?'));
});
const until = async (check) => { while (!(await check().catch(() => false))) await sleep(100); };
const address = async (name) => (await dns.lookup(name, { family: 4 })).address;
const seen = async (count, find) => {
  const all = new Set();
  await until(async () => { const one = await find(); if (one) all.add(one); return all.size >= count; });
  return [...all].sort().join();
};`;

/** Runs a program with what CLIENT has: the spec holds when it comes to its end. Its pod has another name than the service of the spec. */
export function connect(
  spec: SpecContext,
  program: string,
  more: Partial<PodSpec> = {},
  step = 'client',
): Promise<unknown> {
  const pod = nodeProgram(`${CLIENT}\n(async () => { ${program} })()`);
  return spec.checkPod({ ...pod, ...more }, {}, `${spec.name}-${step}`);
}

export function serverPod(more: Partial<PodSpec> = {}): PodSpec {
  return { terminationGracePeriodSeconds: 0, ...nodeProgram(SERVE, { readinessProbe: READY }), ...more };
}

/** The addresses of the pods that serve. */
async function startServers(spec: SpecContext): Promise<readonly string[]> {
  return Promise.all(
    SERVERS.map(async (name) => {
      await spec.createPod(serverPod(), { labels: { ...SERVER, server: name } }, name).catch((error: unknown) => {
        if (!isStatusError(error, 'AlreadyExists')) throw error;
      });
      const { status } = await spec.waitForPod((pod) => pod.status?.containerStatuses?.[0]?.ready === true, name);
      return status?.podIP ?? '';
    }),
  );
}

/** A service of its name; both servers are behind it unless it states something else. */
async function addService(spec: SpecContext, more: ServiceSpec = {}): Promise<ServiceAddress> {
  await startServers(spec);
  const created = await spec.services.create({
    ...{ apiVersion: 'v1', kind: 'Service', metadata: { name: spec.name } },
    spec: { selector: SERVER, ports: [{ port: 80, targetPort: 8080 }], ...more },
  });
  return serviceAddress(created);
}

interface ServiceAddress {
  readonly ip: string;
  readonly nodePort: number;
}

function serviceAddress({ spec }: Service): ServiceAddress {
  return { ip: spec?.clusterIP ?? '', nodePort: spec?.ports?.[0]?.nodePort ?? 0 };
}

async function changeService(spec: SpecContext, changed: object): Promise<ServiceAddress> {
  return serviceAddress(await spec.services.patch(spec.name, { type: 'merge', body: { spec: changed } }));
}

/** Succeeds when both servers have replied. */
const bothReply = (find: string): string => `await seen(2, () => ${find});`;
const inNode: Partial<PodSpec> = { hostNetwork: true };
const named = (name: string, port: number, targetPort = port, protocol = 'TCP') => ({
  name,
  port,
  targetPort,
  protocol,
});

const toPods =
  (protocol: 'http' | 'udp', more: Partial<PodSpec> = {}) =>
  async (spec: SpecContext): Promise<unknown> => {
    const ips = await startServers(spec);
    const ask = protocol === 'http' ? 'get(ip, 8080)' : 'ask(ip, 8081)';
    return connect(
      spec,
      `for (const ip of ${JSON.stringify(ips)}) await until(async () => (await ${ask}) !== '');`,
      more,
    );
  };

const REACHED: Specs = {
  '[sig-network] Networking Granular Checks: Pods should function for intra-pod communication: http [NodeConformance] [Conformance]':
    toPods('http'),
  '[sig-network] Networking Granular Checks: Pods should function for node-pod communication: udp [LinuxOnly] [NodeConformance] [Conformance]':
    toPods('udp', inNode),
  '[sig-network] Services should serve a basic endpoint from pods [Conformance]': async (spec) => {
    const { ip } = await addService(spec);
    return connect(spec, bothReply(`get('${ip}')`));
  },
  '[sig-network] Services should serve multiport endpoints from pods [Conformance]': async (spec) => {
    const { ip } = await addService(spec, { ports: [named('one', 80, 8080), named('two', 81, 8081)] });
    return connect(spec, `for (const port of [80, 81]) { ${bothReply(`get('${ip}', port)`)} }`);
  },
  '[sig-network] Services should serve endpoints on same port and different protocols [Conformance]': async (spec) => {
    const ports = [named('tcp', 80, 8081), named('udp', 80, 8081, 'UDP')];
    const { ip } = await addService(spec, { ports });
    return connect(spec, `${bothReply(`get('${ip}')`)} await until(async () => (await ask('${ip}')) !== '');`);
  },
  '[sig-network] Services should be able to create a functioning NodePort service [Conformance]': async (spec) => {
    const { ip, nodePort } = await addService(spec, { type: 'NodePort' });
    return connect(spec, `${bothReply(`get('${ip}')`)} ${bothReply(`get('${NODE_ADDRESS}', ${nodePort})`)}`);
  },
};

const REACHED_OTHERWISE: Specs = {
  '[sig-network] Networking Granular Checks: Pods should function for intra-pod communication: udp [NodeConformance] [Conformance]':
    toPods('udp'),
  '[sig-network] Networking Granular Checks: Pods should function for node-pod communication: http [LinuxOnly] [NodeConformance] [Conformance]':
    toPods('http', inNode),
};

const sticks =
  (type: 'ClusterIP' | 'NodePort', isSwitched: boolean) =>
  async (spec: SpecContext): Promise<unknown> => {
    const found = await addService(spec, { type, sessionAffinity: 'ClientIP' });
    const target = type === 'NodePort' ? `'${NODE_ADDRESS}', ${found.nodePort}` : `'${found.ip}'`;
    // Without affinity it is one of two each time. Rules that change meanwhile may choose again.
    const stays = `let first = '';
      for (let same = 0; same < 30; ) {
        const one = await get(${target});
        if (one === '') await sleep(100);
        else if (one === first) same += 1;
        else [first, same] = [one, 1];
      }`;
    await connect(spec, stays);
    if (!isSwitched) return undefined;
    await changeService(spec, { sessionAffinity: 'None' });
    return connect(spec, bothReply(`get(${target})`), {}, 'switched');
  };

const AFFINITY: Specs = {
  '[sig-network] Services should be able to switch session affinity for service with type clusterIP [LinuxOnly] [Conformance]':
    sticks('ClusterIP', true),
  '[sig-network] Services should have session affinity work for NodePort service [LinuxOnly] [Conformance]': sticks(
    'NodePort',
    false,
  ),
};

const MORE_AFFINITY: Specs = {
  '[sig-network] Services should be able to switch session affinity for NodePort service [LinuxOnly] [Conformance]':
    sticks('NodePort', true),
  '[sig-network] Services should have session affinity work for service with type clusterIP [LinuxOnly] [Conformance]':
    sticks('ClusterIP', false),
};

const EXTERNAL = { type: 'ExternalName', externalName: 'other.example.com' } as const;
const INTERNAL = { externalName: null, selector: SERVER, ports: [{ port: 80, targetPort: 8080 }] };

const becomesExternal =
  (type: 'ClusterIP' | 'NodePort') =>
  async (spec: SpecContext): Promise<unknown> => {
    await addService(spec, { type });
    await changeService(spec, { ...EXTERNAL, clusterIP: null, clusterIPs: null });
    const name = `${spec.name}.${DOMAIN}`;
    return connect(spec, `await until(async () => (await dns.resolveCname('${name}'))[0] === 'other.example.com');`);
  };

const becomesInternal =
  (type: 'ClusterIP' | 'NodePort') =>
  async (spec: SpecContext): Promise<unknown> => {
    await addService(spec, EXTERNAL);
    const { ip, nodePort } = await changeService(spec, { ...INTERNAL, type });
    const byNode = type === 'NodePort' ? bothReply(`get('${NODE_ADDRESS}', ${nodePort})`) : '';
    return connect(
      spec,
      `await until(async () => (await address('${spec.name}')) === '${ip}');
      ${bothReply(`get('${spec.name}')`)} ${byNode}`,
    );
  };

const TYPES: Specs = {
  '[sig-network] Services should be able to change the type from ClusterIP to ExternalName [Conformance]':
    becomesExternal('ClusterIP'),
  '[sig-network] Services should be able to change the type from ExternalName to NodePort [Conformance]':
    becomesInternal('NodePort'),
};

const MORE_TYPES: Specs = {
  '[sig-network] Services should be able to change the type from NodePort to ExternalName [Conformance]':
    becomesExternal('NodePort'),
  '[sig-network] Services should be able to change the type from ExternalName to ClusterIP [Conformance]':
    becomesInternal('ClusterIP'),
};

/** A headless service, and a pod with a name in it. */
async function addNamedPod(spec: SpecContext): Promise<string> {
  await addService(spec, { clusterIP: 'None', selector: { pod: spec.name } });
  const pod = { ...serverPod(), hostname: 'named', subdomain: spec.name };
  await spec.createPod(pod, { labels: { pod: spec.name } }, `${spec.name}-named`);
  const { status } = await spec.waitForPod((one) => one.status?.podIP !== undefined, `${spec.name}-named`);
  return status?.podIP ?? '';
}

const resolvesNamedPod = async (spec: SpecContext): Promise<unknown> => {
  const ip = await addNamedPod(spec);
  const names = [`named.${spec.name}`, `named.${spec.name}.${DOMAIN}`];
  return connect(
    spec,
    `for (const name of ${JSON.stringify(names)}) await until(async () => (await address(name)) === '${ip}');`,
  );
};

/** A name server that has one address for all names. */
const NAME_SERVER = `const udp = require('dgram').createSocket('udp4');
udp.on('message', (m, from) => {
  const question = m.subarray(12, 12 + m.subarray(12).indexOf(0) + 5);
  const head = Buffer.from([m[0], m[1], 0x85, 0x80, 0, 1, 0, 1, 0, 0, 0, 0]);
  const reply = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7]);
  udp.send(Buffer.concat([head, question, reply]), from.port, from.address);
}).bind(53, () => require('http').createServer((q, r) => r.end()).listen(8080));`;

const NAMES: Specs = {
  '[sig-network] DNS should provide DNS for the cluster [Conformance]': (spec) =>
    connect(spec, `await until(async () => (await address('kubernetes.default.svc.cluster.local')) !== '');`),
  '[sig-network] DNS should provide /etc/hosts entries for the cluster [Conformance]': (spec) =>
    spec.check('while read -r ip name; do [ "$name" = "$(hostname)" ] && exit 0; done </etc/hosts; exit 1'),
  '[sig-network] DNS should provide DNS for services [Conformance]': async (spec) => {
    const { ip } = await addService(spec, { ports: [named('http', 80, 8080)] });
    const name = `${spec.name}.${DOMAIN}`;
    return connect(
      spec,
      `await until(async () => (await dns.resolve4('${name}')).join() === '${ip}');
       await until(async () => (await dns.resolveSrv('_http._tcp.${name}'))[0].port === 80);
       await until(async () => (await dns.reverse('${ip}'))[0] === '${name}');`,
    );
  },
  '[sig-network] DNS should resolve DNS of partial qualified names for services [LinuxOnly] [Conformance]': async (
    spec,
  ) => {
    const { ip } = await addService(spec);
    const names = ['', `.${NAMESPACE}`, `.${NAMESPACE}.svc`, `.${DOMAIN}`].map((end) => `${spec.name}${end}`);
    return connect(
      spec,
      `for (const name of ${JSON.stringify(names)}) await until(async () => (await address(name)) === '${ip}');`,
    );
  },
  '[sig-network] DNS should provide DNS for pods for Subdomain [Conformance]': resolvesNamedPod,
  '[sig-network] DNS should provide DNS for ExternalName services [Conformance]': async (spec) => {
    await addService(spec, EXTERNAL);
    const name = `${spec.name}.${DOMAIN}`;
    const isOne = (target: string): string =>
      `await until(async () => (await dns.resolveCname('${name}'))[0] === '${target}');`;
    await connect(spec, isOne('other.example.com'));
    await changeService(spec, { externalName: 'changed.example.com' });
    await connect(spec, isOne('changed.example.com'), {}, 'changed');
    const { ip } = await changeService(spec, { ...INTERNAL, type: 'ClusterIP' });
    return connect(spec, `await until(async () => (await address('${name}')) === '${ip}');`, {}, 'internal');
  },
  '[sig-network] DNS should support configurable pod DNS nameservers [Conformance]': async (spec) => {
    const server = `${spec.name}-server`;
    await spec.createPod({ ...nodeProgram(NAME_SERVER, { readinessProbe: READY }) }, {}, server);
    const { status } = await spec.waitForPod((pod) => pod.status?.containerStatuses?.[0]?.ready === true, server);
    const dnsConfig = { nameservers: [status?.podIP ?? ''], searches: ['resolv.conf.local'] };
    const program = `const text = require('fs').readFileSync('/etc/resolv.conf', 'utf8');
      if (!text.includes('search resolv.conf.local')) process.exit(1);
      await until(async () => (await address('notexistname')) === '192.0.2.7');`;
    return connect(spec, program, { dnsPolicy: 'None', dnsConfig });
  },
};

const MORE_NAMES: Specs = {
  '[sig-network] DNS should provide DNS for pods for Hostname [Conformance]': resolvesNamedPod,
};

interface Slice {
  readonly ip: string;
  readonly port: number;
  readonly name?: string;
}

/** A service without a selector, and slices that lead to the servers. */
async function addSlices(spec: SpecContext, slices: readonly Slice[], ports: ServiceSpec['ports']): Promise<string> {
  const created = await spec.services.create({
    ...{ apiVersion: 'v1', kind: 'Service', metadata: { name: spec.name } },
    spec: { ...(ports && { ports }) },
  });
  const known = spec.client.resource(discovery.v1.endpointslices, NAMESPACE);
  for (const [place, { ip, port, name = '' }] of slices.entries()) {
    await known.create({
      ...{ apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', addressType: 'IPv4' },
      metadata: { name: `${spec.name}-${place}`, labels: { 'kubernetes.io/service-name': spec.name } },
      endpoints: [{ addresses: [ip], conditions: { ready: true } }],
      ports: [{ name, port, protocol: 'TCP' }],
    });
  }
  return serviceAddress(created).ip;
}

const SLICES: Specs = {
  '[sig-network] EndpointSlice should support a Service with multiple endpoint IPs specified in multiple EndpointSlices [Conformance]':
    async (spec) => {
      const ips = await startServers(spec);
      const ip = await addSlices(
        spec,
        ips.map((one) => ({ ip: one, port: 8080 })),
        [{ port: 80 }],
      );
      return connect(spec, bothReply(`get('${ip}')`));
    },
  '[sig-network] EndpointSlice should support a Service with multiple ports specified in multiple EndpointSlices [Conformance]':
    async (spec) => {
      const [one = '', two = ''] = await startServers(spec);
      const slices = [
        { ip: one, port: 8080, name: 'first' },
        { ip: two, port: 8081, name: 'second' },
      ];
      const ip = await addSlices(spec, slices, [named('first', 80), named('second', 81)]);
      const program = `await until(async () => (await get('${ip}', 80)) === '${FIRST}');
        await until(async () => (await get('${ip}', 81)) === '${SERVERS[1]}');`;
      return connect(spec, program);
    },
};

const HOST_PORTS: Specs = {
  '[sig-network] HostPort validates that there is no conflict between pods with same hostPort but different hostIP and protocol [LinuxOnly] [Conformance]':
    async (spec) => {
      const hostPort = 54_323;
      const ports = [
        { name: `${spec.name}-1`, hostIP: '127.0.0.1', containerPort: 8080, protocol: 'TCP' },
        { name: `${spec.name}-2`, hostIP: NODE_ADDRESS, containerPort: 8080, protocol: 'TCP' },
        { name: `${spec.name}-3`, hostIP: NODE_ADDRESS, containerPort: 8081, protocol: 'UDP' },
      ];
      for (const { name, ...port } of ports) {
        const pod = nodeProgram(SERVE, { readinessProbe: READY, ports: [{ ...port, hostPort }] });
        await spec.createPod({ terminationGracePeriodSeconds: 0, ...pod }, {}, name);
      }
      for (const { name } of ports) {
        await spec.waitForPod((pod) => pod.status?.containerStatuses?.[0]?.ready === true, name);
      }
      const [one, two, three] = ports.map(({ name }) => name);
      const program = `await until(async () => (await get('127.0.0.1', ${hostPort})) === '${one}');
        await until(async () => (await get('${NODE_ADDRESS}', ${hostPort})) === '${two}');
        await until(async () => (await ask('${NODE_ADDRESS}', ${hostPort})) === '${three}');`;
      return connect(spec, program, inNode);
    },
};

/** With the same over other ways, where tests go further. */
export const NETWORK_SPECS = [
  ...specsOf({ ...REACHED, ...AFFINITY, ...TYPES, ...NAMES, ...SLICES, ...HOST_PORTS }),
  ...specsOf({ ...REACHED_OTHERWISE, ...MORE_AFFINITY, ...MORE_TYPES, ...MORE_NAMES }, { long: true }),
];
