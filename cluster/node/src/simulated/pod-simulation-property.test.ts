import { deepFreeze } from '@kubemin/kubeapi';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PodStep, simulatePod } from './pod-simulation.ts';
import { RuleSet } from './rules/rule-set.ts';
import type { SimulationRule } from './rules/simulation-rule.ts';

const START = Date.UTC(2026, 0, 1);
const NETWORK = { hostIP: '198.18.0.1', podIP: '10.244.0.2' };
/** More looks than any pod needs at one moment: start, end, restart, end, back-off. */
const MOST_LOOKS = 8;

const duration = fc.constantFrom(0, 1, 500, 1000, 30_000);
const share = fc.constantFrom(0, 0.5, 1);
const rule: fc.Arbitrary<SimulationRule> = fc.record({
  match: fc.constant({}),
  start: fc.option(
    fc.record({ delayMs: duration, jitterMs: duration, pullMs: fc.option(duration, { nil: undefined }) }),
    { nil: undefined },
  ),
  ready: fc.option(fc.record({ delayMs: duration, failRate: share }), { nil: undefined }),
  run: fc.option(
    fc.record({
      forMs: fc.option(duration, { nil: undefined }),
      exitCode: fc.option(fc.constantFrom(0, 3), { nil: undefined }),
      failRate: fc.option(share, { nil: undefined }),
      crashes: fc.constantFrom(0, 1, 3, Number.POSITIVE_INFINITY),
    }),
    { nil: undefined },
  ),
});

const initRule: fc.Arbitrary<SimulationRule> = fc.record({
  match: fc.constant({}),
  init: fc.record({
    container: fc.constantFrom(undefined, (name: string) => name === 'i1'),
    forMs: fc.option(duration, { nil: undefined }),
    exitCode: fc.option(fc.constantFrom(0, 3), { nil: undefined }),
    failRate: fc.option(share, { nil: undefined }),
    crashes: fc.constantFrom(0, 1, Number.POSITIVE_INFINITY),
    imageMissing: fc.boolean(),
  }),
});

const ruleList = fc.array(fc.oneof(rule, initRule), { maxLength: 3 });

const podOf = fc
  .record({
    uid: fc.uuid(),
    restartPolicy: fc.constantFrom('Always', 'OnFailure', 'Never'),
    inits: fc.array(fc.constantFrom('once', 'sidecar'), { maxLength: 3 }),
    containers: fc.integer({ min: 1, max: 3 }),
  })
  .map(
    ({ uid, restartPolicy, inits, containers }): Pod => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { namespace: 'ns', name: 'p', uid },
      spec: {
        nodeName: 'n',
        restartPolicy,
        containers: Array.from({ length: containers }, (_, at) => ({ name: `c${at}`, image: 'shop:1' })),
        initContainers: inits.map((kind, at) => ({
          name: `i${at}`,
          image: 'init:1',
          ...(kind === 'sidecar' && { restartPolicy: 'Always' }),
        })),
      },
    }),
  );

const waits = fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 1, maxLength: 12 });

/** Simulates the pod until its status does not change any more at this moment. */
function settle(
  pod: Pod,
  now: number,
  rules: RuleSet,
): { readonly pod: Pod; readonly last: PodStep; readonly looks: number } {
  let current = deepFreeze(pod);
  for (let looks = 1; ; looks += 1) {
    const step = simulatePod(current, { now, ...NETWORK, rules });
    expect(simulatePod(current, { now, ...NETWORK, rules })).toEqual(step);
    const next = deepFreeze({ ...current, status: { ...current.status, ...step.status } });
    const settled = JSON.stringify(next) === JSON.stringify(current);
    current = next;
    if (settled || looks > MOST_LOOKS) return { pod: current, last: step, looks };
  }
}

test('at any moment the status of a pod is stable after a few steps, and then stays the same', () => {
  fc.assert(
    fc.property(podOf, ruleList, waits, (pod, list, times) => {
      const rules = new RuleSet(list);
      let current = pod;
      let now = START;
      for (const wait of times) {
        now += wait;
        const settled = settle(current, now, rules);
        expect(settled.looks).toBeLessThanOrEqual(MOST_LOOKS);
        expect(settled.last.events).toEqual([]);
        current = settled.pod;
      }
    }),
  );
});

test('between a look and the moment it asks to be woken nothing changes, but for the second that times are cut by', () => {
  fc.assert(
    fc.property(podOf, ruleList, fc.double({ min: 0, max: 1, noNaN: true }), (pod, list, part) => {
      const rules = new RuleSet(list);
      let current = pod;
      for (let now = START, turn = 0; turn < 12; turn += 1) {
        const { pod: settled, last } = settle(current, now, rules);
        const restMs = (last.wakeAfterMs ?? 3_600_000) - 1000;
        if (restMs > 0) expect(settle(settled, now + Math.floor(restMs * part), rules).pod).toEqual(settled);
        if (last.wakeAfterMs === undefined) return;
        expect(last.wakeAfterMs).toBeGreaterThan(0);
        now += last.wakeAfterMs;
        current = settled;
      }
    }),
  );
});
