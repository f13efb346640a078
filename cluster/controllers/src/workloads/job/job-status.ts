import type { RecordedEvent } from '@kubemin/controller';
import { timestamp } from '@kubemin/kubeapi';
import type { JobCondition, JobStatus } from '@kubemin/kubeapi/types/batch.v1';
import { findCondition, isActive, isReady, withCondition } from '../../pod-owner/index.ts';
import { formatIndexes, isIndexed } from './completion-index.ts';
import type { JobMoment, JobOutcome } from './job-outcome.ts';
import { type JobTally, terminatingPods } from './job-tally.ts';

/** The status to store of a Job, and the events to record. */
export interface JobReport {
  readonly status: JobStatus;
  readonly events: readonly RecordedEvent[];
}

/** How far a Job has come. */
export interface JobProgress {
  readonly outcome: JobOutcome | undefined;
  /** Whether everything is counted and stopped, so that the outcome may be final. */
  readonly done: boolean;
  /** Of the pods that are to be counted, those to be named now. */
  readonly uncounted: JobTally['uncounted'];
}

/** The status of what was observed and decided. */
export function jobReport(moment: JobMoment, { outcome, done, uncounted }: JobProgress): JobReport {
  const { job, pods, tally, now } = moment;
  const known = job.status ?? {};
  const change = outcome === undefined ? suspensionStatus(moment) : endingStatus(moment, outcome, done);
  const completedIndexes = formatIndexes(tally.completedIndexes);
  const failedIndexes = formatIndexes(tally.failedIndexes);
  const before = known.uncountedTerminatedPods;
  // Empty lists may have been left out by the API server: writing them again would never end.
  const uncountedChanged = [uncounted, before].some((lists) => lists?.succeeded?.length || lists?.failed?.length);
  const status: JobStatus = {
    ...known,
    ...change.status,
    active: pods.filter(isActive).length,
    ready: pods.filter((pod) => isActive(pod) && isReady(pod)).length,
    terminating: terminatingPods(pods).length,
    succeeded: tally.succeeded,
    failed: tally.failed,
    ...(uncountedChanged && { uncountedTerminatedPods: uncounted }),
    ...(isIndexed(job) && (completedIndexes || known.completedIndexes) && { completedIndexes }),
    ...(job.spec?.backoffLimitPerIndex !== undefined && (failedIndexes || known.failedIndexes) && { failedIndexes }),
    ...(change.status.startTime === undefined &&
      !known.startTime &&
      !job.spec?.suspend && { startTime: timestamp(now) }),
  };
  return { status, events: change.events };
}

interface StatusAndEvents {
  readonly status: Pick<JobStatus, 'conditions' | 'startTime' | 'completionTime'>;
  readonly events: readonly RecordedEvent[];
}

function suspensionStatus({ job, now }: JobMoment): StatusAndEvents {
  const conditions = job.status?.conditions;
  const suspended = findCondition(conditions, 'Suspended')?.status === 'True';
  const wanted = job.spec?.suspend === true;
  if (wanted === suspended) return { status: {}, events: [] };
  const [status, reason, message] = wanted
    ? ['True', 'JobSuspended', 'Job suspended']
    : ['False', 'JobResumed', 'Job resumed'];
  const next = condition({ type: 'Suspended', status, reason, message }, now);
  const event = { type: 'Normal', reason: wanted ? 'Suspended' : 'Resumed', message } as const;
  // A pause is not held against the Job: its deadline counts from the moment it goes on.
  const startTime = wanted ? {} : { startTime: timestamp(now) };
  return { status: { conditions: withCondition(conditions, next), ...startTime }, events: [event] };
}

/** Two steps: the outcome is announced as soon as it is certain, and final when the last pod has been counted. */
function endingStatus({ job, now }: JobMoment, { kind, reason, message }: JobOutcome, done: boolean): StatusAndEvents {
  const [announced, final] = kind === 'complete' ? ['SuccessCriteriaMet', 'Complete'] : ['FailureTarget', 'Failed'];
  const addCondition = (conditions: readonly JobCondition[] | undefined, type: string): readonly JobCondition[] =>
    withCondition(conditions, condition({ type, status: 'True', reason, message }, now));
  const conditions = addCondition(job.status?.conditions, announced);
  if (!done) return { status: { conditions }, events: [] };
  const completionTime = kind === 'complete' ? { completionTime: timestamp(now) } : {};
  const event: RecordedEvent =
    kind === 'complete'
      ? { type: 'Normal', reason: 'Completed', message: 'Job completed' }
      : { type: 'Warning', reason, message };
  return { status: { conditions: addCondition(conditions, final), ...completionTime }, events: [event] };
}

function condition(statement: Omit<JobCondition, 'lastProbeTime' | 'lastTransitionTime'>, now: number): JobCondition {
  const time = timestamp(now);
  return { ...statement, lastProbeTime: time, lastTransitionTime: time };
}
