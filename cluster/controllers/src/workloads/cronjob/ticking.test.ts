import { batch } from '@kubemin/kubeapi/resources';
import { eventually, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeCluster } from '../../test-support/describe-cluster.ts';
import { job } from '../../test-support/workload.ts';

describeCluster('a CronJob whose Jobs go with their end', (start) => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await start();
  });
  afterAll(() => cluster.close());

  test('starts them, knows of their success, and leaves none of them behind', async () => {
    const cronJobs = cluster.client.resource(batch.v1.cronjobs, 'default');
    const jobs = cluster.client.resource(batch.v1.jobs, 'default');
    const annotations = { 'kubemin.io/simulate-run-duration': '10ms' };
    const { spec } = job('tick', { annotations, spec: { ttlSecondsAfterFinished: 0 } });
    await cronJobs.create({
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: { name: 'tick' },
      spec: { schedule: '@every 1s', jobTemplate: { ...(spec && { spec }) } },
    });
    // A Job may be gone before its end was seen, and the next one comes a minute later: several may be needed.
    const ticked = await eventually(() => cronJobs.get('tick'), {
      until: ({ status }) => status?.lastSuccessfulTime !== undefined,
      timeoutMs: 400_000,
    });
    expect(ticked.status?.lastScheduleTime).toBeDefined();
    await cronJobs.patch('tick', { type: 'merge', body: { spec: { suspend: true } } });
    await eventually(async () => (await jobs.list()).items, { until: (left) => left.length === 0 });
  });
});
