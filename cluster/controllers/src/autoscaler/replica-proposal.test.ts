import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MeasuredPod } from './measured-pod.ts';
import { type ProposalState, proposeReplicas } from './replica-proposal.ts';

const tolerance = { up: 0.1, down: 0.1 };
const REQUEST = 1000;
const ready = (count: number, percent: number): readonly MeasuredPod[] =>
  Array.from({ length: count }, () => ({ state: 'ready', usage: percent * 10, request: REQUEST }));
const others = (state: 'missing' | 'unready', count: number): readonly MeasuredPod[] =>
  Array.from({ length: count }, () => ({ state, request: REQUEST }));

function replicas(pods: readonly MeasuredPod[], percent: number, current = pods.length): number | string {
  const proposal = proposeReplicas({ current, target: { kind: 'utilization', percent }, pods, tolerance });
  return 'unavailable' in proposal ? proposal.unavailable : proposal.replicas;
}

describe('so many replicas that usage would meet its target', () => {
  test.each<[string, readonly MeasuredPod[], number, number]>([
    ['two at 130 of 60 %', ready(2, 130), 60, 5],
    ['one at 110 of 60 %', ready(1, 110), 60, 2],
    ['four at 20 of 60 %', ready(4, 20), 60, 2],
    ['within a tenth nothing moves', ready(3, 66), 60, 3],
    ['nor below', ready(3, 54), 60, 3],
    ['just beyond it does', ready(3, 67), 60, 4],
    ['idle pods end at none; the bounds are for others to keep', ready(3, 0), 60, 0],
    ['on the way up pods without a reading are idle', [...ready(3, 120), ...others('missing', 1)], 60, 6],
    ['on the way down they are busy', [...ready(3, 10), ...others('missing', 1)], 60, 3],
    ['which may turn the direction around: nothing moves', [...ready(3, 50), ...others('missing', 1)], 60, 4],
    ['young pods are idle on the way up', [...ready(3, 120), ...others('unready', 3)], 60, 6],
    ['and do not count on the way down', [...ready(4, 20), ...others('unready', 1)], 60, 2],
  ])('%s', (_, pods, percent, expected) => {
    expect(replicas(pods, percent)).toBe(expected);
  });

  test('by an average of usage, requests do not count', () => {
    const pods = [400, 500, 600].map((usage): MeasuredPod => ({ state: 'ready', usage, request: 0 }));
    const target = { kind: 'average', amount: 250 } as const;
    expect(proposeReplicas({ current: 3, target, pods, tolerance })).toEqual({ replicas: 6, average: 500 });
  });

  test.each<[string, readonly MeasuredPod[], string]>([
    ['no pods', [], 'no pods returned by selector while calculating replica count'],
    ['none with a reading', others('missing', 2), 'did not receive metrics for targeted pods (pods might be unready)'],
    ['no requests', [{ state: 'ready', usage: 5, request: 0 }], 'no metrics returned matched known pods'],
  ])('%s: nothing is made up', (_, pods, why) => {
    expect(replicas(pods, 60)).toBe(why);
  });
});

const pod = fc.oneof(
  fc.nat(3000).map((usage): MeasuredPod => ({ state: 'ready', usage, request: REQUEST })),
  fc.constantFrom<MeasuredPod>({ state: 'missing', request: REQUEST }, { state: 'unready', request: REQUEST }),
);

test('with all readings in, replicas go only the way that usage points', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(3000), { minLength: 1, maxLength: 9 }),
      fc.integer({ min: 1, max: 150 }),
      (usages, percent) => {
        const pods = usages.map((usage): MeasuredPod => ({ state: 'ready', usage, request: REQUEST }));
        const used = usages.reduce((sum, usage) => sum + usage, 0) / usages.length / 10;
        const wanted = replicas(pods, percent);
        if (used > percent * 1.1 + 1) expect(wanted).toBeGreaterThan(pods.length - 1);
        if (used < percent * 0.9 - 1) expect(wanted).toBeLessThan(pods.length + 1);
      },
    ),
  );
});

test('readings that are missing never make a change larger than it would be without those pods', () => {
  fc.assert(
    fc.property(fc.array(pod, { minLength: 1, maxLength: 9 }), fc.integer({ min: 10, max: 150 }), (pods, percent) => {
      const state: ProposalState = { current: pods.length, target: { kind: 'utilization', percent }, pods, tolerance };
      const proposal = proposeReplicas(state);
      const known = pods.filter(({ state: how }) => how === 'ready');
      if ('unavailable' in proposal || known.length === 0) return;
      expect(proposal.replicas).toBeGreaterThanOrEqual(0);
      const used = Math.floor(
        known.reduce((sum, one) => sum + (one.state === 'ready' ? one.usage : 0), 0) / (known.length * 10),
      );
      // The direction is that of what is known, or none.
      if (used > percent) expect(proposal.replicas).toBeGreaterThanOrEqual(pods.length);
      if (used < percent && known.length === pods.length) expect(proposal.replicas).toBeLessThanOrEqual(pods.length);
    }),
  );
});
