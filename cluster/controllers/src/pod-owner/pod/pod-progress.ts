import { findControllerReference } from '@kubemin/controller';
import type { Change } from '@kubemin/kube';
import { deepEqual } from '@kubemin/kubeapi';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { findCondition } from '../condition.ts';
import { isActive } from './pod-state.ts';

/** Whether the change of a counted pod is mere progress: at most the numbers of its owner change. */
export function isProgress({ type, object, old }: Change<Pod>): boolean {
  return (
    type === 'updated' &&
    isActive(object) &&
    isActive(old) &&
    findControllerReference(object)?.uid === findControllerReference(old)?.uid &&
    deepEqual(object.metadata.labels, old.metadata.labels)
  );
}

/** Whether a pod that came further is ready now and was not, or the other way round, or since another time. */
export function hasNewReadiness({ object, old }: Change<Pod>): boolean {
  return !deepEqual(readiness(object), readiness(old));
}

/** Whether a pod that came further can be reached, or could before. */
export function hasAddress({ object, old }: Change<Pod>): boolean {
  return object.status?.podIP !== undefined || old?.status?.podIP !== undefined;
}

function readiness(pod: Pod | undefined): readonly unknown[] {
  const { status, lastTransitionTime } = findCondition(pod?.status?.conditions, 'Ready') ?? {};
  return status === 'True' ? [status, lastTransitionTime] : [];
}
