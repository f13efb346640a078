import type { Job } from '@kubemin/kubeapi/types/batch.v1';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { isTerminating } from '../../pod-owner/index.ts';
import { completionIndex, isIndexed, parseIndexes } from './completion-index.ts';
import { type FailedPod, failedPods } from './failed-pods.ts';
import { isTracked } from './job-pod.ts';

/** How many pods have ended how, and what has to happen before the rest is counted. */
export interface JobTally {
  /** In the counters already. */
  readonly succeeded: number;
  readonly failed: number;
  /** To be counted once their finalizer is gone; by uid. */
  readonly uncounted: { readonly succeeded: readonly string[]; readonly failed: readonly string[] };
  /** Finalizers to take off after the status that names these pods is stored. */
  readonly release: readonly Pod[];
  readonly completedIndexes: ReadonlySet<number>;
  readonly failedIndexes: ReadonlySet<number>;
  /** By index: the latest failure that no other pod has followed yet. It is kept to remember the count. */
  readonly lastFailures: ReadonlyMap<number, FailedPod>;
}

/** What the pods of a Job are looked at for. */
export interface TallyOptions {
  readonly job: Job;
  readonly pods: readonly Pod[];
  /** The Job has its outcome: every pod that has not succeeded counts as failed. */
  readonly ending: boolean;
}

/**
 * Counts each pod exactly once, whenever the program dies: first its uid is stored as uncounted, then its finalizer is
 * taken off, and only a pod without finalizer moves from there into the counters. Completed indexes need no such care,
 * as an index cannot complete twice.
 */
export function tallyPods({ job, pods, ending }: TallyOptions): JobTally {
  const indexed = isIndexed(job);
  const completions = job.spec?.completions ?? 0;
  const tracked = pods.filter(isTracked);
  const waiting = new Set(tracked.map(({ metadata }) => metadata.uid));
  const before = job.status?.uncountedTerminatedPods ?? {};
  const stillSucceeded = (before.succeeded ?? []).filter((uid) => waiting.has(uid));
  const stillFailed = (before.failed ?? []).filter((uid) => waiting.has(uid));
  const named = new Set([...stillSucceeded, ...stillFailed]);
  const namedFailed = new Set(stillFailed);

  const succeededPods = tracked.filter((pod) => hasSucceeded(pod) && !namedFailed.has(podUid(pod)));
  const completed = new Set(parseIndexes(job.status?.completedIndexes, completions));
  for (const pod of indexed ? succeededPods : []) addIndex(completed, pod, completions);

  const failures = failedPods({ job, pods: tracked, ending });
  const { failedIndexes, lastFailures } = failures.byIndex(pods, completed);
  const held = new Set([...lastFailures.values()].map(({ pod }) => pod));
  const released = failures.pods.filter(({ pod }) => ending || !held.has(pod) || named.has(podUid(pod)));
  const countsNow = ({ pod, verdict }: FailedPod): boolean =>
    verdict.kind !== 'ignore' &&
    !named.has(podUid(pod)) &&
    (!indexed || (completionIndex(pod) ?? completions) < completions);

  const newSucceeded = indexed ? [] : succeededPods.map(podUid).filter((uid) => !named.has(uid));
  return {
    succeeded: indexed
      ? completed.size
      : (job.status?.succeeded ?? 0) + (before.succeeded ?? []).length - stillSucceeded.length,
    failed: (job.status?.failed ?? 0) + (before.failed ?? []).length - stillFailed.length,
    uncounted: {
      succeeded: [...stillSucceeded, ...newSucceeded],
      failed: [...stillFailed, ...released.filter(countsNow).map(({ pod }) => podUid(pod))],
    },
    release: [...new Set([...succeededPods, ...released.map(({ pod }) => pod), ...tracked.filter(isNamed(named))])],
    completedIndexes: completed,
    failedIndexes,
    lastFailures,
  };
}

/** All that have succeeded, counted or about to be. */
export function allSucceeded({ succeeded, uncounted }: JobTally): number {
  return succeeded + uncounted.succeeded.length;
}

/** All that have failed, counted or about to be, and those kept to remember the failures of their index. */
export function allFailed({ failed, uncounted, lastFailures }: JobTally): number {
  const named = new Set(uncounted.failed);
  const kept = [...lastFailures.values()].filter(
    ({ pod, verdict }) => verdict.kind !== 'ignore' && !named.has(pod.metadata.uid ?? ''),
  );
  return failed + uncounted.failed.length + kept.length;
}

/** Pods that were asked to go and have not ended yet. */
export function terminatingPods(pods: readonly Pod[]): readonly Pod[] {
  return pods.filter((pod) => isTerminating(pod) && !hasSucceeded(pod) && pod.status?.phase !== 'Failed');
}

function hasSucceeded(pod: Pod): boolean {
  return pod.status?.phase === 'Succeeded';
}

function isNamed(uids: ReadonlySet<string>): (pod: Pod) => boolean {
  return (pod) => uids.has(podUid(pod));
}

function addIndex(indexes: Set<number>, pod: Pod, limit: number): void {
  const index = completionIndex(pod);
  if (index !== undefined && index < limit) indexes.add(index);
}

function podUid({ metadata }: Pod): string {
  return metadata.uid ?? '';
}
