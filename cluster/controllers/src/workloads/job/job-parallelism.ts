import type { Job } from '@kubemin/kubeapi/types/batch.v1';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { isActive, rankForDeletion } from '../../pod-owner/index.ts';
import { completionIndex, isIndexed } from './completion-index.ts';
import { failuresWith } from './failed-pods.ts';
import { nextStartAt, nextStartOfIndexAt } from './job-backoff.ts';
import { BURST } from './job-batch.ts';
import type { JobMoment } from './job-outcome.ts';
import type { NewJobPod } from './job-pod.ts';
import { allSucceeded, type JobTally, terminatingPods } from './job-tally.ts';

/** Which pods to start, and which are too many. */
export interface ParallelismPlan {
  readonly create: readonly NewJobPod[];
  readonly discard: readonly Pod[];
  readonly wakeAfterMs?: number;
}

/** What to do so that as many pods work on the Job as it wants at once, and no more than completions are left. */
export function planParallelism(moment: JobMoment): ParallelismPlan {
  const { job, pods, tally, now } = moment;
  const active = pods.filter(isActive);
  const wanted = wantedActive(job, tally, active.length);
  const discard = surplus(moment, active, wanted);
  if (discard.length > 0) return { create: [], discard };
  // Some Jobs must not have two pods at work on one thing, even for the moment in which one of them stops.
  const leaving = job.spec?.podReplacementPolicy === 'Failed' ? terminatingPods(pods) : [];
  const missing = Math.min(BURST, wanted - active.length - leaving.length);
  if (missing <= 0) return { create: [], discard };
  if (job.spec?.backoffLimitPerIndex === undefined) {
    const wait = nextStartAt(job, pods) - now;
    if (wait > 0) return { create: [], discard, wakeAfterMs: wait };
  }
  if (!isIndexed(job)) return { create: Array.from({ length: missing }, () => ({})), discard };
  const taken = new Set([...active, ...leaving].map(completionIndex));
  return { ...planIndexes(moment, taken, missing), discard };
}

function wantedActive(job: Job, tally: JobTally, active: number): number {
  const { parallelism = 1, completions, suspend } = job.spec ?? {};
  if (suspend === true) return 0;
  const succeeded = allSucceeded(tally);
  if (completions === undefined) return succeeded > 0 ? Math.min(active, parallelism) : parallelism;
  return Math.max(0, Math.min(parallelism, completions - succeeded - tally.failedIndexes.size));
}

/** The lowest indexes without a pod, and when the next of those that have to wait may start. */
function planIndexes(
  { job, tally, now }: JobMoment,
  taken: ReadonlySet<number | undefined>,
  missing: number,
): Pick<ParallelismPlan, 'create' | 'wakeAfterMs'> {
  const create: NewJobPod[] = [];
  let soonest = Number.POSITIVE_INFINITY;
  const byIndex = job.spec?.backoffLimitPerIndex !== undefined;
  for (let index = 0; index < (job.spec?.completions ?? 0) && create.length < missing; index += 1) {
    if (taken.has(index) || tally.completedIndexes.has(index) || tally.failedIndexes.has(index)) continue;
    const failure = tally.lastFailures.get(index);
    const wait = failure === undefined ? 0 : nextStartOfIndexAt(failure) - now;
    if (wait > 0) soonest = Math.min(soonest, wait);
    else if (failure !== undefined) create.push({ index, failures: failuresWith(failure) });
    else create.push(byIndex ? { index, failures: { counted: 0, ignored: 0 } } : { index });
  }
  return soonest === Number.POSITIVE_INFINITY ? { create } : { create, wakeAfterMs: soonest };
}

/** Pods for an index that needs none, a second one for the same index, and then those whose loss hurts least. */
function surplus({ job, tally }: JobMoment, active: readonly Pod[], wanted: number): readonly Pod[] {
  const useless = new Set(isIndexed(job) ? uselessPods(job, tally, active) : []);
  const others = active.filter((pod) => !useless.has(pod));
  const more = Math.max(0, others.length - wanted);
  return [...useless, ...rankForDeletion(others).slice(0, more)].slice(0, BURST);
}

function uselessPods(job: Job, tally: JobTally, active: readonly Pod[]): readonly Pod[] {
  const seen = new Set<number>([...tally.completedIndexes, ...tally.failedIndexes]);
  const bestFirst = rankForDeletion(active).toReversed();
  return bestFirst.filter((pod) => {
    const index = completionIndex(pod);
    if (index === undefined || index >= (job.spec?.completions ?? 0) || seen.has(index)) return true;
    seen.add(index);
    return false;
  });
}
