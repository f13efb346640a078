import type { Change } from '@kubemin/kube';
import { deepEqual } from '@kubemin/kubeapi';
import type { Node, Pod } from '@kubemin/kubeapi/types/core.v1';
import { findCondition } from '../condition.ts';
import { isActive, isFinished } from '../pod/pod-state.ts';

/** Whether the pod waits for a node. */
export function isWaiting(pod: Pod): boolean {
  return !pod.spec?.nodeName && isActive(pod) && (pod.spec?.schedulingGates ?? []).length === 0;
}

/** Whether a change to a waiting pod may change where it can go; its status (which the scheduler writes) cannot. */
export function mattersToPlacement(before: Pod, after: Pod): boolean {
  return before.metadata.uid !== after.metadata.uid || !deepEqual(before.spec, after.spec);
}

/** Whether a pod has just stopped using its node. */
export function freesRoom({ type, object, old }: Change<Pod>): boolean {
  if (!object.spec?.nodeName) return false;
  return type === 'deleted' || (isFinished(object) && old !== undefined && !isFinished(old));
}

/** Whether a node has just become useful to pods that found no place before. Its heartbeats do not count. */
export function nodeMakesRoom({ type, object, old }: Change<Node>): boolean {
  if (type === 'deleted') return false;
  return old === undefined || !deepEqual(placementFacts(old), placementFacts(object));
}

function placementFacts({ metadata, spec, status }: Node): unknown {
  const ready = findCondition(status?.conditions, 'Ready')?.status ?? null;
  const { labels = {} } = metadata;
  const { taints = [], unschedulable = false } = spec ?? {};
  return { labels, taints, unschedulable, allocatable: status?.allocatable ?? {}, ready };
}
