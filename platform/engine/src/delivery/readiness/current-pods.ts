import type { KubeObject } from '@kubemin/kubeapi';
import type { Deployment, ReplicaSet, StatefulSet } from '@kubemin/kubeapi/types/apps.v1';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';

const REVISION_ANNOTATION = 'deployment.kubernetes.io/revision';
const STATEFUL_REVISION_LABEL = 'controller-revision-hash';

/** The pods of a Deployment's newest template: what is wrong with older ones is about to go away. */
export function currentPodsOfDeployment(
  deployment: Deployment,
  replicaSets: readonly ReplicaSet[],
  pods: readonly Pod[],
): readonly Pod[] {
  const owned = replicaSets.filter((replicaSet) => isOwnedBy(replicaSet, deployment));
  const [newest] = owned.toSorted((left, right) => replicaSetRevision(right) - replicaSetRevision(left));
  return newest === undefined ? [] : pods.filter((pod) => isOwnedBy(pod, newest));
}

/** The pods of a StatefulSet's newest revision. */
export function currentPodsOfStatefulSet(set: StatefulSet, pods: readonly Pod[]): readonly Pod[] {
  const revision = set.status?.updateRevision;
  return pods.filter((pod) => {
    if (!isOwnedBy(pod, set)) return false;
    const own = pod.metadata.labels?.[STATEFUL_REVISION_LABEL];
    return revision === undefined || own === undefined || own === revision;
  });
}

/** The pods of a workload that owns them directly and has no revisions. */
export function podsOwnedBy(owner: KubeObject, pods: readonly Pod[]): readonly Pod[] {
  return pods.filter((pod) => isOwnedBy(pod, owner));
}

function replicaSetRevision(replicaSet: ReplicaSet): number {
  return Number(replicaSet.metadata.annotations?.[REVISION_ANNOTATION] ?? 0);
}

function isOwnedBy(object: KubeObject, owner: KubeObject): boolean {
  return (object.metadata.ownerReferences ?? []).some(({ uid }) => uid === owner.metadata.uid);
}
