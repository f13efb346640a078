import type { Node } from '@kubemin/kubeapi/types/core.v1';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { handMadeNode } from '../../test-support/hand-made-node.ts';
import { type EvictionBuckets, evictionRate, planEvictionPermits } from './eviction-permit.ts';
import { NODE_LIFECYCLE_TIMES as times } from './node-lifecycle-times.ts';

function zone(name: string, up: number, down: number): readonly Node[] {
  const member = (ready: 'True' | 'Unknown', index: number): Node =>
    handMadeNode(`${name}-${ready}-${index}`, { ready, zone: name });
  return [
    ...Array.from({ length: up }, (_, index) => member('True', index)),
    ...Array.from({ length: down }, (_, index) => member('Unknown', index)),
  ];
}

describe('how fast a zone may lose its pods', () => {
  test.each<[string, number, number, number]>([
    ['a few nodes down: as usual', 10, 2, 0.1],
    ['two of three are no pattern', 1, 2, 0.1],
    ['much of a small zone down: not at all', 4, 6, 0],
    ['much of a large zone down: slowly', 40, 60, 0.01],
    ['a whole zone down: as usual, its pods belong elsewhere', 0, 6, 0.1],
  ])('%s', (_, up, down, rate) => {
    expect(evictionRate(zone('a', up, down), times)).toBe(rate);
  });
});

test('the first node goes at once, the next after ten seconds', () => {
  const nodes = zone('a', 10, 3);
  const grants: number[] = [];
  let buckets: EvictionBuckets = new Map();
  let left = nodes;
  for (let now = 0; now <= 25_000; now += 5000) {
    const plan = planEvictionPermits({ nodes: left, buckets, now, times });
    buckets = plan.buckets;
    left = left.filter(({ metadata }) => !plan.granted.includes(metadata.name ?? ''));
    grants.push(plan.granted.length);
  }
  expect(grants).toEqual([1, 0, 1, 0, 1, 0]);
});

test('nothing is driven off while no node at all is ready, not even when it was saved up for', () => {
  const nodes = [...zone('a', 0, 3), ...zone('b', 0, 2)];
  expect(planEvictionPermits({ nodes, buckets: new Map(), now: 1e6, times })).toMatchObject({
    granted: [],
    allDown: true,
  });
  expect(planEvictionPermits({ nodes: [], buckets: new Map(), now: 0, times }).allDown).toBe(false);
});

test('zones do not wait for each other', () => {
  const plan = planEvictionPermits({
    nodes: [...zone('a', 5, 2), ...zone('b', 5, 2)],
    buckets: new Map(),
    now: 0,
    times,
  });
  expect(plan.granted).toEqual(['a-Unknown-0', 'b-Unknown-0']);
});

test('however often one looks, and whatever comes and goes, a zone gets no more leave than its rate', () => {
  const step = fc.record({ ms: fc.integer({ min: 0, max: 30_000 }), up: fc.nat(8), down: fc.nat(8) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let [now, granted] = [0, 0];
      let buckets: EvictionBuckets = new Map();
      for (const { ms, up, down } of steps) {
        now += ms;
        const plan = planEvictionPermits({ nodes: zone('a', up, down), buckets, now, times });
        buckets = new Map([...buckets, ...plan.buckets]);
        granted += plan.granted.length;
        expect(granted).toBeLessThanOrEqual(1 + (now * times.evictionsPerSecond) / 1000 + 1e-6);
      }
    }),
  );
});
