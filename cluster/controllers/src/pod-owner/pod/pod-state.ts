import type { ReconcileResult } from '@kubemin/controller';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { findCondition } from '../condition.ts';

/** Whether the pod has ended. */
export function isFinished(pod: Pod): boolean {
  return pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';
}

/** Whether the pod is being deleted. */
export function isTerminating(pod: Pod): boolean {
  return pod.metadata.deletionTimestamp !== undefined;
}

/** Whether the pod counts as a replica: it may run now or soon. */
export function isActive(pod: Pod): boolean {
  return !isFinished(pod) && !isTerminating(pod);
}

/** Whether the pod can serve now. */
export function isReady(pod: Pod): boolean {
  return findCondition(pod.status?.conditions, 'Ready')?.status === 'True';
}

/** When a ready pod has been ready long enough, in ms since the epoch; undefined for a pod that is not ready. */
export function availableAt(pod: Pod, minReadySeconds: number): number | undefined {
  const ready = findCondition(pod.status?.conditions, 'Ready');
  if (ready?.status !== 'True') return undefined;
  const since = ready.lastTransitionTime === undefined ? 0 : Date.parse(ready.lastTransitionTime);
  return minReadySeconds === 0 ? 0 : since + minReadySeconds * 1000;
}

/** Whether the pod has been ready for long enough. */
export function isAvailable(pod: Pod, minReadySeconds: number, now: number): boolean {
  const at = availableAt(pod, minReadySeconds);
  return at !== undefined && at <= now;
}

/** In how many ms the next of these pods becomes available just by time passing. */
export function nextAvailabilityMs(pods: readonly Pod[], minReadySeconds: number, now: number): number | undefined {
  const waits = pods.map((pod) => (availableAt(pod, minReadySeconds) ?? 0) - now).filter((wait) => wait > 0);
  return waits.length === 0 ? undefined : Math.min(...waits);
}

/** How often the pod's containers have been restarted, taken together; those that prepare it count too. */
export function restartCount({ status }: Pod): number {
  const { initContainerStatuses = [], containerStatuses = [] } = status ?? {};
  return [...initContainerStatuses, ...containerStatuses].reduce((sum, { restartCount: count }) => sum + count, 0);
}

/** Asks for another look at the earliest of these times, if there is any. */
export function requeueAtEarliest(...waits: readonly (number | undefined)[]): ReconcileResult | undefined {
  const known = waits.filter((wait) => wait !== undefined);
  return known.length === 0 ? undefined : { requeueAfterMs: Math.min(...known) };
}
