import { deepEqual } from '@kubemin/kubeapi';
import type { Node, Pod } from '@kubemin/kubeapi/types/core.v1';
import { findCondition, isActive } from '../pod-owner/index.ts';

/** Whether the pod waits for a node, gates or not. */
export function isWaiting(pod: Pod): boolean {
  return !pod.spec?.nodeName && isActive(pod);
}

/** Whether the pod has scheduling gates. */
export function isGated(pod: Pod): boolean {
  return (pod.spec?.schedulingGates ?? []).length > 0;
}

/** Whether a change to a waiting pod may change where it can go; of its status only which claims were made for it. */
export function mattersToPlacement(before: Pod, after: Pod): boolean {
  return (
    before.metadata.uid !== after.metadata.uid ||
    !deepEqual(before.metadata.labels, after.metadata.labels) ||
    !deepEqual(before.spec, after.spec) ||
    !deepEqual(before.status?.resourceClaimStatuses, after.status?.resourceClaimStatuses)
  );
}

/** Whether a change to a placed pod changes what it takes from its node, or what others make of it. */
export function mattersToNeighbours(before: Pod, after: Pod): boolean {
  if (before.metadata.uid !== after.metadata.uid) return true;
  if (before.metadata.deletionTimestamp !== after.metadata.deletionTimestamp) return true;
  const [was, is] = [before.spec, after.spec];
  return (
    !deepEqual(before.metadata.labels, after.metadata.labels) ||
    !deepEqual(was?.containers, is?.containers) ||
    !deepEqual(was?.resources, is?.resources) ||
    !deepEqual(was?.initContainers, is?.initContainers)
  );
}

/** Whether two states of a node are the same to pods that look for a place. Heartbeats change nothing. */
export function samePlacementFacts(before: Node, after: Node): boolean {
  return (
    readiness(before) === readiness(after) &&
    (before.spec?.unschedulable ?? false) === (after.spec?.unschedulable ?? false) &&
    deepEqual(before.metadata.labels ?? {}, after.metadata.labels ?? {}) &&
    deepEqual(before.spec?.taints ?? [], after.spec?.taints ?? []) &&
    deepEqual(
      before.status?.allocatable ?? before.status?.capacity,
      after.status?.allocatable ?? after.status?.capacity,
    )
  );
}

function readiness({ status }: Node): string | undefined {
  return findCondition(status?.conditions, 'Ready')?.status;
}
