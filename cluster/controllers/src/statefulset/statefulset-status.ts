import type { StatefulSet, StatefulSetStatus } from '@kubemin/kubeapi/types/apps.v1';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { isActive, isAvailable, isReady } from '../pod/pod-state.ts';
import type { StatefulState } from './stateful-plan.ts';
import { podRevision } from './stateful-pod.ts';

/** The status that tells what was observed. */
export function statefulSetStatus(state: StatefulState): StatefulSetStatus {
  const { set, pods, currentRevision, updateRevision, now } = state;
  const active = pods.filter(isActive);
  const count = (test: (pod: Pod) => boolean): number => active.filter(test).length;
  const counts = {
    replicas: active.length,
    readyReplicas: count(isReady),
    availableReplicas: count((pod) => isAvailable(pod, set.spec?.minReadySeconds ?? 0, now)),
    updatedReplicas: count((pod) => podRevision(pod) === updateRevision),
  };
  const current = isUpdated(set, counts) ? updateRevision : currentRevision;
  return {
    ...counts,
    currentReplicas: count((pod) => podRevision(pod) === current),
    currentRevision: current,
    updateRevision,
    observedGeneration: set.metadata.generation ?? 0,
  };
}

/** The new template becomes the current one when every pod has it and is ready. */
function isUpdated(
  set: StatefulSet,
  counts: Pick<StatefulSetStatus, 'replicas' | 'readyReplicas' | 'updatedReplicas'>,
) {
  const wanted = set.spec?.replicas ?? 1;
  return counts.updatedReplicas === wanted && counts.replicas === wanted && counts.readyReplicas === wanted;
}
