import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultProfile } from './default-profile.ts';
import { type Demand, podDemand } from './demand.ts';
import { NominatedPods } from './nominated-pods.ts';
import { type Placement, PlacementRound } from './placement.ts';
import { clusterView, node, place, placed, pod } from './test-support/scheduling-objects.ts';

describe('place', () => {
  test('reports for every node why it is not available', () => {
    const taint = { key: 'dedicated', value: 'db', effect: 'NoSchedule' };
    const view = clusterView([
      node('a'),
      node('b'),
      node('c', { allocatable: { cpu: '64' }, spec: { taints: [taint] } }),
    ]);
    expect(placed(view, pod('p', { requests: { cpu: '3' } }))).toBe(
      '0/3 nodes are available: 1 node(s) had untolerated taint {dedicated: db}, 2 Insufficient cpu.',
    );
  });

  test('an extended resource that no node has is insufficient', () => {
    const view = clusterView([node('plain'), node('small', { allocatable: { 'nvidia.com/gpu': '1' } })]);
    expect(placed(view, pod('p', { requests: { 'nvidia.com/gpu': '1' } }))).toBe('small');
    expect(placed(view, pod('p', { requests: { 'nvidia.com/gpu': '2' } }))).toBe(
      '0/2 nodes are available: 2 Insufficient nvidia.com/gpu.',
    );
  });

  test('cordoned nodes, other labels and missing tolerations keep pods away; a toleration lets them in', () => {
    const taint = { key: 'gpu', effect: 'NoSchedule' };
    const view = clusterView([
      node('off', { spec: { unschedulable: true } }),
      node('tainted', { spec: { taints: [taint] } }),
    ]);
    expect(placed(view, pod('p', { spec: { tolerations: [{ key: 'gpu', operator: 'Exists' }] } }))).toBe('tainted');
    expect(placed(view, pod('p'))).toContain('1 node(s) were unschedulable');
    expect(placed(clusterView([node('a')]), pod('p', { spec: { nodeSelector: { disk: 'ssd' } } }))).toBe(
      "0/1 nodes are available: 1 node(s) didn't match Pod's node affinity/selector.",
    );
  });

  test('without nodes there is nothing to list', () => {
    expect(placed(clusterView([]), pod('p'))).toBe('no nodes available to schedule pods');
  });

  test('a pod that is refused whatever the nodes hears first that there are none', () => {
    const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }];
    expect(placed(clusterView([]), pod('p', { spec: { volumes } }))).toBe('no nodes available to schedule pods');
  });

  test('what a pod requests as a whole counts instead of what its containers do', () => {
    const resources = { requests: { cpu: '3' } };
    expect(placed(clusterView([node('a')]), pod('p', { requests: { cpu: '1' }, spec: { resources } }))).toContain(
      'cpu',
    );
    expect(
      placed(
        clusterView([node('a')]),
        pod('p', { requests: { cpu: '3' }, spec: { resources: { requests: { cpu: '1' } } } }),
      ),
    ).toBe('a');
    expect(
      placed(
        clusterView([node('a')]),
        pod('p', { requests: { memory: '5Gi' }, spec: { resources: { requests: { cpu: '1' } } } }),
      ),
    ).toContain('memory');
  });

  test('labels that are no whole numbers are neither more nor less than one', () => {
    const sized = (size: string, operator: string) => {
      const matchExpressions = [{ key: 'size', operator, values: ['5'] }];
      const required = { nodeSelectorTerms: [{ matchExpressions }] };
      const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } };
      return placed(clusterView([node('a', { labels: { size } })]), pod('p', { spec: { affinity } }));
    };
    expect([sized('6', 'Gt'), sized('4', 'Lt')]).toEqual(['a', 'a']);
    for (const odd of ['', 'big', '0x1', '1.5']) expect(sized(odd, 'Lt')).toContain('affinity');
    expect(sized('0x10', 'Gt')).toContain('affinity');
  });

  test('siblings go to different nodes', () => {
    const view = clusterView([node('a'), node('b'), node('c')]);
    const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'rs', uid: 'u', controller: true };
    const nodes = ['1', '2', '3'].map((name) => {
      const sibling = pod(name, { metadata: { ownerReferences: [owner] } });
      const chosen = placed(view, sibling);
      view.assume(`ns/${name}`, podDemand(sibling), chosen);
      return chosen;
    });
    expect(nodes.toSorted()).toEqual(['a', 'b', 'c']);
  });

  test('the largest init container counts when it needs more than the containers together', () => {
    const initContainers = [{ name: 'i', resources: { requests: { cpu: '3' } } }];
    expect(placed(clusterView([node('a')]), pod('p', { requests: { cpu: '1' }, spec: { initContainers } }))).toContain(
      'Insufficient cpu',
    );
  });
});

test('with assumed, bound, refused and deleted pods in any order, no node is ever over-committed', () => {
  const step = fc.record({
    do: fc.constantFrom('schedule' as const, 'confirm' as const, 'refuse' as const, 'delete' as const, 'node' as const),
    cpu: fc.integer({ min: 1, max: 1500 }),
    which: fc.nat(50),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const nodes = [node('a'), node('b', { allocatable: { pods: '3' } })];
      const view = clusterView(nodes);
      const pods = new Map<string, Pod>();
      for (const [index, { do: action, cpu, which }] of steps.entries()) {
        const [key, known] = [...pods][which % Math.max(1, pods.size)] ?? [];
        if (action === 'schedule') {
          const fresh = pod(`p${index}`, { requests: { cpu: `${cpu}m` } });
          const chosen = placed(view, fresh);
          if (!chosen.startsWith('0/')) {
            view.assume(`ns/p${index}`, podDemand(fresh), chosen);
            pods.set(`ns/p${index}`, {
              ...fresh,
              spec: { containers: fresh.spec?.containers ?? [], nodeName: chosen },
            });
          }
        } else if (action === 'node') {
          const object = nodes[which % 2] ?? node('a');
          view.observeNode({ type: 'updated', key: object.metadata.name ?? '', object, old: object });
        } else if (key !== undefined && known !== undefined) {
          if (action === 'confirm') view.observePod({ type: 'updated', key, object: known, old: known });
          if (action === 'delete') view.observePod({ type: 'deleted', key, object: known, old: known });
          if (action === 'refuse' && view.assumedNode(key) !== undefined) view.forget(key);
          else if (action !== 'delete') continue;
          pods.delete(key);
        }
      }
      for (const info of view.nodes) {
        const name = info.node.metadata.name;
        const here = [...pods.values()].filter(({ spec }) => spec?.nodeName === name);
        const cpu = here.reduce((sum, one) => sum + (podDemand(one).requests.cpu ?? 0), 0);
        expect(info.used.cpu ?? 0).toBe(cpu);
        expect(info.used.pods ?? 0).toBe(here.length);
        expect(cpu).toBeLessThanOrEqual(2000);
        expect(here.length).toBeLessThanOrEqual(info.allocatable.pods ?? 0);
      }
    }),
    { numRuns: 200 },
  );
});

test('pods placed in rounds of their kinds go where they would go one by one, whatever the order of kinds', () => {
  const nodes = fc.array(
    fc.record({ cpu: fc.integer({ min: 1, max: 4 }), pods: fc.integer({ min: 1, max: 5 }), tainted: fc.boolean() }),
    { minLength: 1, maxLength: 130 },
  );
  const kind = fc.record({ cpu: fc.integer({ min: 1, max: 900 }), owned: fc.boolean(), start: fc.nat(200) });
  fc.assert(
    fc.property(
      nodes,
      fc.tuple(kind, kind),
      fc.array(fc.constantFrom(0, 1), { maxLength: 60 }),
      (sizes, kinds, order) => {
        const objects = sizes.map((size, index) =>
          node(`n${index}`, {
            allocatable: { cpu: `${size.cpu}`, pods: `${size.pods}` },
            spec: size.tainted ? { taints: [{ key: 'soft', effect: 'PreferNoSchedule' }] } : {},
          }),
        );
        const pods = order.map((which, index) => {
          const { cpu, owned } = kinds[which] ?? kinds[0];
          const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'rs', uid: `u${which}`, controller: true };
          const metadata = owned ? { ownerReferences: [owner] } : {};
          return { which, demand: podDemand(pod(`p${index}`, { requests: { cpu: `${cpu}m` }, metadata })) };
        });
        const together = placements(objects, pods, (view) => {
          const rounds = kinds.map(
            ({ start }) => new PlacementRound({ profile: defaultProfile, view, nominated: new NominatedPods(), start }),
          );
          return ({ which, demand }) => {
            expect(rounds[which]?.isCurrent).toBe(true);
            return rounds[which]?.place(demand);
          };
        });
        const apart = placements(
          objects,
          pods,
          (view) =>
            ({ which, demand }) =>
              place(view, demand.pod, { start: kinds[which]?.start ?? 0 }),
        );
        expect(together).toEqual(apart);
      },
    ),
    { numRuns: 60 },
  );
});

interface Arrival {
  readonly which: number;
  readonly demand: Demand;
}

function placements(
  nodes: Parameters<typeof clusterView>[0],
  pods: readonly Arrival[],
  placer: (view: ReturnType<typeof clusterView>) => (pod: Arrival) => Placement | undefined,
): readonly (string | undefined)[] {
  const view = clusterView(nodes);
  const decide = placer(view);
  return pods.map((arrival) => {
    const placement = decide(arrival);
    if (placement?.kind !== 'node') return placement?.message;
    view.assume(arrival.demand.key, arrival.demand, placement.name);
    return placement.name;
  });
}
