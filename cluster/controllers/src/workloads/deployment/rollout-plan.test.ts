import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReplicaSetShare } from './replica-set-share.ts';
import { initialReplicas, mayCreateCurrent, planRollout, type RolloutState } from './rollout-plan.ts';

function share(name: string, replicas: number, available = replicas, more: Partial<ReplicaSetShare> = {}) {
  return { name, replicas, available, created: 0, ...more };
}

function rolling(state: Partial<RolloutState>): RolloutState {
  const limits = { maxSurge: 1, maxUnavailable: 0 };
  return { strategy: 'RollingUpdate', replicas: 3, limits, paused: false, old: [], oldPods: 0, ...state };
}

describe('a rolling update', () => {
  test('starts the new version with the surge only, while all old pods serve', () => {
    expect(initialReplicas(rolling({ old: [share('old', 3)] }))).toBe(1);
  });

  test('takes an old pod away only once a new one is available', () => {
    const old = [share('old', 3)];
    expect(planRollout(rolling({ old, current: share('new', 1, 0) }))).toEqual([]);
    expect(planRollout(rolling({ old, current: share('new', 1, 1) }))).toEqual([{ name: 'old', replicas: 2 }]);
  });

  test('makes the next new pod when the old one is gone, not when it is given up', () => {
    const current = share('new', 1, 1);
    expect(planRollout(rolling({ old: [share('old', 2, 2, { existing: 3 })], current }))).toEqual([]);
    expect(planRollout(rolling({ old: [share('old', 2, 2, { existing: 2 })], current }))).toEqual([
      { name: 'new', replicas: 2 },
    ]);
  });

  test('removes unavailable old pods first', () => {
    const limits = { maxSurge: 1, maxUnavailable: 1 };
    const old = [share('broken', 1, 0, { created: 2 }), share('good', 2, 2, { created: 1 })];
    const plan = planRollout(rolling({ limits, old, current: share('new', 1, 0) }));
    expect(plan).toEqual([{ name: 'broken', replicas: 0 }]);
  });

  test('whatever pods do, it never exceeds its limits and ends with the new version alone', () => {
    const states = fc.record({
      replicas: fc.integer({ min: 0, max: 12 }),
      maxSurge: fc.integer({ min: 0, max: 4 }),
      maxUnavailable: fc.integer({ min: 0, max: 4 }),
      oldSizes: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 3 }),
      readiness: fc.array(fc.boolean(), { maxLength: 60 }),
    });
    fc.assert(
      fc.property(states, ({ replicas, maxSurge, maxUnavailable, oldSizes, readiness }) => {
        const limits = {
          maxSurge,
          maxUnavailable: maxSurge + maxUnavailable === 0 ? 1 : Math.min(maxUnavailable, replicas),
        };
        let old: readonly ReplicaSetShare[] = oldSizes.map((size, index) =>
          share(`old-${index}`, size, size, { created: index }),
        );
        const before = sum(old);
        let current = share('new', initialReplicas(rolling({ replicas, limits, old })), 0);
        for (let round = 0; round < 120; round += 1) {
          const available = sum(old, 'available') + current.available;
          const plan = planRollout(rolling({ replicas, limits, current, old }));
          old = old.map((one) => resized(one, plan));
          current = resized(current, plan);
          const total = sum(old) + current.replicas;
          expect(total).toBeLessThanOrEqual(Math.max(before, replicas + maxSurge));
          const left = sum(old, 'available') + current.available;
          // Planning may take availability away only down to the limit; pods that fail are not its doing.
          expect(left).toBeGreaterThanOrEqual(Math.min(available, replicas - limits.maxUnavailable));
          if (current.available < current.replicas && (readiness[round] ?? true)) {
            current = { ...current, available: current.available + 1 };
          }
        }
        expect(current.replicas).toBe(replicas);
        expect(sum(old)).toBe(0);
      }),
      { numRuns: 300 },
    );
  });
});

describe('recreate', () => {
  const recreate = (state: Partial<RolloutState>) => rolling({ strategy: 'Recreate', ...state });

  test('stops everything old, waits until the last old pod is gone, then starts all new at once', () => {
    expect(planRollout(recreate({ old: [share('old', 3)], oldPods: 3 }))).toEqual([{ name: 'old', replicas: 0 }]);
    expect(mayCreateCurrent(recreate({ old: [share('old', 0)], oldPods: 1 }))).toBe(false);
    expect(mayCreateCurrent(recreate({ old: [share('old', 0)] }))).toBe(true);
    expect(initialReplicas(recreate({ old: [share('old', 0)] }))).toBe(3);
  });
});

describe('scaling', () => {
  test('outside a rollout gives the one active ReplicaSet the new size at once', () => {
    const current = share('new', 3, 3, { desired: 3, max: 4 });
    expect(planRollout(rolling({ replicas: 10, current }))).toEqual([{ name: 'new', replicas: 10 }]);
    expect(planRollout(rolling({ replicas: 0, current }))).toEqual([{ name: 'new', replicas: 0 }]);
  });

  test('in the middle of a rollout grows both versions in proportion', () => {
    const marks = { desired: 10, max: 13 };
    const current = share('new', 5, 0, { ...marks, created: 2 });
    const old = [share('old', 8, 8, { ...marks, created: 1 })];
    const plan = planRollout(rolling({ replicas: 20, limits: { maxSurge: 3, maxUnavailable: 2 }, current, old }));
    expect(new Map(plan.map(({ name, replicas }) => [name, replicas]))).toEqual(
      new Map([
        ['old', 14],
        ['new', 9],
      ]),
    );
  });

  test('a paused Deployment still scales, and does not roll', () => {
    const current = share('new', 1, 1, { desired: 3, max: 4, created: 2 });
    const old = [share('old', 3, 3, { desired: 3, max: 4, created: 1 })];
    expect(planRollout(rolling({ paused: true, current, old })).map(({ replicas }) => replicas)).toEqual([3, 1]);
    expect(mayCreateCurrent(rolling({ paused: true, old }))).toBe(false);
  });
});

function sum(shares: readonly ReplicaSetShare[], field: 'replicas' | 'available' = 'replicas'): number {
  return shares.reduce((total, one) => total + one[field], 0);
}

/** A ReplicaSet that shrinks deletes unavailable pods first. */
function resized<S extends ReplicaSetShare>(one: S, plan: ReturnType<typeof planRollout>): S {
  const replicas = plan.find(({ name }) => name === one.name)?.replicas ?? one.replicas;
  return { ...one, replicas, available: Math.min(one.available, replicas) };
}
