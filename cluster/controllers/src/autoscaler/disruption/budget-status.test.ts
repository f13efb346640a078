import { timestamp } from '@kubemin/kubeapi';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { PodDisruptionBudget, PodDisruptionBudgetSpec } from '@kubemin/kubeapi/types/policy.v1';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { budgetStatus, failedStatus } from './budget-status.ts';

const NOW = Date.UTC(2026, 0, 1, 12);

function budget(spec: PodDisruptionBudgetSpec, status?: PodDisruptionBudget['status']): PodDisruptionBudget {
  const metadata = { name: 'web', namespace: 'shop', generation: 3 };
  return { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata, spec, ...(status && { status }) };
}

type Fate = 'ready' | 'unready' | 'terminating';

function pods(...fates: readonly Fate[]): readonly Pod[] {
  return fates.map((fate, index) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `web-${index}`,
      namespace: 'shop',
      ...(fate === 'terminating' && { deletionTimestamp: timestamp(NOW) }),
    },
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: fate === 'unready' ? 'False' : 'True' }] },
  }));
}

describe('what a budget allows', () => {
  const ready = (count: number): readonly Fate[] => Array.from({ length: count }, () => 'ready');
  test.each<[string, PodDisruptionBudgetSpec, readonly Fate[], number, [number, number, number, number]]>([
    ['minAvailable counts pods', { minAvailable: 2 }, ready(3), 3, [3, 2, 3, 1]],
    ['a pod that is not ready is no reserve', { minAvailable: 2 }, ['ready', 'ready', 'unready'], 3, [2, 2, 3, 0]],
    ['nor is one that goes', { minAvailable: 1 }, ['ready', 'terminating'], 2, [1, 1, 2, 0]],
    ['minAvailable 50 % of 3 is 2', { minAvailable: '50%' }, ready(3), 3, [3, 2, 3, 1]],
    ['maxUnavailable 30 % of 3 is 1', { maxUnavailable: '30%' }, ready(3), 3, [3, 2, 3, 1]],
    ['pods that are missing are unavailable', { maxUnavailable: 1 }, ready(3), 5, [3, 4, 5, 0]],
    ['more may go than there are', { maxUnavailable: 9 }, ready(2), 2, [2, 0, 2, 2]],
    ['of no pods none can go', { maxUnavailable: 1 }, [], 0, [0, 0, 0, 0]],
  ])('%s', (_, spec, fates, scale, [currentHealthy, desiredHealthy, expectedPods, disruptionsAllowed]) => {
    const { status } = budgetStatus({ budget: budget(spec), pods: pods(...fates), scale, now: NOW });
    expect(status).toMatchObject({
      currentHealthy,
      desiredHealthy,
      expectedPods,
      disruptionsAllowed,
      observedGeneration: 3,
    });
    const [reason, allowed] = disruptionsAllowed > 0 ? ['SufficientPods', 'True'] : ['InsufficientPods', 'False'];
    expect(status.conditions).toMatchObject([{ type: 'DisruptionAllowed', status: allowed, reason }]);
  });
});

describe('evictions in flight', () => {
  const seen = (agoMs: number) => ({
    currentHealthy: 2,
    desiredHealthy: 1,
    disruptionsAllowed: 0,
    expectedPods: 2,
    disruptedPods: { 'web-0': timestamp(NOW - agoMs), gone: timestamp(NOW) },
  });

  test('a pod whose eviction was allowed does not count until it is seen to go, and those that are gone are forgotten', () => {
    const state = budget({ minAvailable: 1 }, seen(30_000));
    const { status, wakeAfterMs } = budgetStatus({ budget: state, pods: pods('ready', 'ready'), scale: 2, now: NOW });
    expect(status).toMatchObject({ currentHealthy: 1, disruptionsAllowed: 0 });
    expect(status.disruptedPods).toEqual({ 'web-0': timestamp(NOW - 30_000) });
    expect(wakeAfterMs).toBe(90_000);
  });

  test('once a pod terminates, its deletion timestamp shows it', () => {
    const state = budget({ minAvailable: 1 }, seen(30_000));
    const verdict = budgetStatus({ budget: state, pods: pods('terminating', 'ready'), scale: 2, now: NOW });
    expect(verdict).toMatchObject({ status: { currentHealthy: 1 }, overdue: [], wakeAfterMs: undefined });
    expect(verdict.status.disruptedPods).toBeUndefined();
  });

  test('after two minutes it counts again', () => {
    const state = budget({ minAvailable: 1 }, seen(120_000));
    const verdict = budgetStatus({ budget: state, pods: pods('ready', 'ready'), scale: 2, now: NOW });
    expect(verdict.status).toMatchObject({ currentHealthy: 2, disruptionsAllowed: 1 });
    expect(verdict.overdue.map(({ metadata }) => metadata.name)).toEqual(['web-0']);
  });
});

test('a budget that cannot be computed allows nothing, and has the reason', () => {
  const known = { currentHealthy: 3, desiredHealthy: 1, disruptionsAllowed: 2, expectedPods: 3 };
  expect(failedStatus(budget({ maxUnavailable: 1 }, known), 'found no controllers for pod "x"', NOW)).toMatchObject({
    currentHealthy: 3,
    disruptionsAllowed: 0,
    conditions: [{ status: 'False', reason: 'SyncFailed', message: 'found no controllers for pod "x"' }],
  });
});

test('whatever is spent, so many healthy pods stay as the budget wants; and looking twice changes nothing', () => {
  const amount = fc.oneof(
    fc.nat(8),
    fc.nat(100).map((percent) => `${percent}%`),
  );
  const spec = fc.oneof(fc.record({ minAvailable: amount }), fc.record({ maxUnavailable: amount }));
  const fates = fc.array(fc.constantFrom<Fate>('ready', 'unready', 'terminating'), { maxLength: 8 });
  fc.assert(
    fc.property(spec, fates, fc.nat(8), (wish, lot, more) => {
      const scale = lot.length + more;
      const first = budget(wish);
      const { status } = budgetStatus({ budget: first, pods: pods(...lot), scale, now: NOW });
      expect(status.disruptionsAllowed).toBeGreaterThanOrEqual(0);
      if (status.disruptionsAllowed > 0) {
        expect(status.currentHealthy - status.disruptionsAllowed).toBeGreaterThanOrEqual(status.desiredHealthy);
      }
      const again = budgetStatus({ budget: budget(wish, status), pods: pods(...lot), scale, now: NOW + 60_000 });
      expect(again.status).toEqual(status);
    }),
  );
});
