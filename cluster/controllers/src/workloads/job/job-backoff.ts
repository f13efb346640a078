import type { Job } from '@kubemin/kubeapi/types/batch.v1';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { findCondition } from '../../pod-owner/index.ts';
import { type FailedPod, failuresWith, hasFailed } from './failed-pods.ts';
import { isTracked } from './job-pod.ts';

const FIRST_MS = 10_000;
const LONGEST_MS = 360_000;

/**
 * When the next pod may be started: later after each failure since the last success. Reckoned from the pods alone, so
 * that a restart of this program neither forgets the failures nor waits again.
 */
export function nextStartAt(job: Job, pods: readonly Pod[]): number {
  const lastSuccess = Math.max(0, ...pods.filter((pod) => pod.status?.phase === 'Succeeded').map(endedAt));
  const failures = pods
    .filter((pod) => pod.status?.phase === 'Failed' || (isTracked(pod) && hasFailed(job, pod)))
    .map(endedAt)
    .filter((time) => time >= lastSuccess);
  return failures.length === 0 ? 0 : Math.max(...failures) + delayMs(failures.length);
}

/** The same for one index whose failures are counted apart. */
export function nextStartOfIndexAt(failure: FailedPod): number {
  const { counted, ignored } = failuresWith(failure);
  return endedAt(failure.pod) + delayMs(counted + ignored);
}

function delayMs(failures: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10));
}

/** When the last container ended; of a pod that never had one, the best that is known. */
function endedAt({ metadata, status }: Pod): number {
  const { containerStatuses = [], conditions } = status ?? {};
  const ends = containerStatuses.map(({ state }) => milliseconds(state?.terminated?.finishedAt));
  const last = Math.max(0, ...ends);
  if (last > 0) return last;
  const notReady = findCondition(conditions, 'Ready')?.lastTransitionTime;
  return milliseconds(notReady) || milliseconds(metadata.deletionTimestamp) || milliseconds(metadata.creationTimestamp);
}

function milliseconds(time: string | null | undefined): number {
  return time ? Date.parse(time) : 0;
}
