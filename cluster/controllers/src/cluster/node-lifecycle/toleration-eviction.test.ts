import type { Pod, Taint, Toleration } from '@kubemin/kubeapi/types/core.v1';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evictAt } from './taint-plan.ts';

const ADDED = Date.UTC(2026, 0, 1, 12);
const taint = (key: string, effect = 'NoExecute'): Taint => ({ key, effect, timeAdded: '2026-01-01T12:00:00Z' });

function pod(...tolerations: readonly Toleration[]): Pod {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: { containers: [], tolerations } };
}

const patient = (key: string, tolerationSeconds?: number): Toleration => ({
  key,
  operator: 'Exists',
  effect: 'NoExecute',
  ...(tolerationSeconds !== undefined && { tolerationSeconds }),
});

test.each<[string, readonly Taint[], readonly Toleration[], number | 'never' | 'now']>([
  ['no taint evicts no pod', [], [], 'never'],
  ['NoSchedule is about pods to come', [taint('a', 'NoSchedule')], [], 'never'],
  ['what is not tolerated is fled at once', [taint('a')], [patient('b')], 'now'],
  ['what is tolerated is endured', [taint('a')], [patient('a')], 'never'],
  ['patience counts from the taint, never early', [taint('a')], [patient('a', 300)], ADDED + 301_000],
  ['no patience is none', [taint('a')], [patient('a', 0)], 'now'],
  ['the least patience counts', [taint('a'), taint('b')], [patient('a', 60), patient('b', 30)], ADDED + 31_000],
  ['one taint not tolerated is enough', [taint('a'), taint('b')], [patient('a', 60)], 'now'],
  ['for each taint the first toleration speaks', [taint('a')], [patient('a'), patient('a', 5)], 'never'],
])('%s', (_, taints, tolerations, at) => {
  expect(evictAt(pod(...tolerations), taints, ADDED)).toBe(at);
});

test('a pod that came after the taint has all its patience', () => {
  const late = pod(patient('a', 60));
  const metadata = { ...late.metadata, creationTimestamp: '2026-01-01T12:10:00Z' };
  expect(evictAt({ ...late, metadata }, [taint('a')], 0)).toBe(ADDED + 661_000);
});

test('whenever one looks again, after however many restarts, the time is the same', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), fc.nat(1e6), (seconds, later) => {
      const doomed = pod(patient('a', seconds));
      expect(evictAt(doomed, [taint('a')], ADDED + later)).toBe(evictAt(doomed, [taint('a')], ADDED));
    }),
  );
});
