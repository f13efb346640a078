import type { Node, Pod } from '@kubemin/kubeapi/types/core.v1';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ClusterView } from './cluster-view.ts';
import { defaultProfile } from './default-profile.ts';
import { demandOf } from './demand.ts';
import { place } from './placement.ts';

function node(name: string, allocatable: Record<string, string> = {}, spec: Node['spec'] = {}): Node {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'kubernetes.io/hostname': name } },
    spec,
    status: {
      allocatable: { cpu: '2', memory: '4Gi', pods: '10', ...allocatable },
      conditions: [{ type: 'Ready', status: 'True' }],
    },
  };
}

function pod(name: string, requests: Record<string, string> = {}, spec: Partial<Pod['spec']> = {}): Pod {
  const containers = [{ name: 'c', resources: { requests } }];
  return { apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'ns', name }, spec: { containers, ...spec } };
}

function viewOf(...nodes: readonly Node[]): ClusterView {
  const view = new ClusterView();
  for (const object of nodes) view.observeNode({ type: 'added', key: object.metadata.name ?? '', object });
  return view;
}

function placed(view: ClusterView, object: Pod): string {
  const placement = place({ demand: demandOf(object), nodes: view.nodes, profile: defaultProfile, start: 0 });
  return placement.kind === 'node' ? placement.name : placement.message;
}

describe('place', () => {
  test('says of every node why it is not available', () => {
    const taint = { key: 'dedicated', value: 'db', effect: 'NoSchedule' };
    const view = viewOf(node('a'), node('b'), node('c', { cpu: '64' }, { taints: [taint] }));
    expect(placed(view, pod('p', { cpu: '3' }))).toBe(
      '0/3 nodes are available: 1 node(s) had untolerated taint {dedicated: db}, 2 Insufficient cpu.',
    );
  });

  test('an extended resource that no node has is insufficient', () => {
    const view = viewOf(node('plain'), node('small', { 'nvidia.com/gpu': '1' }));
    expect(placed(view, pod('p', { 'nvidia.com/gpu': '1' }))).toBe('small');
    expect(placed(view, pod('p', { 'nvidia.com/gpu': '2' }))).toBe(
      '0/2 nodes are available: 2 Insufficient nvidia.com/gpu.',
    );
  });

  test('cordoned nodes, other labels and missing tolerations keep pods away; a toleration lets them in', () => {
    const taint = { key: 'gpu', effect: 'NoSchedule' };
    const view = viewOf(node('off', {}, { unschedulable: true }), node('tainted', {}, { taints: [taint] }));
    expect(placed(view, pod('p', {}, { tolerations: [{ key: 'gpu', operator: 'Exists' }] }))).toBe('tainted');
    expect(placed(view, pod('p'))).toContain('1 node(s) were unschedulable');
    expect(placed(viewOf(node('a')), pod('p', {}, { nodeSelector: { disk: 'ssd' } }))).toBe(
      "0/1 nodes are available: 1 node(s) didn't match Pod's node affinity/selector.",
    );
  });

  test('without nodes there is nothing to list', () => {
    expect(placed(viewOf(), pod('p'))).toBe('no nodes available to schedule pods');
  });

  test('siblings go to different nodes', () => {
    const view = viewOf(node('a'), node('b'), node('c'));
    const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'rs', uid: 'u', controller: true };
    const nodes = ['1', '2', '3'].map((name) => {
      const sibling = { ...pod(name), metadata: { namespace: 'ns', name, ownerReferences: [owner] } };
      const chosen = placed(view, sibling);
      view.assume(`ns/${name}`, demandOf(sibling), chosen);
      return chosen;
    });
    expect(nodes.toSorted()).toEqual(['a', 'b', 'c']);
  });

  test('the largest init container counts when it needs more than the containers together', () => {
    const initContainers = [{ name: 'i', resources: { requests: { cpu: '3' } } }];
    expect(placed(viewOf(node('a')), pod('p', { cpu: '1' }, { initContainers }))).toContain('Insufficient cpu');
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
      const nodes = [node('a'), node('b', { pods: '3' })];
      const view = viewOf(...nodes);
      const pods = new Map<string, Pod>();
      for (const [index, { do: action, cpu, which }] of steps.entries()) {
        const [key, known] = [...pods][which % Math.max(1, pods.size)] ?? [];
        if (action === 'schedule') {
          const fresh = pod(`p${index}`, { cpu: `${cpu}m` });
          const chosen = placed(view, fresh);
          if (!chosen.startsWith('0/')) {
            view.assume(`ns/p${index}`, demandOf(fresh), chosen);
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
        const cpu = here.reduce((sum, one) => sum + (demandOf(one).requests.cpu ?? 0), 0);
        expect(info.used.cpu ?? 0).toBe(cpu);
        expect(info.used.pods ?? 0).toBe(here.length);
        expect(cpu).toBeLessThanOrEqual(2000);
        expect(here.length).toBeLessThanOrEqual(info.allocatable.pods ?? 0);
      }
    }),
    { numRuns: 200 },
  );
});
