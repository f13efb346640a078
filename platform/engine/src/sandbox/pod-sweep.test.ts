import { core } from '@kubemin/kubeapi/resources';
import { openSqlite } from '@kubemin/sql';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_SANDBOX_SETTINGS } from '../task/sandbox-settings.ts';
import { startClusterEngine, submitTo } from '../test-support/cluster-engine.ts';
import { Kubelet } from '../test-support/kubelet.ts';
import { sandboxPod } from './sandbox-pod.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ controllers: false });
});
afterAll(() => cluster.close());

test('a run that was cancelled while its engine was down leaves no pod running; those of others stay', async () => {
  const database = openSqlite({ path: ':memory:' });
  const first = await startClusterEngine(cluster.client, { database });
  const component = { name: 'web', type: 'config', properties: { conf: { a: '1' } } };
  const step = { name: 'work', type: 'script', properties: { image: 'tools:1', script: 'sleep 9999' } };
  const id = await submitTo(first, 'shop', [component], [step]);
  const kubelet = new Kubelet(cluster.client, 'default-jobs');
  const pod = await kubelet.pod();
  await kubelet.setStatus(pod, { phase: 'Running' });
  await first.stop();
  const place = { job: { id: 'j', taskId: 'of-another-platform' }, appId: 'a', namespace: 'default-jobs' };
  const foreign = sandboxPod({ image: 'i:1' }, place, DEFAULT_SANDBOX_SETTINGS);
  await cluster.client.resource(core.v1.pods, 'default-jobs').create(foreign);

  await first.cancel(id);
  expect(await kubelet.pods()).toHaveLength(2);
  await startClusterEngine(cluster.client, { database, settings: { retentionIntervalMs: 10 } });
  const left = await eventually(() => kubelet.pods(), { until: (pods) => pods.length === 1 });
  expect(left[0]?.metadata.name).toBe('job-j');
});
