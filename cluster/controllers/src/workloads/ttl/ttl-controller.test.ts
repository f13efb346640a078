import { timestamp } from '@kubemin/kubeapi';
import { batch } from '@kubemin/kubeapi/resources';
import type { Job } from '@kubemin/kubeapi/types/batch.v1';
import { eventually, ManualClock, startTestCluster } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { runModule } from '../../test-support/run-module.ts';
import { job } from '../../test-support/workload.ts';
import { expiresAt, ttlAfterFinishedController } from './ttl-controller.ts';

const END = '2026-01-01T00:00:00Z';

function ended(ttl: number | undefined, more: Partial<Job> = {}): Job {
  const conditions = [{ type: 'Failed', status: 'True', lastTransitionTime: END }];
  const made = job('done', { spec: ttl === undefined ? {} : { ttlSecondsAfterFinished: ttl } });
  return { ...made, status: { conditions }, ...more };
}

test.each<[string, Job, string | undefined]>([
  ['some time after its end', ended(90), '2026-01-01T00:01:30Z'],
  ['at once', ended(0), END],
  ['never, without a TTL', ended(undefined), undefined],
  ['not while it is at work', ended(5, { status: {} }), undefined],
  ['not twice', ended(5, { metadata: { name: 'done', deletionTimestamp: END } }), undefined],
])('a Job is deleted %s', (_name, one, expected) => {
  const at = expiresAt(one);
  expect(at === undefined ? undefined : timestamp(at)).toBe(expected);
});

test('an ended Job goes when its time is up, also if that time is changed meanwhile', async () => {
  const clock = new ManualClock(Date.parse(END));
  const cluster = await startTestCluster({ controllers: false, clock });
  onTestFinished(() => cluster.close());
  onTestFinished(await runModule(cluster.client, ttlAfterFinishedController, clock));
  const jobs = cluster.client.resource(batch.v1.jobs, 'default');
  const going = async (name: string) => {
    const found = await jobs.find(name);
    return found === undefined || found.metadata.deletionTimestamp !== undefined;
  };
  for (const name of ['short', 'prolonged']) {
    await jobs.create(job(name, { spec: { ttlSecondsAfterFinished: 60 } }));
    const conditions = [{ type: 'Complete', status: 'True', lastTransitionTime: timestamp(clock.now()) }];
    await jobs.patch(name, { type: 'merge', body: { status: { conditions } } }, { subresource: 'status' });
  }
  await clock.advance(59_000);
  expect([await going('short'), await going('prolonged')]).toEqual([false, false]);
  await jobs.patch('prolonged', { type: 'merge', body: { spec: { ttlSecondsAfterFinished: 120 } } });
  await clock.advance(2_000);
  await eventually(() => going('short'));
  expect(await going('prolonged')).toBe(false);
  await clock.advance(60_000);
  await eventually(() => going('prolonged'));
});
