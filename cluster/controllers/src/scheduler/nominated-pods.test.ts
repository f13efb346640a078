import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { ManualClock } from '@kubemin/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ClusterView } from './cluster-view.ts';
import { defaultProfile } from './default-profile.ts';
import { podDemand } from './demand.ts';
import { DisruptionAllowance } from './disruption-allowance.ts';
import { NominatedPods } from './nominated-pods.ts';
import { PlacementRound } from './placement.ts';
import { findPreemption } from './preemption.ts';
import { queuedPod } from './queued-pod.ts';
import {
  apart,
  bound,
  clusterView,
  near,
  node,
  type PodWishes,
  place,
  pod,
  takingPort,
  ZONE,
} from './test-support/scheduling-objects.ts';
import { WaitingPods } from './waiting-pods.ts';

/** What becomes of a pod while another has been promised room. */
function outcome(view: ClusterView, promised: Pod, on: string, newcomer: Pod): string {
  const nominated = new NominatedPods();
  nominated.nominate(podDemand(promised), on);
  const placement = place(view, newcomer, { nominated });
  return placement.kind === 'node' ? placement.name : placement.message;
}

const zoned = () => clusterView([node('a', { labels: { [ZONE]: 'x' } }), node('b', { labels: { [ZONE]: 'x' } })]);
const important = (wishes: PodWishes = {}): Pod =>
  pod('promised', { ...wishes, spec: { priority: 10, ...wishes.spec } });

describe('a pod that has been promised room', () => {
  test('keeps those away that it does not stand, from its whole domain', () => {
    const hermit = important({ spec: { affinity: apart('b') } });
    expect(outcome(zoned(), hermit, 'a', pod('p', { labels: { app: 'b' } }))).toBe(
      "0/2 nodes are available: 2 node(s) didn't satisfy existing pods anti-affinity rules.",
    );
    expect(outcome(zoned(), hermit, 'a', pod('p', { labels: { app: 'c' } }))).toBe('a');
  });

  test('keeps those away that do not stand it', () => {
    const labelled = important({ labels: { app: 'b' } });
    expect(outcome(zoned(), labelled, 'a', pod('p', { spec: { affinity: apart('b') } }))).toBe(
      "0/2 nodes are available: 2 node(s) didn't match pod anti-affinity rules.",
    );
  });

  test('is no company yet for those that want to be near it', () => {
    const labelled = important({ labels: { app: 'b' } });
    expect(outcome(zoned(), labelled, 'a', pod('p', { spec: { affinity: near('b') } }))).toBe(
      "0/2 nodes are available: 2 node(s) didn't match pod affinity rules.",
    );
  });

  test('counts where pods are spread, unless it helps', () => {
    const view = clusterView([node('a', { labels: { [ZONE]: 'x' } }), node('b', { labels: { [ZONE]: 'y' } })]);
    const labelSelector = { matchLabels: { app: 'b' } };
    const constraint = { topologyKey: ZONE, maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule', labelSelector };
    const topologySpreadConstraints = [{ ...constraint, nodeAffinityPolicy: 'Ignore' }];
    const labelled = important({ labels: { app: 'b' } });
    const spread = (zone: string) =>
      pod('p', { labels: { app: 'b' }, spec: { topologySpreadConstraints, nodeSelector: { [ZONE]: zone } } });
    expect(outcome(view, labelled, 'a', spread('x'))).toContain(
      "1 node(s) didn't match pod topology spread constraints",
    );
    expect(outcome(view, labelled, 'a', spread('y'))).toBe('b');
    bound(view, pod('there', { labels: { app: 'b' } }), 'b');
    // Were the promised pod there, one more in y would be even enough: but it may yet go elsewhere.
    expect(outcome(view, labelled, 'a', spread('y'))).toContain(
      "1 node(s) didn't match pod topology spread constraints",
    );
  });

  test('does not count for more important pods', () => {
    const hermit = important({ spec: { affinity: apart('b') } });
    expect(outcome(zoned(), hermit, 'a', pod('p', { labels: { app: 'b' }, spec: { priority: 11 } }))).toBe('a');
  });

  test('is counted once when it is there already, and stays counted', () => {
    const view = clusterView([node('a')]);
    const there = important({ requests: { cpu: '1' } });
    view.assume('ns/promised', podDemand(there), 'a');
    expect(outcome(view, there, 'a', pod('p', { requests: { cpu: '1' } }))).toBe('a');
    expect(view.node('a')?.used.cpu).toBe(1000);
  });
});

test('a round goes by the promises there are, not by those there were', () => {
  const view = clusterView([node('a')]);
  const nominated = new NominatedPods();
  nominated.nominate(podDemand(important({ requests: { cpu: '2' } })), 'a');
  const round = new PlacementRound({ profile: defaultProfile, view, nominated, start: 0 });
  const next = (name: string) => round.place(podDemand(pod(name, { requests: { cpu: '1' } }))).kind;
  expect(next('early')).toBe('none');
  nominated.remove('ns/promised');
  expect(next('late')).toBe('node');
});

test('a promise that is given elsewhere frees the room it held', () => {
  const clock = new ManualClock();
  const waiting = new WaitingPods({ clock, helps: ({ kind }) => kind === 'pod-left', onReady: () => undefined });
  const promised = queuedPod(important());
  waiting.nominate(promised, 'a');
  waiting.queue.park(queuedPod(pod('p')), new Set(['resource-fit']));
  waiting.nominate(promised, 'a');
  expect(waiting.queue.depth).toMatchObject({ active: 0, unschedulable: 1 });
  waiting.nominate(promised, 'b');
  expect(waiting.queue.depth).toMatchObject({ active: 1, unschedulable: 0 });
});

const traits = fc.record({
  app: fc.constantFrom('a', 'b'),
  cpu: fc.integer({ min: 1, max: 20 }),
  shuns: fc.constantFrom(undefined, undefined, 'a', 'b'),
  port: fc.boolean(),
});
type Traits = typeof traits extends fc.Arbitrary<infer T> ? T : never;

function made(name: string, priority: number, { app, cpu, shuns, port }: Traits): Pod {
  const requests = { cpu: `${cpu * 100}m` };
  const [container] = takingPort.containers;
  const containers = [{ name: 'c', resources: { requests }, ...(port && { ports: container?.ports ?? [] }) }];
  const affinity = shuns === undefined ? {} : { affinity: apart(shuns) };
  return pod(name, { labels: { app }, spec: { priority, containers, ...affinity } });
}

test('no pod that matters no more takes the place that was made for another', () => {
  fc.assert(
    fc.property(
      fc.array(traits, { maxLength: 8 }),
      traits,
      fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), traits), { maxLength: 8 }),
      (before, wish, after) => {
        const view = clusterView(
          ['a', 'b', 'c'].map((name) => node(name, { labels: { [ZONE]: name === 'c' ? 'y' : 'x' } })),
        );
        for (const [index, one] of before.entries()) {
          const object = made(`before-${index}`, 1, one);
          const placement = place(view, object);
          if (placement.kind === 'node') bound(view, object, placement.name);
        }
        const preemptor = made('preemptor', 5, wish);
        const first = place(view, preemptor);
        if (first.kind === 'node') return;
        const nominated = new NominatedPods();
        const demand = podDemand(preemptor);
        const found = findPreemption({
          ...{ demand, profile: defaultProfile, view, nominated, verdicts: first.verdicts },
          allowance: new DisruptionAllowance([]),
          isLeaving: () => false,
          currentPod: ({ pod: known }) => known,
        });
        if (found.kind !== 'preempt') return;
        nominated.nominate(demand, found.node);
        for (const { key, pod: object } of found.victims)
          view.observePod({ type: 'deleted', key, object, old: object });
        for (const [index, [priority, one]] of after.entries()) {
          const object = made(`after-${index}`, priority, one);
          const placement = place(view, object, { nominated });
          if (placement.kind === 'node') view.assume(`ns/after-${index}`, podDemand(object), placement.name);
        }
        expect(place(view, preemptor, { nominated })).toEqual({ kind: 'node', name: found.node });
      },
    ),
    { numRuns: 500 },
  );
});
