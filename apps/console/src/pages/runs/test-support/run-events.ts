import type { Job, JobStatus, RunEvent, Task } from '@kubemin/client';

const BEGIN = Date.parse('2026-01-01T00:00:00.000Z');

/** A moment, in milliseconds after the beginning of the run of a test. */
export function moment(offsetMs: number): number {
  return BEGIN + offsetMs;
}

export function instant(offsetMs: number): string {
  return new Date(moment(offsetMs)).toISOString();
}

/** A job of a run in a test. */
export function testJob(fields: Partial<Job> & Pick<Job, 'id'>): Job {
  return {
    taskId: 'run',
    step: 'deliver',
    stepIndex: 0,
    bucket: 10,
    component: 'web',
    type: 'deploy',
    objectKind: 'Deployment',
    objectName: 'web',
    namespace: 'default',
    status: 'queued',
    attempt: 0,
    ...fields,
  };
}

/** The run of a test, requested at its beginning. */
export function testTask(fields: Partial<Task> = {}): Task {
  return {
    id: 'run',
    number: 7,
    appId: 'app',
    appName: 'shop',
    namespace: 'default',
    revision: 1,
    kind: 'deploy',
    status: 'running',
    createdAt: instant(0),
    version: 1,
    ...fields,
  };
}

/** Events in the order of their list, each with its time. */
export function testEvents(
  ...list: readonly (readonly [offsetMs: number, of: { readonly job: Job } | { readonly task: Task }])[]
): readonly RunEvent[] {
  return list.map(([offsetMs, of], sequence) => {
    const common = { taskId: 'run', number: 7, sequence, time: instant(offsetMs) };
    return 'job' in of ? { ...common, kind: 'job', job: of.job } : { ...common, kind: 'task', task: of.task };
  });
}

/** As the engine reports an attempt that failed and is repeated. */
export function failedAttempt(attempt: number): Pick<Job, 'message' | 'texts'> {
  return {
    message: `attempt ${attempt} of 3 failed`,
    texts: { message: { code: 'engine.run.attemptFailed', params: { attempt, limit: 3 } } },
  };
}

export const JOB_STATES: readonly JobStatus[] = [
  'queued',
  'running',
  'completed',
  'failed',
  'timeout',
  'cancelled',
  'skipped',
  'rejected',
];
