import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { ManualClock } from '@kubemin/testing';
import { expect, test } from 'vitest';
import { KUBERNETES_DEFAULTS } from '../kubelet-configuration/index.ts';
import { groupByPriority, longestShutdownMs, shutDownPods, shutdownPeriods } from './node-shutdown.ts';

const pod = (name: string, priority: number, graceSeconds = 30): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: { containers: [], priority, terminationGracePeriodSeconds: graceSeconds },
});

test('critical pods have the last part of the period, all others the first', () => {
  const configuration = { ...KUBERNETES_DEFAULTS, shutdownGracePeriod: '30s', shutdownGracePeriodCriticalPods: '10s' };
  const [web, critical, low] = [pod('web', 0), pod('critical', 2_000_000_000), pod('low', -5)];
  expect(longestShutdownMs(configuration)).toBe(30_000);
  expect(groupByPriority([web, critical, low], shutdownPeriods(configuration))).toEqual([
    { periodMs: 20_000, pods: [web, low] },
    { periodMs: 10_000, pods: [critical] },
  ]);
});

test('periods by priority are taken in their order; without any nothing ends gracefully', () => {
  const shutdownGracePeriodByPodPriority = [
    { priority: 1000, shutdownGracePeriodSeconds: 5 },
    { priority: 0, shutdownGracePeriodSeconds: 60 },
  ];
  const periods = shutdownPeriods({ ...KUBERNETES_DEFAULTS, shutdownGracePeriodByPodPriority });
  expect(groupByPriority([pod('a', 999), pod('b', 1000)], periods).map(({ pods }) => pods.length)).toEqual([1, 1]);
  expect(shutdownPeriods(KUBERNETES_DEFAULTS)).toEqual([]);
});

test('a group that takes longer than its period is not waited for; each pod has at most its own grace period', async () => {
  const clock = new ManualClock();
  const failed: string[] = [];
  const groups = [
    { periodMs: 20_000, pods: [pod('stuck', 0, 60), pod('quick', 0, 5)] },
    { periodMs: 10_000, pods: [pod('critical', 2_000_000_000)] },
  ];
  const done = shutDownPods(groups, {
    clock,
    fail: ({ metadata }, { graceMs, reason }) => {
      failed.push(`${metadata.name} ${reason} ${graceMs}`);
      return metadata.name === 'stuck' ? new Promise(() => undefined) : Promise.resolve();
    },
  });
  await clock.advance(19_999);
  expect(failed).toEqual(['stuck Terminated 20000', 'quick Terminated 5000']);
  await clock.advance(2_001);
  expect(failed).toContain('critical Terminated 10000');
  await done;
});
