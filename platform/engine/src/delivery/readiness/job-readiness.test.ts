import type { CronJob, Job } from '@kubemin/kubeapi/types/batch.v1';
import { describe, expect, test } from 'vitest';
import { cronJobReadiness, jobReadiness } from './workload.ts';

function job(status: Job['status'] = {}, spec: Partial<Job['spec']> = {}): Job {
  const metadata = { name: 'migrate', uid: 'j' };
  return { apiVersion: 'batch/v1', kind: 'Job', metadata, spec: { completions: 2, template: {}, ...spec }, status };
}

describe('Job', () => {
  test('is ready when it has run to its end, and reports that', () => {
    const done = job({ succeeded: 2, conditions: [{ type: 'Complete', status: 'True' }] });
    expect(jobReadiness(done, [])).toMatchObject({
      state: 'ready',
      message: { message: 'completed, 2 of 2 succeeded' },
    });
  });

  test('is waited for while it runs', () => {
    expect(jobReadiness(job({ succeeded: 1, active: 1 }), [])).toMatchObject({
      state: 'waiting',
      message: { message: '1 of 2 succeeded, 1 running' },
    });
    expect(jobReadiness(job(), []).state).toBe('waiting');
  });

  test('failed permanently is failed, with the reason', () => {
    const message = 'Job has reached the specified backoff limit';
    const failure = { type: 'Failed', status: 'True', reason: 'BackoffLimitExceeded', message };
    expect(jobReadiness(job({ failed: 7, conditions: [failure] }), [])).toMatchObject({
      state: 'failed',
      trouble: 'JobFailed',
      message: { message: expect.stringContaining(message) },
    });
  });

  test('a condition that does not hold means nothing', () => {
    const conditions = [{ type: 'Failed', status: 'False' }];
    expect(jobReadiness(job({ conditions }), []).state).toBe('waiting');
  });

  test('suspended has nothing to wait for', () => {
    expect(jobReadiness(job({}, { suspend: true }), [])).toMatchObject({
      state: 'ready',
      message: { code: 'engine.readiness.suspended' },
    });
  });

  test('an image that does not exist is not waited for', () => {
    const state = { waiting: { reason: 'ImagePullBackOff' } };
    const container = { name: 'main', image: 'x', imageID: '', ready: false, restartCount: 0, state };
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'migrate-1' },
      status: { containerStatuses: [container] },
    } as const;
    expect(jobReadiness(job(), [pod])).toMatchObject({ state: 'failed', trouble: 'ImagePullFailed' });
  });
});

describe('CronJob', () => {
  const cron = (spec: Partial<CronJob['spec']> = {}, status: CronJob['status'] = {}): CronJob => ({
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'nightly' },
    spec: { schedule: '0 3 * * *', jobTemplate: {}, ...spec },
    status,
  });

  test.each([
    ['waits for its time', cron(), 'runs at "0 3 * * *"'],
    ['names the zone', cron({ timeZone: 'Asia/Shanghai' }), 'runs at "0 3 * * *" (Asia/Shanghai)'],
    [
      'reports when it last ran',
      cron({}, { lastScheduleTime: '2026-01-01T03:00:00Z' }),
      'runs at "0 3 * * *", last started 2026-01-01T03:00:00Z',
    ],
    ['may be suspended', cron({ suspend: true }), 'suspended; nothing runs'],
  ])('%s', (_name, object, message) => {
    expect(cronJobReadiness(object)).toMatchObject({ state: 'ready', message: { message } });
  });
});
