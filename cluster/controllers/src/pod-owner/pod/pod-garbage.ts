import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { isFinished, isTerminating } from './pod-state.ts';

/** Why a pod is cleared away. */
export type GarbageReason = 'terminated' | 'orphaned' | 'unscheduled' | 'outOfService';

/** A pod that no other controller deletes. */
export interface PodGarbage {
  readonly pod: Pod;
  readonly why: GarbageReason;
}

/** All pods, and what is known of their nodes. */
export interface PodGarbageState {
  readonly pods: readonly Pod[];
  /** Whether the node of this name is gone, and has been for long enough. */
  readonly isGone: (node: string) => boolean;
  /** Whether the node of this name is not ready, and an administrator has stated by its taint that it does not run. */
  readonly isOutOfService: (node: string) => boolean;
  /** So many pods that have ended are kept. */
  readonly threshold: number;
}

/**
 * The pods to clear away: those whose node is gone, those that were deleted before they had a node or on a node that is out
 * of service, and the oldest of those that have ended, when too many are kept. No pod comes twice.
 */
export function podsToCollect({ pods, isGone, isOutOfService, threshold }: PodGarbageState): readonly PodGarbage[] {
  const garbage: PodGarbage[] = [];
  const ended: Pod[] = [];
  for (const pod of pods) {
    const { nodeName = '' } = pod.spec ?? {};
    if (nodeName !== '' && isGone(nodeName)) garbage.push({ pod, why: 'orphaned' });
    else if (nodeName !== '' && isTerminating(pod) && isOutOfService(nodeName))
      garbage.push({ pod, why: 'outOfService' });
    else if (nodeName === '' && isTerminating(pod)) garbage.push({ pod, why: 'unscheduled' });
    else if (isFinished(pod) && !isTerminating(pod)) ended.push(pod);
  }
  const surplus = Math.max(0, ended.length - threshold);
  const oldest = ended.toSorted(byAge).slice(0, threshold > 0 ? surplus : 0);
  return [...garbage, ...oldest.map((pod): PodGarbage => ({ pod, why: 'terminated' }))];
}

function byAge(a: Pod, b: Pod): number {
  const [first, second] = [a, b].map(({ metadata }) => metadata.creationTimestamp ?? '');
  if (first !== second) return (first ?? '') < (second ?? '') ? -1 : 1;
  return (a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1;
}
