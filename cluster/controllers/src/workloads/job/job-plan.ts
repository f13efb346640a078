import type { RecordedEvent } from '@kubemin/controller';
import type { Job, JobStatus } from '@kubemin/kubeapi/types/batch.v1';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { isActive } from '../../pod-owner/index.ts';
import { BURST, nextBatch } from './job-batch.ts';
import { jobEnd } from './job-end.ts';
import { deadlineInMs, type JobMoment, jobOutcome, storedOutcome } from './job-outcome.ts';
import { planParallelism } from './job-parallelism.ts';
import { isTracked, type NewJobPod } from './job-pod.ts';
import { jobReport } from './job-status.ts';
import { tallyPods, terminatingPods } from './job-tally.ts';

/** A Job and its pods at one moment. */
export interface JobState {
  readonly job: Job;
  readonly pods: readonly Pod[];
  /** Whether the cache shows everything that was created and deleted. */
  readonly settled: boolean;
  readonly now: number;
}

/** What to do, in this order. Whatever is left out because the program dies is in the next plan again. */
export interface JobPlan {
  readonly status: JobStatus;
  readonly events: readonly RecordedEvent[];
  /** Finalizers to take off *after* the status that counts these pods is stored. */
  readonly release: readonly Pod[];
  /** To be deleted because the Job ends; they count as failed. */
  readonly remove: readonly Pod[];
  /** To be deleted because they are too many; they count as nothing. */
  readonly discard: readonly Pod[];
  readonly create: readonly NewJobPod[];
  readonly wakeAfterMs?: number;
}

const NOTHING = { events: [], release: [], remove: [], discard: [], create: [] } as const;

/** What the state of a Job asks for. */
export function planJob({ job, pods, settled, now }: JobState): JobPlan {
  if (jobEnd(job) !== undefined || job.metadata.deletionTimestamp !== undefined) {
    return { ...NOTHING, status: job.status ?? {}, release: pods.filter(isTracked).slice(0, BURST) };
  }
  const decided = storedOutcome(job) !== undefined;
  const tally = tallyPods({ job, pods, ending: decided });
  const moment: JobMoment = { job, pods, tally, settled, now };
  const outcome = jobOutcome(moment);
  const active = pods.filter(isActive);
  const toCount = tally.uncounted.succeeded.length + tally.uncounted.failed.length;
  const quiet = active.length + terminatingPods(pods).length + toCount + tally.release.length === 0;
  const done = outcome !== undefined && settled && quiet && tally.lastFailures.size === 0;
  const { uncounted, release } = nextBatch(job, tally);
  const { status, events } = jobReport(moment, { outcome, done, uncounted });
  const plan = { ...NOTHING, status, events, release };
  if (outcome !== undefined) return { ...plan, remove: active.slice(0, BURST) };
  const work = settled ? planParallelism(moment) : { create: [], discard: [] };
  return { ...plan, ...work, ...nextWake(work.wakeAfterMs, deadlineInMs({ ...job, status }, now)) };
}

function nextWake(...waits: readonly (number | undefined)[]): { readonly wakeAfterMs?: number } {
  const known = waits.filter((wait) => wait !== undefined);
  return known.length === 0 ? {} : { wakeAfterMs: Math.max(1, Math.min(...known)) };
}
