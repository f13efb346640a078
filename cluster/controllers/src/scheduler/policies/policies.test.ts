import { silentLogger, systemRandom } from '@kubemin/base';
import { ManualClock } from '@kubemin/testing';
import { describe, expect, test } from 'vitest';
import type { ClusterView } from '../cluster-view.ts';
import { podDemand } from '../demand.ts';
import { bound, clusterView, node, place, pod } from '../test-support/scheduling-objects.ts';
import { LiveUsage } from '../usage/live-usage.ts';
import type { UsageReader, UsageReading } from '../usage/usage-reader.ts';
import { policyProfiles } from './policies.ts';
import type { PolicyName } from './policy-name.ts';

const GIB = 1024 ** 3;
const clock = new ManualClock();
const UNKNOWN: UsageReader = { read: () => undefined };

/** What was measured right now. */
function usageReader(readings: Readonly<Record<string, Omit<UsageReading, 'atMs'>>>): UsageReader {
  const dated = Object.entries(readings).map(([name, reading]) => [name, { ...reading, atMs: clock.now() }] as const);
  const byName = new Map(dated);
  return { read: (name) => byName.get(name) };
}

/** Places pods one after the other and returns their nodes. */
function run(view: ClusterView, schedulerName: string, count: number, usage = UNKNOWN, next = 0): readonly string[] {
  const random = { ...systemRandom, next: () => next };
  const profile = policyProfiles('default', { random, usage }).find((one) => one.schedulerName === schedulerName);
  if (profile === undefined) throw new Error(`there is no profile ${schedulerName}`);
  return Array.from({ length: count }, (_, index) => {
    const object = pod(`new-${index}`, { requests: { memory: '256Mi' } });
    const placement = place(view, object, { profile });
    if (placement.kind === 'none') return placement.message;
    view.assume(`ns/new-${index}`, podDemand(object), placement.name);
    return placement.name;
  });
}

describe('policies', () => {
  test('round-robin gives each node that can take a pod its turn, by name, under its old names too', () => {
    const nodes = [node('c'), node('a'), node('off', { spec: { unschedulable: true } }), node('b')];
    expect(run(clusterView(nodes), 'round-robin', 5)).toEqual(['a', 'b', 'c', 'a', 'b']);
    expect(run(clusterView(nodes), 'Poll', 2)).toEqual(['a', 'b']);
  });

  test('random takes any node, but none that cannot take the pod', () => {
    const full = node('full', { allocatable: { memory: '1Mi' } });
    expect(run(clusterView([node('a'), full, node('b')]), 'random', 1, UNKNOWN, 0.99)).toEqual(['b']);
    expect(run(clusterView([node('a'), full, node('b')]), 'random', 1, UNKNOWN, 0)).toEqual(['a']);
    expect(run(clusterView([full]), 'random', 1)).toEqual(['0/1 nodes are available: 1 Insufficient memory.']);
  });

  test('least-pod takes the node with the fewest pods, however large they are', () => {
    const view = clusterView([node('a'), node('b')], { clock });
    bound(view, pod('large', { requests: { cpu: '1900m' } }), 'a');
    for (const name of ['x', 'y', 'z']) bound(view, pod(name), 'b');
    expect(run(view, 'least-pod', 3)).toEqual(['a', 'a', 'a']);
  });

  test('least-mem goes by what is used, not by what is requested, and counts what came since', async () => {
    const view = clusterView([node('a'), node('b')], { clock });
    bound(view, pod('greedy', { requests: { memory: '3Gi' } }), 'b');
    await clock.advance(1);
    const usage = usageReader({ a: { kind: 'used', amount: 3.5 * GIB }, b: { kind: 'used', amount: 3.2 * GIB } });
    expect(run(view, 'LeastUsed', 3, usage)).toEqual(['b', 'b', 'a']);
  });

  test('a reading that arrives amid a burst, and is older than it, does not send the rest to one node', async () => {
    const view = clusterView([node('a'), node('b')], { clock });
    const [taken, used] = [clock.now(), 'used'] as const;
    await clock.advance(5000);
    let hasArrived = false;
    const usage: UsageReader = {
      read: (name) => (hasArrived ? { kind: used, amount: name === 'a' ? 0 : 0.1 * GIB, atMs: taken } : undefined),
    };
    const tools = { random: systemRandom, usage };
    const [profile] = policyProfiles('least-mem', tools);
    if (profile === undefined) throw new Error('there is no profile');
    const places = Array.from({ length: 8 }, (_, index) => {
      const object = pod(`burst-${index}`, { requests: { memory: '512Mi' } });
      hasArrived = index >= 4;
      const placement = place(view, object, { profile });
      const name = placement.kind === 'none' ? placement.message : placement.name;
      view.assume(`ns/burst-${index}`, podDemand(object), name);
      return name;
    });
    expect(places.filter((name) => name === 'a')).toHaveLength(4);
    expect(places.filter((name) => name === 'b')).toHaveLength(4);
  });

  test('a pod that was measured is not counted again, however long no other pod was placed', async () => {
    const view = clusterView([node('a'), node('b')], { clock });
    const [first] = run(
      view,
      'least-mem',
      1,
      usageReader({ a: { kind: 'used', amount: 0 }, b: { kind: 'used', amount: 0.4 * GIB } }),
    );
    await clock.advance(60_000);
    const measured = usageReader({ a: { kind: 'used', amount: 0.25 * GIB }, b: { kind: 'used', amount: 0.4 * GIB } });
    await clock.advance(60_000);
    expect([first, ...run(view, 'least-mem', 1, measured)]).toEqual(['a', 'a']);
  });

  test('pods that request much count as much where most request nothing', () => {
    const view = clusterView([node('a'), node('b')], { clock });
    for (let index = 0; index < 5; index += 1) {
      for (const name of ['a', 'b']) bound(view, pod(`small-${name}-${index}`), name);
    }
    bound(view, pod('large', { requests: { memory: '1Gi' } }), 'a');
    bound(view, pod('tiny'), 'b');
    expect(run(view, 'least-mem', 3)).toEqual(['b', 'b', 'b']);
  });

  test.each<PolicyName>(['least-mem', 'least-cpu'])('without measurements, %s goes by requests', (policy) => {
    const view = clusterView([node('a'), node('b')], { clock });
    bound(view, pod('there', { requests: { cpu: '1', memory: '2Gi' } }), 'a');
    expect(run(view, policy, 1)).toEqual(['b']);
  });

  test('least-disk takes the node with the most disk left', () => {
    const usage = usageReader({ a: { kind: 'free', amount: 5 * GIB }, b: { kind: 'free', amount: 9 * GIB } });
    expect(run(clusterView([node('a'), node('b')], { clock }), 'least-disk', 2, usage)).toEqual(['b', 'b']);
  });

  test('the chosen policy is what pods get that name no scheduler', () => {
    const [first] = policyProfiles('least-pod', { random: systemRandom, usage: UNKNOWN });
    expect(first?.schedulerName).toBe('default-scheduler');
    expect(first?.plugins.map(({ plugin }) => plugin.name)).toContain('fewest-pods');
  });
});

test('nodes are measured only on demand, and a failure to measure is logged once', async () => {
  const clock = new ManualClock();
  const warnings: unknown[] = [];
  let measured = 0;
  const usage = new LiveUsage({
    clock,
    logger: { ...silentLogger, warn: (...words: readonly unknown[]) => warnings.push(words) },
    sources: {
      cpu: async () => {
        measured += 1;
        return new Map([['a', { kind: 'used', amount: measured, atMs: clock.now() }]]);
      },
      memory: () => Promise.reject(new Error('no metrics')),
      disk: () => Promise.reject(new Error('not asked for')),
    },
  });
  const stop = new AbortController();
  const running = usage.run(stop.signal);
  await clock.advance(60_000);
  expect(measured).toBe(0);
  expect(usage.read('a', 'cpu')).toBeUndefined();
  expect(usage.read('a', 'memory')).toBeUndefined();
  await clock.advance(1);
  expect(usage.read('a', 'cpu')).toMatchObject({ kind: 'used', amount: 1 });
  await clock.advance(30_000);
  expect(measured).toBe(3);
  await clock.advance(600_000);
  expect(measured).toBeLessThan(9);
  expect(usage.read('a', 'cpu')).toBeUndefined();
  expect(warnings).toHaveLength(1);
  stop.abort();
  await running;
});
