import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { parsePrometheus } from '@kubemin/testing';
import { expect, test } from 'vitest';
import { ProbeCounts } from './probe-counts.ts';

const pod = (uid: string): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: `pod-${uid}`, namespace: 'default', uid },
});

test('probes are counted by container, kind and result until their pod is gone', () => {
  const counts = new ProbeCounts();
  const look = (uid: string, isSuccess: boolean, durationMs: number): void =>
    counts.probed({ pod: pod(uid), container: 'main', kind: 'Liveness', isSuccess, durationMs });
  look('a', true, 3);
  look('a', false, 2_000);
  look('b', true, 20);
  counts.forget(pod('b'));
  const labels = { container: 'main', namespace: 'default', pod: 'pod-a', probe_type: 'Liveness' };
  const samples = parsePrometheus(counts.text());
  const totals = samples.filter(({ name }) => name === 'prober_probe_total');
  expect(totals.map((sample) => [sample.labels, sample.value])).toEqual([
    [{ ...labels, pod_uid: 'a', result: 'successful' }, 1],
    [{ ...labels, pod_uid: 'a', result: 'failed' }, 1],
  ]);
  const durations = samples.filter(({ name }) => name.startsWith('prober_probe_duration_seconds'));
  const buckets = durations.flatMap(({ labels: { le }, value }) => (le === undefined ? [] : [[le, value]]));
  expect(Object.fromEntries(buckets)).toMatchObject({ '0.005': 1, '1': 1, '2.5': 2, '+Inf': 2 });
  expect(durations.slice(-2).map(({ name, value }) => [name, value])).toEqual([
    ['prober_probe_duration_seconds_sum', 2.003],
    ['prober_probe_duration_seconds_count', 2],
  ]);
});
