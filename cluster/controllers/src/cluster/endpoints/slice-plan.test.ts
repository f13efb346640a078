import type { Pod, Service } from '@kubemin/kubeapi/types/core.v1';
import type { EndpointSlice } from '@kubemin/kubeapi/types/discovery.v1';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { serviceBackends } from './backend.ts';
import { endpointSubsets } from './endpoint-subsets.ts';
import { planSlices } from './slice-plan.ts';

interface PodTraits {
  readonly ready?: boolean;
  readonly terminating?: boolean;
  readonly port?: number;
  readonly hostname?: string;
}

function pod(number: number, { ready = true, terminating = false, port = 8080, hostname }: PodTraits = {}): Pod {
  const name = `p${String(number).padStart(4, '0')}`;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      namespace: 'ns',
      name,
      uid: `uid-${name}`,
      labels: { app: 'x' },
      ...(terminating && { deletionTimestamp: '2026-01-01T00:00:00Z' }),
    },
    spec: {
      containers: [{ name: 'c', ports: [{ name: 'http', containerPort: port }] }],
      nodeName: 'n',
      ...(hostname && { hostname, subdomain: 'svc' }),
    },
    status: {
      phase: 'Running',
      podIP: `10.244.${number >> 8}.${number & 255}`,
      conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }],
    },
  };
}

function service(spec: Partial<Service['spec']> = {}): Service {
  const ports = [{ port: 80, targetPort: 'http' }];
  const full = { selector: { app: 'x' }, ports, ...spec };
  return { apiVersion: 'v1', kind: 'Service', metadata: { namespace: 'ns', name: 'svc', uid: 's' }, spec: full };
}

/** What the API would hold after carrying the plan out. */
function apply(plan: ReturnType<typeof planSlices>, slices: readonly EndpointSlice[]): readonly EndpointSlice[] {
  const kept = slices.filter((slice) => !plan.remove.includes(slice));
  const updated = kept.map((slice) => {
    const change = plan.update.find((one) => one.slice === slice);
    return change === undefined ? slice : { ...slice, ports: change.ports, endpoints: change.endpoints };
  });
  const created = plan.create.map((content): EndpointSlice => {
    const identity = { apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', addressType: 'IPv4' } as const;
    return { ...identity, metadata: {}, ...content };
  });
  return [...updated, ...created];
}

test('a service without backends has one empty slice, which goes when there are some', () => {
  const empty = apply(planSlices([], []), []);
  expect(empty).toMatchObject([{ ports: [], endpoints: [] }]);
  expect(planSlices([], empty)).toEqual({ create: [], update: [], remove: [] });
  const backends = serviceBackends(service(), [pod(1)]);
  const filled = apply(planSlices(backends, empty), empty);
  expect(filled.map(({ endpoints }) => endpoints.length)).toEqual([1]);
  expect(apply(planSlices([], filled), filled)).toMatchObject([{ ports: [], endpoints: [] }]);
});

describe('backends', () => {
  test('a pod that is going keeps serving in slices and is gone from Endpoints', () => {
    const backends = serviceBackends(service(), [pod(1), pod(2, { terminating: true }), pod(3, { ready: false })]);
    const conditions = planSlices(backends, []).create[0]?.endpoints.map((endpoint) => endpoint.conditions);
    expect(conditions).toEqual([
      { ready: true, serving: true, terminating: false },
      { ready: false, serving: true, terminating: true },
      { ready: false, serving: false, terminating: false },
    ]);
    const [subset] = endpointSubsets(backends);
    expect([subset?.addresses?.length, subset?.notReadyAddresses?.length]).toEqual([1, 1]);
  });

  test('a named target port is looked up in each pod, and pods with other numbers form another group', () => {
    const backends = serviceBackends(service(), [pod(1), pod(2, { port: 9090 })]);
    expect(endpointSubsets(backends).map(({ ports }) => ports?.[0]?.port)).toEqual([8080, 9090]);
    expect(planSlices(backends, []).create).toHaveLength(2);
  });

  test('a pod without the named port is no backend; one without an address neither', () => {
    const unnamed = service({ ports: [{ port: 80, targetPort: 'metrics' }] });
    expect(serviceBackends(unnamed, [pod(1)])).toEqual([]);
    expect(serviceBackends(service(), [{ ...pod(1), status: { phase: 'Pending' } }])).toEqual([]);
  });

  test('publishNotReadyAddresses makes every pod ready; a StatefulSet pod of this service keeps its host name', () => {
    const backends = serviceBackends(service({ publishNotReadyAddresses: true }), [
      pod(1, { ready: false, hostname: 'db-0' }),
    ]);
    expect(backends).toMatchObject([{ ready: true, hostname: 'db-0' }]);
  });
});

describe('slices', () => {
  test('250 pods take three slices, and a change of one pod rewrites one', () => {
    const pods = Array.from({ length: 250 }, (_, number) => pod(number));
    const slices = apply(planSlices(serviceBackends(service(), pods), []), []);
    expect(slices.map(({ endpoints }) => endpoints.length)).toEqual([100, 100, 50]);
    const changed = pods.with(120, pod(120, { ready: false }));
    const plan = planSlices(serviceBackends(service(), changed), slices);
    expect([plan.create.length, plan.update.length, plan.remove.length]).toEqual([0, 1, 0]);
  });

  test('each endpoint has the zone of its node, and a node that moves rewrites only the slices of its pods', () => {
    const pods = Array.from({ length: 150 }, (_, number) => pod(number));
    const backends = serviceBackends(service(), pods);
    const slices = apply(planSlices(backends, [], { zoneOf: () => 'z1' }), []);
    expect(slices[0]?.endpoints[0]).toMatchObject({ nodeName: 'n', zone: 'z1' });
    const moved = planSlices(backends, slices, {
      zoneOf: (one) => (one.metadata.name === 'p0120' ? 'z2' : 'z1'),
    });
    expect([moved.create.length, moved.update.length, moved.remove.length]).toEqual([0, 1, 0]);
    expect(moved.update[0]?.endpoints[20]?.zone).toBe('z2');
    const unlabelled = planSlices(backends, slices).update[0]?.endpoints[0];
    expect(unlabelled && 'zone' in unlabelled).toBe(false);
  });

  test.each([
    ['PreferClose', { forZones: [{ name: 'z1' }] }],
    ['PreferSameZone', { forZones: [{ name: 'z1' }] }],
    ['PreferSameNode', { forNodes: [{ name: 'n' }], forZones: [{ name: 'z1' }] }],
    [undefined, undefined],
  ])('with traffic distribution %s ready endpoints have hints', (trafficDistribution, hints) => {
    const backends = serviceBackends(service(), [pod(1)]);
    const [slice] = planSlices(backends, [], { zoneOf: () => 'z1', trafficDistribution }).create;
    expect(slice?.endpoints[0]?.hints).toEqual(hints);
    const unknownZone = planSlices(backends, [], { trafficDistribution: 'PreferClose' }).create[0];
    expect(unknownZone?.endpoints[0]?.hints).toBeUndefined();
  });

  test('whatever pods come and go, the slices hold exactly the backends, none too large, and a second look changes nothing', () => {
    const population = fc.array(fc.tuple(fc.nat(300), fc.boolean(), fc.constantFrom(8080, 9090)), { maxLength: 250 });
    fc.assert(
      fc.property(population, population, (before, after) => {
        const makePods = (entries: readonly (readonly [number, boolean, number])[]) => [
          ...new Map(entries.map(([number, ready, port]) => [number, pod(number, { ready, port })])).values(),
        ];
        const first = apply(planSlices(serviceBackends(service(), makePods(before)), []), []);
        const backends = serviceBackends(service(), makePods(after));
        const slices = apply(planSlices(backends, first), first);
        const held = slices.flatMap(({ endpoints }) => endpoints.map(({ targetRef }) => targetRef?.name));
        expect(held.toSorted()).toEqual(backends.map((backend) => backend.pod.metadata.name).toSorted());
        const isFilled = backends.length > 0;
        expect(slices.every(({ endpoints }) => endpoints.length > 0 === isFilled && endpoints.length <= 100)).toBe(
          true,
        );
        expect(planSlices(backends, slices)).toEqual({ create: [], update: [], remove: [] });
      }),
      { numRuns: 60 },
    );
  });
});
