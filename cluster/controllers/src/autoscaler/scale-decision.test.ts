import type { HorizontalPodAutoscalerBehavior } from '@kubemin/kubeapi/types/autoscaling.v2';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Decision, type DecisionState, decideScale } from './scale-decision.ts';
import { newHistory, type ScaleHistory, withChange } from './scale-history.ts';

const NOW = 1e9;
const quiet: ScaleHistory = { recommendations: [], added: [], removed: [] };
const bounds = { minReplicas: 2, maxReplicas: 20 };

function decide(change: Partial<DecisionState> & { readonly behavior?: HorizontalPodAutoscalerBehavior }): Decision {
  const { behavior, ...rest } = change;
  const spec = { ...bounds, ...(behavior && { behavior }) };
  return decideScale({ spec, current: 5, proposed: 5, history: quiet, now: NOW, ...rest });
}

describe('what is done about a proposal', () => {
  const slow: HorizontalPodAutoscalerBehavior = {
    scaleUp: { policies: [{ type: 'Pods', value: 1, periodSeconds: 15 }] },
    scaleDown: { policies: [{ type: 'Pods', value: 1, periodSeconds: 15 }], stabilizationWindowSeconds: 0 },
  };
  const recent = (replicas: number, agoS: number): ScaleHistory => ({
    ...quiet,
    recommendations: [{ at: NOW - agoS * 1000, replicas }],
  });
  test.each<[string, Parameters<typeof decide>[0], number, string, string]>([
    ['as proposed', { proposed: 8 }, 8, 'ReadyForNewScale', 'DesiredWithinRange'],
    ['twice as many at a time', { proposed: 15 }, 10, 'ReadyForNewScale', 'ScaleUpLimit'],
    ['four at least', { current: 2, proposed: 9 }, 4, 'ReadyForNewScale', 'ScaleUpLimit'],
    ['the bounds hold', { current: 15, proposed: 25 }, 20, 'ReadyForNewScale', 'TooManyReplicas'],
    ['below, too', { proposed: 1 }, 2, 'ReadyForNewScale', 'TooFewReplicas'],
    [
      'down only as far as the highest recommendation of the last five minutes',
      { proposed: 2, history: recent(4, 299) },
      4,
      'ScaleDownStabilized',
      'DesiredWithinRange',
    ],
    ['later it is forgotten', { proposed: 2, history: recent(4, 301) }, 2, 'ReadyForNewScale', 'DesiredWithinRange'],
    ['one at a time, up', { proposed: 9, behavior: slow }, 6, 'ReadyForNewScale', 'ScaleUpLimit'],
    ['and down', { proposed: 2, behavior: slow }, 4, 'ReadyForNewScale', 'ScaleDownLimit'],
    [
      'what was added in the period counts',
      { proposed: 9, behavior: slow, history: withChange(quiet, 1, NOW - 14_000) },
      5,
      'ReadyForNewScale',
      'ScaleUpLimit',
    ],
    [
      'never down, if so wished',
      { proposed: 2, behavior: { scaleDown: { selectPolicy: 'Disabled', stabilizationWindowSeconds: 0 } } },
      5,
      'ReadyForNewScale',
      'ScaleDownLimit',
    ],
    [
      'the more cautious of two policies, if so wished',
      {
        proposed: 20,
        behavior: {
          scaleUp: {
            selectPolicy: 'Min',
            policies: [
              { type: 'Pods', value: 2, periodSeconds: 15 },
              { type: 'Percent', value: 100, periodSeconds: 15 },
            ],
          },
        },
      },
      7,
      'ReadyForNewScale',
      'ScaleUpLimit',
    ],
    [
      'up only as far as all agreed for a while, if so wished',
      { proposed: 9, history: recent(6, 10), behavior: { scaleUp: { stabilizationWindowSeconds: 60 } } },
      6,
      'ScaleUpStabilized',
      'DesiredWithinRange',
    ],
  ])('%s', (_, state, desired, able, limited) => {
    const decision = decide(state);
    expect([decision.desired, decision.able.reason, decision.limited.reason]).toEqual([desired, able, limited]);
    expect(decision.limited.status).toBe(limited === 'DesiredWithinRange' ? 'False' : 'True');
  });
});

test('after a start nothing is scaled down for five minutes, but scaled up at once', () => {
  const history = newHistory(5, NOW);
  expect(decide({ proposed: 2, history, now: NOW + 299_000 }).desired).toBe(5);
  expect(decide({ proposed: 2, history, now: NOW + 301_000 }).desired).toBe(2);
  expect(decide({ proposed: 8, history }).desired).toBe(8);
});

test('whatever is proposed, and however often: never out of bounds, never against the proposal, never faster than allowed', () => {
  const policy = fc.record({
    type: fc.constantFrom('Pods', 'Percent'),
    value: fc.integer({ min: 1, max: 100 }),
    periodSeconds: fc.integer({ min: 1, max: 120 }),
  });
  const rules = fc.record(
    {
      policies: fc.array(policy, { minLength: 1, maxLength: 3 }),
      selectPolicy: fc.constantFrom('Min', 'Max', 'Disabled'),
      stabilizationWindowSeconds: fc.integer({ min: 0, max: 300 }),
    },
    { requiredKeys: [] },
  );
  const behavior = fc.option(fc.record({ scaleUp: rules, scaleDown: rules }, { requiredKeys: [] }), { nil: undefined });
  const steps = fc.array(fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 60 })), { maxLength: 20 });
  fc.assert(
    fc.property(behavior, steps, (wish, moves) => {
      const spec = { ...bounds, ...(wish && { behavior: wish }) };
      let [current, now] = [5, NOW];
      let history = newHistory(current, now);
      for (const [proposed, seconds] of moves) {
        now += seconds * 1000;
        const decision = decideScale({ spec, current, proposed, history, now });
        expect(decision.desired).toBeGreaterThanOrEqual(bounds.minReplicas);
        expect(decision.desired).toBeLessThanOrEqual(bounds.maxReplicas);
        if (decision.desired > current) expect(proposed).toBeGreaterThanOrEqual(decision.desired);
        if (decision.desired < current)
          expect(proposed).toBeLessThanOrEqual(Math.max(decision.desired, bounds.minReplicas));
        if (wish?.scaleUp?.selectPolicy === 'Disabled') expect(decision.desired).toBeLessThanOrEqual(current);
        if (wish?.scaleDown?.selectPolicy === 'Disabled') expect(decision.desired).toBeGreaterThanOrEqual(current);
        history = withChange(decision.history, decision.desired - current, now);
        current = decision.desired;
      }
    }),
  );
});
