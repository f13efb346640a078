import type { DaemonSet, Deployment, StatefulSet } from '@kubemin/kubeapi/types/apps.v1';
import type { Job } from '@kubemin/kubeapi/types/batch.v1';
import { findCondition } from '../../pod-owner/condition.ts';

/** Whether all pods of a Deployment are of its current template and available, according to its status. */
export function isRolledOut({ metadata, spec, status = {} }: Deployment): boolean {
  const wanted = spec?.replicas ?? 1;
  const { replicas, updatedReplicas, availableReplicas, conditions } = status;
  return (
    status.observedGeneration === metadata.generation &&
    [replicas, updatedReplicas, availableReplicas].every((count) => count === wanted) &&
    findCondition(conditions, 'Progressing')?.reason === 'NewReplicaSetAvailable'
  );
}

/** The same of a StatefulSet. */
export function isUpdated({ metadata, spec, status }: StatefulSet): boolean {
  const wanted = spec?.replicas ?? 1;
  return (
    status?.observedGeneration === metadata.generation &&
    status?.currentRevision === status?.updateRevision &&
    [status?.replicas, status?.updatedReplicas, status?.availableReplicas].every((count) => count === wanted)
  );
}

/** The same of a DaemonSet that runs on so many nodes. */
export function isOnAll({ metadata, status }: DaemonSet, nodes: number): boolean {
  const counts = [status?.desiredNumberScheduled, status?.updatedNumberScheduled, status?.numberAvailable];
  return status?.observedGeneration === metadata.generation && counts.every((count) => count === nodes);
}

/** Whether a Job has ended. */
export function isOver({ status }: Job): boolean {
  return ['Complete', 'Failed'].some((type) => findCondition(status?.conditions, type)?.status === 'True');
}
