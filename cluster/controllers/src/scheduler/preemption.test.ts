import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { PodDisruptionBudget } from '@kubemin/kubeapi/types/policy.v1';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ClusterView } from './cluster-view.ts';
import { defaultProfile } from './default-profile.ts';
import { podDemand } from './demand.ts';
import { DisruptionAllowance } from './disruption-allowance.ts';
import { NominatedPods } from './nominated-pods.ts';
import { findPreemption, type Preemption } from './preemption.ts';
import { bound, clusterView, node, place, placed, pod } from './test-support/scheduling-objects.ts';

interface Circumstances {
  readonly budgets?: readonly PodDisruptionBudget[];
  readonly nominated?: NominatedPods;
  readonly leaving?: readonly string[];
  /** Pods that have another status by now than when they came. */
  readonly current?: readonly Pod[];
}

function preempt(view: ClusterView, object: Pod, circumstances: Circumstances = {}): Preemption {
  const { budgets = [], nominated = new NominatedPods(), leaving = [], current = [] } = circumstances;
  const placement = place(view, object, { nominated });
  if (placement.kind === 'node') throw new Error(`${object.metadata.name} fits on ${placement.name} as it is`);
  return findPreemption({
    demand: podDemand(object),
    profile: defaultProfile,
    view,
    nominated,
    allowance: new DisruptionAllowance(budgets),
    currentPod: ({ pod: known }) => current.find(({ metadata }) => metadata.uid === known.metadata.uid) ?? known,
    verdicts: placement.verdicts,
    isLeaving: ({ key, terminating }) => terminating || leaving.includes(key),
  });
}

const worth = (name: string, priority: number, cpu = '1', more: Partial<Pod> = {}): Pod => ({
  ...pod(name, { requests: { cpu }, labels: { app: name }, spec: { priority } }),
  ...more,
});

function chosen(preemption: Preemption): unknown {
  if (preemption.kind !== 'preempt') return preemption.message;
  return { node: preemption.node, victims: preemption.victims.map(({ key }) => key.slice(3)).sort() };
}

const allowing = (name: string, disruptionsAllowed: number): PodDisruptionBudget => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name, namespace: 'ns' },
  spec: { selector: { matchLabels: { app: name } } },
  status: { currentHealthy: 1, desiredHealthy: 1, expectedPods: 1, disruptionsAllowed },
});

describe('findPreemption', () => {
  test('no more pods leave than must, and the least important of them', () => {
    const view = clusterView([node('a')]);
    bound(view, worth('low', 1), 'a');
    bound(view, worth('middle', 5), 'a');
    expect(chosen(preempt(view, worth('p', 10)))).toEqual({ node: 'a', victims: ['low'] });
    expect(chosen(preempt(view, worth('p', 10, '2')))).toEqual({ node: 'a', victims: ['low', 'middle'] });
    expect(chosen(preempt(view, worth('p', 5)))).toEqual({ node: 'a', victims: ['low'] });
    expect(placed(view, pod('small', { requests: { memory: '1Gi' } }))).toBe('a');
  });

  test('of several nodes the one whose pods matter least; a budget matters more than importance', () => {
    const view = clusterView([node('a'), node('b')]);
    bound(view, worth('on-a', 1, '2'), 'a');
    bound(view, worth('on-b', 5, '2'), 'b');
    expect(chosen(preempt(view, worth('p', 10)))).toEqual({ node: 'a', victims: ['on-a'] });
    expect(chosen(preempt(view, worth('p', 10), { budgets: [allowing('on-a', 0)] }))).toEqual({
      node: 'b',
      victims: ['on-b'],
    });
    expect(chosen(preempt(view, worth('p', 10), { budgets: [allowing('on-a', 1)] }))).toEqual({
      node: 'a',
      victims: ['on-a'],
    });
  });

  test('of pods that matter alike those leave that began last', () => {
    const view = clusterView([node('a'), node('b')]);
    bound(view, worth('old', 1, '2', { status: { startTime: '2026-01-01T00:00:00Z' } }), 'a');
    bound(view, worth('young', 1, '2', { status: { startTime: '2026-02-01T00:00:00Z' } }), 'b');
    expect(chosen(preempt(view, worth('p', 10)))).toEqual({ node: 'b', victims: ['young'] });
  });

  test('what became of pods since they were placed counts: who runs longest stays', () => {
    const view = clusterView([node('a')]);
    for (const name of ['x', 'y']) bound(view, worth(name, 1), 'a');
    const current = ['x', 'y'].map((name, day) =>
      worth(name, 1, '1', { status: { startTime: `2026-01-0${9 - day}` } }),
    );
    expect(chosen(preempt(view, worth('p', 10), { current }))).toEqual({ node: 'a', victims: ['x'] });
  });

  test('of two nodes, the one where fewer pods leave against a budget, however many leave', () => {
    const view = clusterView([node('a'), node('b')]);
    for (const name of ['a1', 'a2']) bound(view, pod(name, { requests: { cpu: '1' }, labels: { app: 'kept' } }), 'a');
    for (const name of ['b1', 'b2', 'b3', 'b4']) {
      bound(view, pod(name, { requests: { cpu: '500m' }, labels: { app: name === 'b1' ? 'kept' : 'free' } }), 'b');
    }
    const all = { node: 'b', victims: ['b1', 'b2', 'b3', 'b4'] };
    expect(chosen(preempt(view, worth('p', 10, '2'), { budgets: [allowing('kept', 0)] }))).toEqual(all);
  });

  test('a victim of an interrupted preemption is chosen again, otherwise always the same one', () => {
    const target = { type: 'DisruptionTarget', status: 'True', reason: 'PreemptionByScheduler' };
    for (const order of [
      ['x', 'y'],
      ['y', 'x'],
    ]) {
      const view = clusterView([node('a')]);
      for (const name of order) bound(view, worth(name, 1), 'a');
      expect(chosen(preempt(view, worth('p', 10)))).toEqual({ node: 'a', victims: ['y'] });
      const begun = clusterView([node('a')]);
      for (const name of order) {
        bound(begun, worth(name, 1, '1', name === 'x' ? { status: { conditions: [target] } } : {}), 'a');
      }
      expect(chosen(preempt(begun, worth('p', 10)))).toEqual({ node: 'a', victims: ['x'] });
    }
  });

  test('reports for every node why no pod is preempted there', () => {
    const taint = { key: 'k', effect: 'NoSchedule' };
    const view = clusterView([node('a'), node('b', { spec: { taints: [taint] } }), node('c'), node('d')]);
    bound(view, worth('equal', 10, '2'), 'a');
    bound(view, worth('high', 20, '2'), 'c');
    bound(view, worth('low', 1, '500m'), 'd');
    bound(view, worth('other', 10, '1500m'), 'd');
    expect(chosen(preempt(view, worth('p', 10)))).toBe(
      '0/4 nodes are available: 1 Insufficient cpu, 1 Preemption is not helpful for scheduling, ' +
        '2 No preemption victims found for incoming pod.',
    );
    const peaceful = pod('p', { requests: { cpu: '1' }, spec: { priority: 10, preemptionPolicy: 'Never' } });
    expect(chosen(preempt(view, peaceful))).toBe('not eligible due to preemptionPolicy=Never.');
  });

  test('a pod whose victims are still leaving waits for them; the next one takes others', () => {
    const view = clusterView([node('a'), node('b')]);
    bound(view, worth('one', 1, '2'), 'a');
    bound(view, worth('two', 2, '2'), 'b');
    const nominated = new NominatedPods();
    nominated.nominate(podDemand(worth('p', 10, '2')), 'a');
    const circumstances = { nominated, leaving: ['ns/one'] };
    expect(preempt(view, worth('p', 10, '2'), circumstances)).toMatchObject({ kind: 'awaited' });
    expect(chosen(preempt(view, worth('q', 10, '2'), circumstances))).toEqual({ node: 'b', victims: ['two'] });
  });

  test('a pod does not wait for pods to leave a node that it cannot go to any more', () => {
    const view = clusterView([node('a', { spec: { unschedulable: true } }), node('b')]);
    bound(view, worth('one', 1, '2'), 'a');
    bound(view, worth('two', 2, '2'), 'b');
    const nominated = new NominatedPods();
    nominated.nominate(podDemand(worth('p', 10, '2')), 'a');
    const found = preempt(view, worth('p', 10, '2'), { nominated, leaving: ['ns/one'] });
    expect(chosen(found)).toEqual({ node: 'b', victims: ['two'] });
  });

  test('anti-affinity of a less important pod is overcome by its leaving', () => {
    const view = clusterView([node('a')]);
    const term = { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app: 'p' } } };
    const affinity = { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } };
    bound(view, pod('hermit', { spec: { priority: 1, affinity } }), 'a');
    bound(view, worth('bystander', 1, '500m'), 'a');
    expect(chosen(preempt(view, worth('p', 10)))).toEqual({ node: 'a', victims: ['hermit'] });
  });
});

test('after the victims leave the pod fits, without any one of them leaving it does not, and the view is as before', () => {
  const some = fc.record({ priority: fc.integer({ min: 0, max: 4 }), cpu: fc.integer({ min: 1, max: 12 }) });
  fc.assert(
    fc.property(fc.array(some, { maxLength: 12 }), some, fc.nat(2), (pods, wish, allowed) => {
      const view = clusterView([node('a'), node('b', { allocatable: { pods: '4' } })]);
      for (const [index, { priority, cpu }] of pods.entries()) {
        const object = worth(`p${index}`, priority, `${cpu * 100}m`);
        const place = placed(view, object);
        if (!place.startsWith('0/')) bound(view, object, place);
      }
      const newcomer = worth('new', wish.priority, `${wish.cpu * 100}m`);
      if (place(view, newcomer).kind === 'node') return;
      const before = view.nodes.map(({ used, pods: here }) => ({ ...used, here: [...here.keys()].sort() }));
      const preemption = preempt(view, newcomer, { budgets: [allowing('p0', 0), allowing('p1', allowed)] });
      expect(view.nodes.map(({ used, pods: here }) => ({ ...used, here: [...here.keys()].sort() }))).toEqual(before);
      if (preemption.kind !== 'preempt') return;
      const fitsWithout = (keys: readonly string[]): boolean => {
        const putBack = keys.map((key) => view.lift(key));
        const placement = place(view, newcomer);
        for (const restore of putBack) restore();
        return placement.kind === 'node' && placement.name === preemption.node;
      };
      const victims = preemption.victims.map(({ key }) => key);
      expect(preemption.victims.every(({ priority }) => priority < wish.priority)).toBe(true);
      expect(fitsWithout(victims)).toBe(true);
      for (const spared of victims) expect(fitsWithout(victims.filter((key) => key !== spared))).toBe(false);
    }),
    { numRuns: 300 },
  );
});
