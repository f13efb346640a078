import type { Pod, Taint } from '@kubemin/kubeapi/types/core.v1';
import { findCondition } from '../condition.ts';
import { tolerates } from '../scheduler/toleration.ts';

/** Times of taints are cut to whole seconds: whoever counts from one waits this much longer, to never be early. */
const CUT_MS = 1000;

/** Taints that drive off pods which are there already. */
export function evictingTaints(taints: readonly Taint[] | undefined): readonly Taint[] {
  return (taints ?? []).filter(({ effect }) => effect === 'NoExecute');
}

/**
 * When the taints drive the pod off, in ms since the epoch: it stays as long as its least patient toleration says,
 * counted from when it met the taint as the objects tell it, so that restarts of whoever counts change nothing. A taint
 * without a time counts from `since`.
 */
export function evictAt(pod: Pod, taints: readonly Taint[], since: number): number | 'never' | 'now' {
  let first = Number.POSITIVE_INFINITY;
  for (const taint of evictingTaints(taints)) {
    const toleration = pod.spec?.tolerations?.find((candidate) => tolerates(candidate, taint));
    if (toleration === undefined) return 'now';
    const { tolerationSeconds } = toleration;
    if (tolerationSeconds === undefined) continue;
    if (tolerationSeconds <= 0) return 'now';
    const met = taint.timeAdded ? Math.max(Date.parse(taint.timeAdded), arrivedAt(pod)) + CUT_MS : since;
    first = Math.min(first, met + tolerationSeconds * 1000);
  }
  return first === Number.POSITIVE_INFINITY ? 'never' : first;
}

/** When the pod came to its node. */
function arrivedAt({ metadata, status }: Pod): number {
  const scheduled = findCondition(status?.conditions, 'PodScheduled');
  return Date.parse(scheduled?.lastTransitionTime ?? metadata.creationTimestamp ?? '') || 0;
}
