import type { ContainerPort, Pod, Service } from '@kubemin/kubeapi/types/core.v1';
import type { Endpoint, EndpointSlice } from '@kubemin/kubeapi/types/discovery.v1';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withHostPorts } from './host-ports.ts';
import { compareTables, healthChecks, type ServiceNode, type ServiceTable, serviceTable } from './service-table.ts';

const NODE: ServiceNode = { name: 'n1', addresses: ['192.0.2.1', '192.0.2.2'] };

function makeService(spec: Service['spec'], more: Partial<Service> = {}): Service {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { namespace: 'shop', name: 'web', creationTimestamp: '2026-01-01T00:00:00Z' },
    spec: { clusterIP: '10.96.0.5', ports: [{ port: 80 }], ...spec },
    ...more,
  };
}

function makeSlice(endpoints: readonly Endpoint[], more: Partial<EndpointSlice> = {}): EndpointSlice {
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    addressType: 'IPv4',
    metadata: { namespace: 'shop', name: 'web-x', labels: { 'kubernetes.io/service-name': 'web' } },
    ports: [{ name: '', port: 8080, protocol: 'TCP' }],
    endpoints,
    ...more,
  };
}

/** `10.96.0.5/TCP/80 → 10.244.0.2:8080` for each entry. */
function lines(table: ServiceTable): readonly string[] {
  return [...table].map(
    ([key, { endpoints }]) => `${key} → ${endpoints.map(({ address, port }) => `${address}:${port}`).join(' ')}`,
  );
}

const ready = (address: string, nodeName = 'n1'): Endpoint => ({
  addresses: [address],
  nodeName,
  conditions: { ready: true, serving: true, terminating: false },
});
const leaving = (address: string, nodeName = 'n1'): Endpoint => ({
  addresses: [address],
  nodeName,
  conditions: { ready: false, serving: true, terminating: true },
});
const starting = (address: string): Endpoint => ({
  addresses: [address],
  nodeName: 'n1',
  conditions: { ready: false, serving: false, terminating: false },
});

describe('which endpoints an address leads to', () => {
  test('ready ones of all slices, each once, at the port of the slice', () => {
    const slices = [
      makeSlice([ready('10.244.0.3'), starting('10.244.0.4')]),
      makeSlice([ready('10.244.0.3'), ready('10.244.1.2', 'n2')], {
        metadata: { namespace: 'shop', name: 'web-y', labels: { 'kubernetes.io/service-name': 'web' } },
      }),
      makeSlice([ready('10.244.0.9')], {
        metadata: { namespace: 'other', name: 'web-x', labels: { 'kubernetes.io/service-name': 'web' } },
      }),
    ];
    expect(lines(serviceTable([makeService({})], slices, NODE))).toEqual([
      '10.96.0.5/TCP/80 → 10.244.0.3:8080 10.244.1.2:8080',
    ]);
  });

  test('an endpoint without conditions is ready', () => {
    const table = serviceTable([makeService({})], [makeSlice([{ addresses: ['10.244.0.3'] }])], NODE);
    expect(lines(table)).toEqual(['10.96.0.5/TCP/80 → 10.244.0.3:8080']);
  });

  test('those that terminate and still serve, only while none is ready', () => {
    const gone: Endpoint = {
      addresses: ['10.244.0.8'],
      conditions: { ready: false, serving: false, terminating: true },
    };
    const last = [leaving('10.244.0.2'), starting('10.244.0.4'), gone];
    expect(lines(serviceTable([makeService({})], [makeSlice(last)], NODE))).toEqual([
      '10.96.0.5/TCP/80 → 10.244.0.2:8080',
    ]);
    expect(lines(serviceTable([makeService({})], [makeSlice([...last, ready('10.244.0.3')])], NODE))).toEqual([
      '10.96.0.5/TCP/80 → 10.244.0.3:8080',
    ]);
  });

  test('ports are matched by name and protocol', () => {
    const service = makeService({
      ports: [
        { name: 'dns', port: 53, protocol: 'UDP' },
        { name: 'dns-tcp', port: 53, protocol: 'TCP' },
        { name: 'metrics', port: 9153 },
        { name: 'sctp', port: 5, protocol: 'SCTP' },
      ],
    });
    const ports = [
      { name: 'dns', port: 5353, protocol: 'UDP' },
      { name: 'dns-tcp', port: 5354, protocol: 'TCP' },
    ];
    expect(lines(serviceTable([service], [makeSlice([ready('10.244.0.3')], { ports })], NODE))).toEqual([
      '10.96.0.5/UDP/53 → 10.244.0.3:5353',
      '10.96.0.5/TCP/53 → 10.244.0.3:5354',
      '10.96.0.5/TCP/9153 → ',
    ]);
  });

  test('addresses of both families lead to endpoints of their own', () => {
    const service = makeService({ clusterIP: '10.96.0.5', clusterIPs: ['10.96.0.5', 'fd00::5'] });
    const slices = [
      makeSlice([ready('10.244.0.3')]),
      makeSlice([ready('fd01::3')], { addressType: 'IPv6' }),
      makeSlice([ready('pod.example')], { addressType: 'FQDN' }),
    ];
    expect(lines(serviceTable([service], slices, NODE))).toEqual([
      '10.96.0.5/TCP/80 → 10.244.0.3:8080',
      'fd00::5/TCP/80 → fd01::3:8080',
    ]);
  });
});

describe('which addresses there are', () => {
  test('cluster, external and load balancer addresses, and node ports on all addresses of the node', () => {
    const service = makeService(
      {
        type: 'LoadBalancer',
        ports: [{ port: 80, nodePort: 30_080 }],
        externalIPs: ['198.51.100.7'],
        loadBalancerSourceRanges: ['203.0.113.0/24'],
      },
      { status: { loadBalancer: { ingress: [{ ip: '198.51.100.8' }, { ip: '198.51.100.9', ipMode: 'Proxy' }] } } },
    );
    const table = serviceTable([service], [makeSlice([ready('10.244.0.3')])], NODE);
    expect([...table].map(([key, { scope, sourceRanges }]) => `${key} ${scope} ${sourceRanges ?? ''}`)).toEqual([
      '10.96.0.5/TCP/80 cluster ',
      '198.51.100.7/TCP/80 external ',
      '198.51.100.8/TCP/80 external 203.0.113.0/24',
      '192.0.2.1/TCP/30080 external ',
      '192.0.2.2/TCP/30080 external ',
    ]);
  });

  test('headless and ExternalName services, those of another proxy and reserved addresses have none', () => {
    const services = [
      makeService({ clusterIP: 'None', clusterIPs: ['None'] }),
      makeService({ type: 'ExternalName', externalName: 'example.org', clusterIP: '' }),
      makeService({}, { metadata: { name: 'x', labels: { 'service.kubernetes.io/service-proxy-name': 'mine' } } }),
      makeService({ clusterIP: '10.96.0.10' }),
    ];
    expect(serviceTable(services, [], { ...NODE, reserved: ['10.96.0.10'] }).size).toBe(0);
  });

  test('of two services with the same external address the older one has it', () => {
    const at = (name: string, creationTimestamp: string, clusterIP: string): Service =>
      makeService(
        { clusterIP, externalIPs: ['198.51.100.7'] },
        { metadata: { namespace: 'shop', name, creationTimestamp } },
      );
    const table = serviceTable(
      [at('young', '2026-01-02T00:00:00Z', '10.96.0.1'), at('old', '2026-01-01T00:00:00Z', '10.96.0.2')],
      [],
      NODE,
    );
    expect(table.get('198.51.100.7/TCP/80')?.service).toBe('shop/old');
  });
});

describe('traffic policies', () => {
  const slices = [makeSlice([ready('10.244.0.3'), ready('10.244.1.3', 'n2')])];
  const ports = [{ port: 80, nodePort: 30_080 }];
  const node = { name: 'n1', addresses: ['192.0.2.1'] };

  test('internal Local keeps cluster addresses to this node', () => {
    expect(lines(serviceTable([makeService({ internalTrafficPolicy: 'Local', ports })], slices, node))).toEqual([
      '10.96.0.5/TCP/80 → 10.244.0.3:8080',
      '192.0.2.1/TCP/30080 → 10.244.0.3:8080 10.244.1.3:8080',
    ]);
  });

  test('external Local keeps node ports to this node', () => {
    expect(lines(serviceTable([makeService({ externalTrafficPolicy: 'Local', ports })], slices, node))).toEqual([
      '10.96.0.5/TCP/80 → 10.244.0.3:8080 10.244.1.3:8080',
      '192.0.2.1/TCP/30080 → 10.244.0.3:8080',
    ]);
  });

  test('Local prefers a terminating endpoint here to a ready one elsewhere', () => {
    const mixed = [makeSlice([leaving('10.244.0.3'), ready('10.244.1.3', 'n2')])];
    expect(lines(serviceTable([makeService({ internalTrafficPolicy: 'Local' })], mixed, NODE))).toEqual([
      '10.96.0.5/TCP/80 → 10.244.0.3:8080',
    ]);
  });
});

test('session affinity lasts three hours unless the service has a time of its own', () => {
  const affinity = (spec: Service['spec']): unknown =>
    serviceTable([makeService(spec)], [], NODE).get('10.96.0.5/TCP/80')?.affinitySeconds;
  expect(affinity({})).toBeUndefined();
  expect(affinity({ sessionAffinity: 'ClientIP' })).toBe(10_800);
  const sessionAffinityConfig = { clientIP: { timeoutSeconds: 60 } };
  expect(affinity({ sessionAffinity: 'ClientIP', sessionAffinityConfig })).toBe(60);
});

const endpoints = fc.record({
  addresses: fc.tuple(fc.integer({ min: 1, max: 6 }).map((n) => `10.244.0.${n}`)),
  nodeName: fc.constantFrom('n1', 'n2'),
  conditions: fc.record({ ready: fc.boolean(), serving: fc.boolean(), terminating: fc.boolean() }),
});
const names = fc.constantFrom('a', 'b', 'c');
const services = fc.uniqueArray(
  fc
    .record({
      name: names,
      clusterIP: fc.integer({ min: 1, max: 4 }).map((n) => `10.96.0.${n}`),
      externalIPs: fc.constantFrom([], ['198.51.100.7']),
      nodePort: fc.constantFrom(undefined, 30_000, 30_001),
      policy: fc.constantFrom('Cluster', 'Local'),
      created: fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'),
    })
    .map(({ name, clusterIP, externalIPs, nodePort, policy, created }) =>
      makeService(
        {
          clusterIP,
          externalIPs,
          externalTrafficPolicy: policy,
          internalTrafficPolicy: policy,
          ports: [{ port: 80, ...(nodePort === undefined ? {} : { nodePort }) }],
        },
        { metadata: { namespace: 'shop', name, creationTimestamp: created } },
      ),
    ),
  { selector: ({ metadata }) => metadata.name },
);
const slices = fc.array(
  fc.record({ service: names, endpoints: fc.array(endpoints, { maxLength: 5 }) }).map((drawn) =>
    makeSlice(drawn.endpoints, {
      metadata: { namespace: 'shop', name: 'x', labels: { 'kubernetes.io/service-name': drawn.service } },
    }),
  ),
  { maxLength: 5 },
);

describe('hints of endpoints', () => {
  const hinted = (address: string, hints: Endpoint['hints'], more: Endpoint = ready(address)): Endpoint => ({
    ...more,
    ...(hints !== undefined && { hints }),
  });
  const inZone = (zone: string): NonNullable<Endpoint['hints']> => ({ forZones: [{ name: zone }] });
  const onNode = (node: string, zone: string) => ({ ...inZone(zone), forNodes: [{ name: node }] });
  const chosen = (endpoints: readonly Endpoint[], spec: Service['spec'] = {}): readonly string[] => {
    const table = serviceTable([makeService(spec)], [makeSlice(endpoints)], { ...NODE, zone: 'z1' });
    return [...table.values()].flatMap((entry) => entry.endpoints.map(({ address }) => address));
  };

  test.each<[string, readonly Endpoint[], readonly string[]]>([
    ['those for the zone', [hinted('10.0.0.1', inZone('z1')), hinted('10.0.0.2', inZone('z2'))], ['10.0.0.1']],
    [
      'those for the node',
      [hinted('10.0.0.1', onNode('n1', 'z1')), hinted('10.0.0.2', onNode('n2', 'z1'))],
      ['10.0.0.1'],
    ],
    [
      'those for the zone without one for the node',
      [hinted('10.0.0.1', onNode('n2', 'z1')), hinted('10.0.0.2', onNode('n3', 'z2'))],
      ['10.0.0.1'],
    ],
    [
      'all where there is none for the zone',
      [hinted('10.0.0.1', inZone('z2')), hinted('10.0.0.2', inZone('z3'))],
      ['10.0.0.1', '10.0.0.2'],
    ],
    [
      'all where one has no hint',
      [hinted('10.0.0.1', inZone('z1')), hinted('10.0.0.2', undefined)],
      ['10.0.0.1', '10.0.0.2'],
    ],
    [
      'of those that are leaving where none is ready',
      [hinted('10.0.0.1', inZone('z1'), leaving('10.0.0.1')), hinted('10.0.0.2', inZone('z2'), leaving('10.0.0.2'))],
      ['10.0.0.1'],
    ],
  ])('%s', (_, endpoints, expected) => {
    expect(chosen(endpoints)).toEqual(expected);
  });

  test('do not matter to traffic that stays on the node', () => {
    const endpoints = [hinted('10.0.0.1', inZone('z2')), hinted('10.0.0.2', inZone('z1'), ready('10.0.0.2', 'n2'))];
    expect(chosen(endpoints, { internalTrafficPolicy: 'Local' })).toEqual(['10.0.0.1']);
  });
});

test('health checks count the ready endpoints of this node, for load balancers with external policy Local alone', () => {
  const local: Service['spec'] = { type: 'LoadBalancer', externalTrafficPolicy: 'Local', healthCheckNodePort: 32_000 };
  const parts = [makeSlice([ready('10.244.0.2'), leaving('10.244.0.3'), ready('10.244.1.2', 'n2')])];
  expect(healthChecks([makeService(local)], parts, NODE)).toEqual(
    new Map([[32_000, { namespace: 'shop', name: 'web', localEndpoints: 1 }]]),
  );
  expect(healthChecks([makeService({ ...local, externalTrafficPolicy: 'Cluster' })], parts, NODE).size).toBe(0);
  expect(healthChecks([makeService({ ...local, type: 'NodePort' })], parts, NODE).size).toBe(0);
});

describe('host ports', () => {
  const podWith = (ports: readonly ContainerPort[], more: Partial<Pod> = {}): Pod => ({
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', namespace: 'shop' } },
    spec: { containers: [{ name: 'main', image: 'web:1', ports }] },
    status: { phase: 'Running', podIP: '10.244.0.9' },
    ...more,
  });
  const port = { containerPort: 80, hostPort: 8080 };
  const added = (pod: Pod, table: ServiceTable = new Map()) => lines(withHostPorts(table, [pod], NODE));

  test('lead to the pod at the addresses of the node, or at that which it asks for', () => {
    expect(added(podWith([port]))).toEqual([
      '192.0.2.1/TCP/8080 → 10.244.0.9:80',
      '192.0.2.2/TCP/8080 → 10.244.0.9:80',
    ]);
    expect(added(podWith([{ ...port, hostIP: '192.0.2.2', protocol: 'UDP' }]))).toEqual([
      '192.0.2.2/UDP/8080 → 10.244.0.9:80',
    ]);
  });

  test('of pods that have ended, have no address, or the network of the node are left out', () => {
    expect(added(podWith([port], { status: { phase: 'Failed', podIP: '10.244.0.9' } }))).toEqual([]);
    expect(added(podWith([port], { status: {} }))).toEqual([]);
    expect(added(podWith([port], { spec: { ...podWith([port]).spec, containers: [], hostNetwork: true } }))).toEqual(
      [],
    );
    expect(added(podWith([{ containerPort: 80 }, { ...port, protocol: 'SCTP' }]))).toEqual([]);
  });

  test('do not replace ports of services', () => {
    const table = serviceTable([makeService({ externalIPs: ['192.0.2.1'], ports: [{ port: 8080 }] })], [], NODE);
    expect(added(podWith([{ ...port, hostIP: '192.0.2.1' }]), table)).toEqual(lines(table));
  });
});

describe('whatever the cluster has', () => {
  test('the order of services and slices does not matter', () => {
    const shuffled = fc
      .tuple(services, slices)
      .chain(([one, two]) =>
        fc.tuple(
          fc.constant(one),
          fc.constant(two),
          fc.shuffledSubarray(one, { minLength: one.length }),
          fc.shuffledSubarray(two, { minLength: two.length }),
        ),
      );
    fc.assert(
      fc.property(shuffled, ([one, two, oneShuffled, twoShuffled]) => {
        expect(serviceTable(oneShuffled, twoShuffled, NODE)).toEqual(serviceTable(one, two, NODE));
      }),
    );
  });

  test('every endpoint of an entry is in a slice of its service, serves, and is on this node where that is asked', () => {
    fc.assert(
      fc.property(services, slices, (all, parts) => {
        for (const entry of serviceTable(all, parts, NODE).values()) {
          const own = parts
            .filter(({ metadata }) => `shop/${metadata.labels?.['kubernetes.io/service-name']}` === entry.service)
            .flatMap((part) => part.endpoints)
            .filter(({ nodeName }) => !entry.local || nodeName === 'n1');
          const isReady = ({ conditions }: Endpoint): boolean => conditions?.ready !== false;
          const anyReady = own.some(isReady);
          const wanted = own.filter((endpoint) =>
            anyReady ? isReady(endpoint) : endpoint.conditions?.serving && endpoint.conditions.terminating,
          );
          expect(entry.endpoints.map(({ address }) => address)).toEqual(
            [...new Set(wanted.flatMap(({ addresses }) => addresses))].sort(),
          );
        }
      }),
    );
  });

  test('the changes between two tables lead from one to the other, and there are none between equal ones', () => {
    fc.assert(
      fc.property(services, slices, services, slices, (one, oneSlices, two, twoSlices) => {
        const before = serviceTable(one, oneSlices, NODE);
        const after = serviceTable(two, twoSlices, NODE);
        const { removed, added, changed } = compareTables(before, after);
        const reached = new Set(before.values());
        for (const entry of removed) reached.delete(entry);
        for (const change of changed) reached.delete(change.before);
        const result = [...reached, ...added, ...changed.map((change) => change.after)];
        const text = (entries: Iterable<unknown>): readonly string[] =>
          Array.from(entries, (entry) => JSON.stringify(entry)).sort();
        expect(text(result)).toEqual(text(after.values()));
        expect(compareTables(before, serviceTable(one, oneSlices, NODE))).toEqual({
          removed: [],
          added: [],
          changed: [],
        });
      }),
    );
  });
});
