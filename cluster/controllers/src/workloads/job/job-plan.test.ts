import type { JobSpec } from '@kubemin/kubeapi/types/batch.v1';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Fate, JobSimulation } from '../../test-support/job-simulation.ts';
import { planJob } from './job-plan.ts';

function world(spec: Partial<JobSpec> = {}): JobSimulation {
  const made = new JobSimulation(spec);
  made.settle();
  return made;
}

function indexed(spec: Partial<JobSpec> = {}): JobSimulation {
  return world({ completionMode: 'Indexed', completions: 3, parallelism: 3, ...spec });
}

describe('a Job', () => {
  test('runs no more pods at once than it may, and none beyond its completions', () => {
    const job = world({ completions: 3, parallelism: 2 });
    expect(job.active).toHaveLength(2);
    job.end(job.active[0], 'succeeds');
    job.settle();
    expect(job.active).toHaveLength(2);
    job.end(job.active[0], 'succeeds');
    job.settle();
    expect(job.active).toHaveLength(1);
    job.end(job.active[0], 'succeeds');
    job.settle();
    expect(job.job.status).toMatchObject({ succeeded: 3, failed: 0, active: 0, completionTime: expect.any(String) });
    expect(job.conditions).toEqual(['SuccessCriteriaMet=True CompletionsReached', 'Complete=True CompletionsReached']);
    expect(job.events).toEqual(['Normal Completed']);
  });

  test('without a number of completions ends with the first success, but lets the others finish', () => {
    const job = world({ parallelism: 3 });
    job.end(job.active[0], 'succeeds');
    job.settle();
    expect([job.active.length, job.conditions.length]).toEqual([2, 0]);
    for (const pod of job.active) job.end(pod, 'succeeds');
    job.settle();
    expect(job.job.status?.succeeded).toBe(3);
    expect(job.conditions).toContain('Complete=True CompletionsReached');
  });

  test('waits longer after each failure, reckoned from the pods alone', () => {
    const job = world({ completions: 1 });
    job.end(job.active[0], 'fails');
    const begun = job.now;
    job.reconcile();
    job.reconcile();
    expect([job.active.length, job.plan().wakeAfterMs]).toEqual([0, 10_000]);
    job.now = begun + 10_000;
    job.settle();
    job.end(job.active[0], 'fails');
    expect([job.active.length, job.plan().wakeAfterMs]).toEqual([0, 20_000]);
  });

  test('fails beyond its back-off limit, stops its other pods and counts them', () => {
    const job = world({ completions: 3, parallelism: 3, backoffLimit: 0 });
    job.end(job.active[0], 'fails');
    job.reconcile();
    expect(job.conditions).toEqual(['FailureTarget=True BackoffLimitExceeded']);
    job.settle();
    expect(job.job.status).toMatchObject({ failed: 3, active: 0 });
    expect(job.job.status?.completionTime).toBeUndefined();
    expect(job.conditions).toEqual(['FailureTarget=True BackoffLimitExceeded', 'Failed=True BackoffLimitExceeded']);
    expect(job.events).toEqual(['Warning BackoffLimitExceeded']);
  });

  test.each(['containerStatuses', 'initContainerStatuses'])('counts restarts of %s in pods that go on', (which) => {
    const template = { spec: { restartPolicy: 'OnFailure', containers: [] } };
    const job = world({ completions: 1, backoffLimit: 2, template });
    const [pod] = job.active;
    const main = { name: 'main', image: '', imageID: '', ready: false, restartCount: 2 };
    if (pod !== undefined) job.pods.set('pod-1', { ...pod, status: { phase: 'Running', [which]: [main] } });
    job.settle();
    expect(job.conditions).toContain('Failed=True BackoffLimitExceeded');
  });

  test.each([
    ['succeeds', 1200, 0],
    ['fails', 0, 1200],
    ['is deleted', 0, 1200],
  ] as const)('counts very many pods of which each %s in rounds, each once', (fate, succeeded, failed) => {
    const job = world({ completions: 1200, parallelism: 1200, backoffLimit: 2000 });
    const pods = job.active;
    expect(pods).toHaveLength(1200);
    for (const pod of pods) job.end(pod, fate);
    const { status, release } = job.plan();
    const { uncountedTerminatedPods: uncounted } = status;
    expect((uncounted?.succeeded?.length ?? 0) + (uncounted?.failed?.length ?? 0)).toBe(500);
    expect(release).toHaveLength(500);
    job.change({ parallelism: 0 });
    job.settle();
    expect(job.job.status).toMatchObject({ succeeded, failed });
  });

  test('ends very many pods in rounds when it has failed', () => {
    const job = world({ completions: 1200, parallelism: 1200, backoffLimit: 0 });
    job.end(job.active[0], 'fails');
    expect(job.plan().remove).toHaveLength(500);
    job.settle();
    expect(job.job.status).toMatchObject({ failed: 1200, active: 0 });
    expect(job.conditions).toContain('Failed=True BackoffLimitExceeded');
  });

  test('ends when it takes too long, counted from its start or from when it went on', () => {
    const job = world({ completions: 1, activeDeadlineSeconds: 60 });
    expect(job.plan().wakeAfterMs).toBe(61_000);
    job.now += 50_000;
    job.change({ suspend: true });
    job.settle();
    job.now += 50_000;
    job.change({ suspend: false });
    job.settle();
    expect(job.plan().wakeAfterMs).toBe(61_000);
    job.now += 61_000;
    job.settle();
    expect(job.conditions).toContain('Failed=True DeadlineExceeded');
  });

  test('suspended deletes its pods without counting them, and starts again', () => {
    const job = world({ completions: 2, parallelism: 2, backoffLimit: 0 });
    job.change({ suspend: true });
    job.settle();
    expect([job.pods.size, job.job.status?.failed, job.conditions]).toEqual([0, 0, ['Suspended=True JobSuspended']]);
    job.change({ suspend: false });
    job.settle();
    expect([job.active.length, job.conditions]).toEqual([2, ['Suspended=False JobResumed']]);
    expect(job.events).toEqual(['Normal Suspended', 'Normal Resumed']);
  });

  test('made to be less parallel throws away what is too much, uncounted', () => {
    const job = world({ completions: 5, parallelism: 5, backoffLimit: 0 });
    job.change({ parallelism: 2 });
    job.settle();
    expect([job.active.length, job.job.status?.failed, job.conditions]).toEqual([2, 0, []]);
  });

  test('that wants no two pods at once replaces one only when it has ended', () => {
    const job = world({ completions: 1, podReplacementPolicy: 'Failed' });
    job.end(job.active[0], 'is deleted');
    job.settle();
    expect([job.active.length, job.job.status?.terminating, job.job.status?.failed]).toEqual([0, 1, 0]);
    const [pod] = job.pods.values();
    if (pod !== undefined) job.pods.set('pod-1', { ...pod, status: { phase: 'Failed' } });
    job.now += 60_000;
    job.settle();
    expect([job.active.length, job.job.status?.failed]).toEqual([1, 1]);
  });

  test('while the cache does not show what it did, counts but starts, discards and completes nothing', () => {
    const job = world({ completions: 1, parallelism: 1 });
    job.end(job.active[0], 'succeeds');
    const behind = { job: job.job, pods: [...job.pods.values()], settled: false, now: job.now };
    const { status, release, create, discard } = planJob(behind);
    expect([status.uncountedTerminatedPods?.succeeded, release.length]).toEqual([['pod-1'], 1]);
    expect([status.conditions, create, discard]).toEqual([undefined, [], []]);
    expect(planJob({ ...behind, pods: [] }).create).toEqual([]);
  });
});

describe('an indexed Job', () => {
  test('gives each completion its own pod, again and again until it succeeds', () => {
    const job = indexed();
    expect([0, 1, 2].map((index) => job.podForIndex(index)?.spec?.hostname)).toEqual(['work-0', 'work-1', 'work-2']);
    job.end(job.podForIndex(1), 'succeeds');
    job.end(job.podForIndex(0), 'fails');
    job.now += 600_000;
    job.settle();
    expect(job.job.status).toMatchObject({ completedIndexes: '1', succeeded: 1, failed: 1 });
    expect([job.podForIndex(0) !== undefined, job.podForIndex(1)]).toEqual([true, undefined]);
    job.end(job.podForIndex(0), 'succeeds');
    job.end(job.podForIndex(2), 'succeeds');
    job.settle();
    expect(job.job.status?.completedIndexes).toBe('0-2');
    expect(job.conditions).toContain('Complete=True CompletionsReached');
  });

  test('that counts failures by index fails some indexes and finishes the others', () => {
    const job = indexed({ backoffLimitPerIndex: 1, backoffLimit: 2 ** 31 - 1 });
    for (const _try of [1, 2]) {
      job.end(job.podForIndex(1), 'fails');
      job.now += 600_000;
      job.settle();
    }
    expect([job.podForIndex(1), job.job.status?.failedIndexes, job.job.status?.failed]).toEqual([undefined, '1', 2]);
    job.end(job.podForIndex(0), 'succeeds');
    job.end(job.podForIndex(2), 'succeeds');
    job.settle();
    expect(job.job.status).toMatchObject({ completedIndexes: '0,2', failedIndexes: '1', failed: 2 });
    expect(job.conditions).toContain('Failed=True FailedIndexes');
  });

  test('fails with too many failed indexes', () => {
    const job = indexed({ backoffLimitPerIndex: 0, maxFailedIndexes: 0, backoffLimit: 2 ** 31 - 1 });
    job.end(job.podForIndex(2), 'fails');
    job.settle();
    expect(job.conditions).toContain('Failed=True MaxFailedIndexesExceeded');
    expect(job.active).toHaveLength(0);
  });

  test('is done as soon as its success policy is met', () => {
    const job = indexed({ successPolicy: { rules: [{ succeededIndexes: '0-1', succeededCount: 1 }] } });
    job.end(job.podForIndex(2), 'succeeds');
    job.settle();
    expect(job.conditions).toEqual([]);
    job.end(job.podForIndex(1), 'succeeds');
    job.settle();
    expect(job.conditions).toEqual(['SuccessCriteriaMet=True SuccessPolicy', 'Complete=True SuccessPolicy']);
    expect(job.active).toHaveLength(0);
  });
});

describe('a policy for failed pods', () => {
  const rules = [
    { action: 'FailJob', onExitCodes: { containerName: 'main', operator: 'In', values: [42] } },
    { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
    { action: 'Ignore', onExitCodes: { operator: 'NotIn', values: [1, 42] } },
  ];

  test('may end the Job at once', () => {
    const job = world({ completions: 2, parallelism: 2, podFailurePolicy: { rules } });
    job.end(job.active[0], 'fails', 42);
    job.settle();
    expect(job.job.status?.conditions?.at(-1)).toMatchObject({
      type: 'Failed',
      reason: 'PodFailurePolicy',
      message: 'Container main for pod ns/pod-1 failed with exit code 42 matching FailJob rule at index 0',
    });
  });

  test('may let a failure pass, which then counts neither as one nor towards the limit', () => {
    const job = world({ completions: 1, backoffLimit: 0, podFailurePolicy: { rules } });
    job.end(job.active[0], 'fails', 3);
    job.now += 60_000;
    job.settle();
    expect([job.active.length, job.job.status?.failed, job.conditions]).toEqual([1, 0, []]);
    job.end(job.active[0], 'fails', 1);
    job.settle();
    expect(job.conditions).toContain('Failed=True BackoffLimitExceeded');
  });
});

test('whatever becomes of its pods, and whenever the program dies, each end is counted exactly once', () => {
  const fate = fc.constantFrom<Fate>('succeeds', 'fails', 'is deleted', 'goes on');
  const history = fc.record({
    completions: fc.integer({ min: 1, max: 6 }),
    parallelism: fc.integer({ min: 1, max: 4 }),
    completionMode: fc.constantFrom('Indexed', 'NonIndexed'),
    backoffLimit: fc.constantFrom(2, 1_000),
    fates: fc.array(fc.record({ fate, victim: fc.nat(3), steps: fc.integer({ min: 0, max: 6 }) }), { maxLength: 30 }),
  });
  fc.assert(
    fc.property(history, ({ fates, ...spec }) => {
      const job = new JobSimulation(spec);
      for (const { fate: next, victim, steps } of fates) {
        job.reconcile(steps);
        job.end(job.active[victim % Math.max(1, job.active.length)], next);
      }
      for (let round = 0; round < 60; round += 1) {
        job.reconcile();
        job.end(job.active[0], 'succeeds');
      }
      job.settle();
      const { succeeded, failed, uncountedTerminatedPods: left } = job.job.status ?? {};
      expect([left?.succeeded ?? [], left?.failed ?? []]).toEqual([[], []]);
      expect([succeeded, failed]).toEqual([job.count('succeeded'), job.count('failed')]);
      expect(job.mostActive).toBeLessThanOrEqual(spec.parallelism);
      expect(succeeded).toBeLessThanOrEqual(spec.completions);
      const enough = succeeded === spec.completions;
      expect(job.conditions.at(-1)?.startsWith(enough ? 'Complete=True' : 'Failed=True')).toBe(true);
      expect(job.events).toHaveLength(1);
    }),
    { numRuns: 300 },
  );
});
