import { createKubeClient } from '@kubemin/kube';
import type { ApiHandler } from '@kubemin/kubeapi';
import { batch, core } from '@kubemin/kubeapi/resources';
import type { CronJob } from '@kubemin/kubeapi/types/batch.v1';
import { eventually, ManualClock, startTestCluster } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { runModule } from '../../test-support/run-module.ts';
import { job } from '../../test-support/workload.ts';
import { cronJobController } from './cronjob-controller.ts';

const START = Date.UTC(2026, 0, 1, 0, 0, 30);

function cronJob(name: string, spec: Partial<CronJob['spec']> = {}): CronJob {
  const { spec: jobSpec } = job(name);
  const jobTemplate = { metadata: { labels: { of: name } }, ...(jobSpec && { spec: jobSpec }) };
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name },
    spec: { schedule: '* * * * *', jobTemplate, ...spec },
  };
}

test('a CronJob starts one Job a minute, goes on after a restart, and cleans up what is too old', async () => {
  const clock = new ManualClock(START);
  const cluster = await startTestCluster({ controllers: false, clock });
  onTestFinished(() => cluster.close());
  const cronJobs = cluster.client.resource(batch.v1.cronjobs, 'default');
  const jobs = cluster.client.resource(batch.v1.jobs, 'default');
  const names = async () => (await jobs.list()).items.map(({ metadata }) => metadata.name);
  let stop = await runModule(cluster.client, cronJobController, clock);
  await cronJobs.create(cronJob('tick', { successfulJobsHistoryLimit: 1 }));
  await clock.advance(20_000);
  expect(await names()).toEqual([]);
  await clock.advance(10_000);
  const first = `tick-${Date.UTC(2026, 0, 1, 0, 1) / 60_000}`;
  await eventually(names, { until: (list) => list.length === 1 });
  const made = await jobs.get(first);
  expect(made.metadata).toMatchObject({
    labels: { of: 'tick' },
    annotations: { 'batch.kubernetes.io/cronjob-scheduled-timestamp': '2026-01-01T00:01:00Z' },
    ownerReferences: [{ kind: 'CronJob', name: 'tick', controller: true }],
  });
  await eventually(async () => (await cronJobs.get('tick')).status?.active?.length === 1);
  await stop();

  await clock.advance(3 * 60_000);
  stop = await runModule(cluster.client, cronJobController, clock);
  onTestFinished(stop);
  const latest = `tick-${Date.UTC(2026, 0, 1, 0, 4) / 60_000}`;
  await eventually(names, { until: (list) => list.length === 2 });
  expect(await names()).toEqual([first, latest]);
  for (const name of [first, latest]) {
    const time = new Date(clock.now()).toISOString();
    const conditions = [{ type: 'Complete', status: 'True', lastTransitionTime: time }];
    await jobs.patch(name, { type: 'merge', body: { status: { conditions } } }, { subresource: 'status' });
    await clock.advance(1_000);
  }
  await eventually(names, { until: (list) => !list.includes(first) });
  const { status } = await eventually(() => cronJobs.get('tick'), { until: (one) => !one.status?.active?.length });
  expect(status).toMatchObject({ lastScheduleTime: '2026-01-01T00:04:00Z', lastSuccessfulTime: expect.any(String) });
  const reasons = async () =>
    (await cluster.client.resource(core.v1.events, 'default').list()).items.map(({ reason }) => reason);
  await eventually(reasons, {
    until: (list) => ['SawCompletedJob', 'SuccessfulDelete'].every((one) => list.includes(one)),
  });
});

test('however often Jobs were refused, each time that comes is tried', async () => {
  const clock = new ManualClock(START);
  const cluster = await startTestCluster({ controllers: false, clock });
  onTestFinished(() => cluster.close());
  let attempts = 0;
  const handler: ApiHandler = async (request) => {
    if (request.method !== 'POST' || !request.path.endsWith('/jobs')) return cluster.client.handler(request);
    attempts += 1;
    // A namespace that is not there refuses what is made in it.
    return cluster.client.handler({ ...request, path: request.path.replace('/default/', '/nowhere/') });
  };
  onTestFinished(await runModule(createKubeClient(handler), cronJobController, clock));
  await cluster.client.resource(batch.v1.cronjobs, 'default').create(cronJob('tick'));
  let minutes = 0;
  await eventually(async () => {
    minutes += 1;
    await clock.advance(60_000);
    return attempts >= 40;
  });
  // With pauses that grow without regard to the schedule it would be more than four hours.
  expect(minutes).toBeLessThan(180);
});
