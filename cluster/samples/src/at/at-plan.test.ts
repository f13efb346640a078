import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planAt } from './at-plan.ts';
import { AT_PHASES, type At, type AtStatus } from './at-resource.ts';

const DUE = Date.parse('2030-01-01T00:00:00Z');

function at(status?: AtStatus, schedule = '2030-01-01T00:00:00Z'): At {
  const identity = {
    apiVersion: 'demo.wukong.com/v1',
    kind: 'At',
    metadata: { name: 'a', namespace: 'default', uid: '1' },
  };
  return { ...identity, spec: { schedule, command: 'true' }, ...(status !== undefined && { status }) };
}

function podIn(phase: string): Pod {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a-pod' }, status: { phase, reason: 'Evicted' } };
}

describe('the plan of an At', () => {
  test('waits for the difference to its time', () => {
    const plan = planAt({ at: at(), pod: undefined, now: DUE - 1_500 });
    expect(plan).toEqual({ kind: 'wait', ms: 1_500, status: { phase: 'PENDING' } });
  });

  test('looks again each day when its time is far away: no timer holds that long', () => {
    expect(planAt({ at: at(), pod: undefined, now: DUE - 40 * 86_400_000 })).toMatchObject({ ms: 86_400_000 });
  });

  test('starts its pod at its time to the millisecond', () => {
    expect(planAt({ at: at(), pod: undefined, now: DUE })).toEqual({
      kind: 'start',
      status: { phase: 'RUNNING', startedAt: '2030-01-01T00:00:00Z' },
    });
  });

  test.each([
    ['Succeeded', 'the command succeeded'],
    ['Failed', 'pod a-pod failed: Evicted'],
  ])('is DONE when its pod has %s', (phase, message) => {
    const running: AtStatus = { phase: 'RUNNING', startedAt: '2030-01-01T00:00:00Z' };
    expect(planAt({ at: at(running), pod: podIn(phase), now: DUE + 5_000 })).toEqual({
      kind: 'report',
      status: { phase: 'DONE', startedAt: '2030-01-01T00:00:00Z', finishedAt: '2030-01-01T00:00:05Z', message },
    });
  });

  test('names a schedule that is no time', () => {
    const plan = (): unknown => planAt({ at: at(undefined, 'tomorrow'), pod: undefined, now: DUE });
    expect(plan).toThrow(expect.objectContaining({ code: 'AT_SCHEDULE_INVALID' }));
  });

  const views = fc.record({
    phase: fc.constantFrom(undefined, ...AT_PHASES),
    pod: fc.constantFrom(undefined, 'Pending', 'Running', 'Succeeded', 'Failed', 'Unknown'),
    now: fc.integer({ min: DUE - 10_000, max: DUE + 10_000 }),
  });

  test('never starts a pod before its time, nor beside one that is there, nor after DONE', () => {
    fc.assert(
      fc.property(views, ({ phase, pod, now }) => {
        const plan = planAt({ at: at(phase && { phase }), pod: pod === undefined ? undefined : podIn(pod), now });
        expect(plan.kind === 'start').toBe(phase !== 'DONE' && pod === undefined && now >= DUE);
      }),
    );
  });

  test('plans the same status once it is stored: nothing is written repeatedly', () => {
    fc.assert(
      fc.property(views, ({ phase, pod: podPhase, now }) => {
        const pod = podPhase === undefined ? undefined : podIn(podPhase);
        const first = planAt({ at: at(phase && { phase }), pod, now });
        if (first.kind === 'rest') return;
        const second = planAt({ at: at(first.status), pod, now: first.kind === 'wait' ? now : now + 5_000 });
        if (second.kind !== 'rest') expect(second.status).toEqual(first.status);
      }),
    );
  });
});
