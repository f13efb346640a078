import { ZonedTime } from '@kubemin/base/cron';
import { timestamp } from '@kubemin/kubeapi';
import type { CronJob, CronJobSpec, Job } from '@kubemin/kubeapi/types/batch.v1';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { activeReference, cronJobRun } from './cron-job-run.ts';
import { planCronJob } from './cronjob-plan.ts';

const UTC = new ZonedTime('UTC');
const CREATED = Date.parse('2026-01-01T00:00:30Z');
const minute = (count: number) => CREATED - 30_000 + count * 60_000;

function cronJob(spec: Partial<CronJobSpec> = {}, status: CronJob['status'] = {}): CronJob {
  const jobTemplate = { spec: { template: {} } };
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'tick', namespace: 'ns', uid: 'cron', creationTimestamp: timestamp(CREATED) },
    spec: { schedule: '* * * * *', jobTemplate, ...spec },
    status,
  };
}

function run(scheduledMs: number, ended?: 'Complete' | 'Failed'): Job {
  const job = cronJobRun(cronJob(), scheduledMs, UTC);
  const metadata = { ...job.metadata, uid: `${job.metadata.name}`, creationTimestamp: timestamp(scheduledMs) };
  const lastTransitionTime = timestamp(scheduledMs + 5_000);
  const conditions = ended === undefined ? [] : [{ type: ended, status: 'True', lastTransitionTime }];
  return { ...job, metadata, status: { conditions } };
}

function plan(spec: Partial<CronJobSpec>, jobs: readonly Job[], now: number, status: CronJob['status'] = {}) {
  const made = planCronJob({ cronJob: cronJob(spec, status), jobs, now });
  return {
    ...made,
    started: made.start && timestamp(made.start.scheduledMs),
    replaced: made.start?.replaces.map(({ metadata }) => metadata.name),
    reasons: made.events.map(({ reason }) => reason),
    removed: made.remove.map(({ metadata }) => metadata.name),
  };
}

describe('a CronJob', () => {
  test('reports once that an active Job is gone', () => {
    const gone = run(minute(1));
    const status = { active: [activeReference(gone)], lastScheduleTime: timestamp(minute(1)) };
    const first = plan({}, [], minute(1) + 20_000, status);
    expect(first.events).toEqual([
      { type: 'Normal', reason: 'MissingJob', message: `Active job went missing: ${gone.metadata.name}` },
    ]);
    expect(plan({}, [], minute(1) + 20_000, first.status).reasons).toEqual([]);
  });

  test('waits for its first time, and starts it once', () => {
    expect(plan({}, [], CREATED)).toMatchObject({ started: undefined, wakeAfterMs: 30_000 });
    expect(plan({}, [], minute(1))).toMatchObject({ started: '2026-01-01T00:01:00Z', wakeAfterMs: 60_000 });
    expect(plan({}, [run(minute(1))], minute(1)).started).toBeUndefined();
    expect(plan({}, [], minute(1), { lastScheduleTime: timestamp(minute(1)) }).started).toBeUndefined();
  });

  test('that counts from its last run wakes for the next one whenever it is looked at', () => {
    const spec = { schedule: '@every 24h', startingDeadlineSeconds: 3600 };
    const stored = { lastScheduleTime: timestamp(minute(0)) };
    const hour = 60 * 60_000;
    expect(plan(spec, [], minute(0) + 12 * hour, stored)).toMatchObject({ started: undefined, wakeAfterMs: 12 * hour });
    // A run that was missed moves no later one.
    expect(plan(spec, [], minute(0) + 36 * hour, stored)).toMatchObject({
      reasons: ['MissSchedule'],
      wakeAfterMs: 12 * hour,
    });
    expect(plan(spec, [], minute(0) + 48 * hour, stored).started).toBe('2026-01-03T00:00:00Z');
    expect(plan(spec, [], CREATED + hour).wakeAfterMs).toBe(23 * hour);
  });

  test('learns from its Jobs what it did not come to write down', () => {
    const { status } = plan({}, [run(minute(1))], minute(1) + 1);
    expect(status.lastScheduleTime).toBe('2026-01-01T00:01:00Z');
    expect(status.active?.map(({ name }) => name)).toEqual([`tick-${minute(1) / 60_000}`]);
  });

  test('makes up for the latest missed time only, and complains when there were very many', () => {
    expect(plan({}, [], minute(7) + 1)).toMatchObject({ started: '2026-01-01T00:07:00Z', reasons: [] });
    expect(plan({}, [], minute(101))).toMatchObject({
      started: '2026-01-01T01:41:00Z',
      reasons: ['TooManyMissedTimes'],
    });
    expect(plan({ startingDeadlineSeconds: 120 }, [], minute(500))).toMatchObject({ reasons: [] });
  });

  test('does not start what is too late', () => {
    const spec = { schedule: '0 * * * *', startingDeadlineSeconds: 30 };
    expect(plan(spec, [], minute(60) + 30_000).started).toBe('2026-01-01T01:00:00Z');
    const late = planCronJob({ cronJob: cronJob(spec), jobs: [], now: minute(61) });
    expect([late.start, late.events]).toEqual([
      undefined,
      [
        {
          type: 'Warning',
          reason: 'MissSchedule',
          message: 'Missed scheduled time to start a job: Thu, 01 Jan 2026 01:00:00 +0000',
        },
      ],
    ]);
  });

  test.each([
    ['Allow', '2026-01-01T00:02:00Z', [], []],
    ['Forbid', undefined, undefined, ['JobAlreadyActive']],
    ['Replace', '2026-01-01T00:02:00Z', [`tick-${minute(1) / 60_000}`], []],
  ] as const)(
    'with the policy %s meets a Job that is still at work',
    (concurrencyPolicy, started, replaced, reasons) => {
      const met = plan({ concurrencyPolicy }, [run(minute(1))], minute(2));
      expect([met.started, met.replaced, met.reasons]).toEqual([started, replaced, reasons]);
    },
  );

  test('reports once that a Job has ended, and when one last succeeded', () => {
    const ended = run(minute(1), 'Complete');
    const first = plan({}, [ended], minute(1) + 20_000, { active: [activeReference(ended)] });
    expect(first.events).toEqual([
      {
        type: 'Normal',
        reason: 'SawCompletedJob',
        message: `Saw completed job: ${ended.metadata.name}, condition: Complete`,
      },
    ]);
    expect(first.status).toMatchObject({ active: [], lastSuccessfulTime: '2026-01-01T00:01:05Z' });
    expect(plan({}, [ended], minute(1) + 20_000, first.status).reasons).toEqual([]);
  });

  test('keeps so much of the past and no more, successes and failures apart', () => {
    const jobs = [1, 2, 3, 4].map((count) => run(minute(count), count === 3 ? 'Failed' : 'Complete'));
    const spec = { successfulJobsHistoryLimit: 1, failedJobsHistoryLimit: 1 };
    expect(plan(spec, jobs.toReversed(), minute(4) + 1).removed).toEqual(
      [jobs[0], jobs[1]].map((job) => job?.metadata.name),
    );
    expect(plan({ failedJobsHistoryLimit: 0 }, jobs, minute(4) + 1).removed).toEqual([jobs[2]?.metadata.name]);
  });

  test.each(['Forbid', 'Replace'])('that may %s leaves a Job alone that was started by hand', (concurrencyPolicy) => {
    const scheduled = run(minute(0));
    const annotations = { 'cronjob.kubernetes.io/instantiate': 'manual' };
    const manual = { ...scheduled, metadata: { ...scheduled.metadata, name: 'manual', uid: 'manual', annotations } };
    const planned = plan({ concurrencyPolicy }, [manual], minute(1));
    expect(planned).toMatchObject({ started: '2026-01-01T00:01:00Z', replaced: [] });
    expect(planned.status.active).toBeUndefined();
  });

  test('suspended starts nothing, and wakes for nothing', () => {
    const { started, wakeAfterMs, reasons } = plan({ suspend: true }, [], minute(5));
    expect([started, wakeAfterMs, reasons]).toEqual([undefined, undefined, []]);
  });

  test.each([
    [{ schedule: 'often' }, 'UnParseableCronJobSchedule'],
    [{ timeZone: 'Nowhere/Atlantis' }, 'UnknownTimeZone'],
  ])('reports what is wrong with %j', (spec, reason) => {
    expect(plan(spec, [], minute(1))).toMatchObject({ started: undefined, reasons: [reason] });
  });
});

test('killed between any two steps and started again at any time, it runs each time at most once and in order', () => {
  const steps = fc.array(fc.record({ waitMs: fc.integer({ min: 1, max: 200_000 }), done: fc.nat(2) }), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(steps, (history) => {
      let stored = cronJob({ schedule: '*/2 * * * *' });
      const jobs: Job[] = [];
      let now = CREATED;
      for (const { waitMs, done } of history) {
        now += waitMs;
        const made = planCronJob({ cronJob: stored, jobs, now });
        // Dies before anything, after the Job is made, or not at all.
        if (made.start !== undefined && done > 0) jobs.push(run(made.start.scheduledMs));
        if (done > 1) stored = { ...stored, status: { ...made.status } };
      }
      const times = jobs.map(({ metadata }) => metadata.name);
      expect(new Set(times).size).toBe(times.length);
      expect(times.toSorted()).toEqual(times);
    }),
  );
});
