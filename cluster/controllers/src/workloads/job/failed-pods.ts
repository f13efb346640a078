import type { Job } from '@kubemin/kubeapi/types/batch.v1';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { isActive, isTerminating } from '../../pod-owner/index.ts';
import { completionIndex, parseIndexes } from './completion-index.ts';
import { failuresBefore, type IndexFailures } from './job-pod.ts';
import { applyFailurePolicy, type FailureVerdict } from './pod-failure-policy.ts';

/** A pod that has failed, and what that means. */
export interface FailedPod {
  readonly pod: Pod;
  readonly verdict: FailureVerdict;
}

interface IndexOutcome {
  readonly failedIndexes: ReadonlySet<number>;
  readonly lastFailures: ReadonlyMap<number, FailedPod>;
}

/** The failed ones among some pods. */
export interface Failures {
  readonly pods: readonly FailedPod[];
  /** Which indexes have failed permanently, and which have a failure that no other pod has followed. */
  byIndex(all: readonly Pod[], completed: ReadonlySet<number>): IndexOutcome;
}

/** Where to look for failures. */
export interface FailedPodsOptions {
  readonly job: Job;
  readonly pods: readonly Pod[];
  /** Every pod that has not succeeded counts as failed. */
  readonly ending: boolean;
}

/** Whether the pod has failed. One that is deleted before its end has too, unless its Job waits for the end of such pods. */
export function hasFailed(job: Job, pod: Pod): boolean {
  const { phase } = pod.status ?? {};
  if (phase === 'Failed') return true;
  return phase !== 'Succeeded' && isTerminating(pod) && job.spec?.podReplacementPolicy !== 'Failed';
}

/** Finds the failed pods and judges them by the policy of the Job. */
export function failedPods({ job, pods, ending }: FailedPodsOptions): Failures {
  const gone = (pod: Pod): boolean => ending && isTerminating(pod) && pod.status?.phase !== 'Succeeded';
  const found = pods
    .filter((pod) => hasFailed(job, pod) || gone(pod))
    .map((pod) => ({ pod, verdict: applyFailurePolicy(job.spec?.podFailurePolicy, pod) }));
  return { pods: found, byIndex: (all, completed) => outcomeByIndex(job, { found, all, completed }) };
}

/** The failures of its index, this pod included. */
export function failuresWith({ pod, verdict }: FailedPod): IndexFailures {
  const { counted, ignored } = failuresBefore(pod);
  return verdict.kind === 'ignore' ? { counted, ignored: ignored + 1 } : { counted: counted + 1, ignored };
}

interface Found {
  readonly found: readonly FailedPod[];
  readonly all: readonly Pod[];
  readonly completed: ReadonlySet<number>;
}

function outcomeByIndex(job: Job, { found, all, completed }: Found): IndexOutcome {
  const limit = job.spec?.backoffLimitPerIndex;
  if (limit === undefined) return { failedIndexes: new Set(), lastFailures: new Map() };
  const completions = job.spec?.completions ?? 0;
  const failedIndexes = new Set(parseIndexes(job.status?.failedIndexes, completions));
  const followed = new Set(all.filter(isActive).map(completionIndex));
  const last = new Map<number, FailedPod>();
  for (const failure of found) {
    const index = completionIndex(failure.pod) ?? completions;
    if (index >= completions || completed.has(index)) continue;
    if (failure.verdict.kind === 'fail-index' || failuresWith(failure).counted > limit) failedIndexes.add(index);
    const other = last.get(index);
    if (!followed.has(index) && (other === undefined || sum(failure) > sum(other))) last.set(index, failure);
  }
  return { failedIndexes, lastFailures: new Map([...last].filter(([index]) => !failedIndexes.has(index))) };
}

function sum(failure: FailedPod): number {
  const { counted, ignored } = failuresWith(failure);
  return counted + ignored;
}
