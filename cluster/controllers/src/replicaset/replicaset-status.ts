import type { ReplicaSet, ReplicaSetStatus } from '@kubemin/kubeapi/types/apps.v1';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { withCondition } from '../condition.ts';
import { availableAt, isActive, isReady, isTerminating } from '../pod/pod-state.ts';
import { timestamp } from '../timestamp.ts';

/** A ReplicaSet and its pods at one moment. */
export interface ReplicaSetObservation {
  readonly set: ReplicaSet;
  readonly pods: readonly Pod[];
  readonly now: number;
  /** Why pods could not be made or deleted, if so. */
  readonly failure?: { readonly reason: string; readonly message: string } | undefined;
}

/** The status that tells what was observed. */
export function replicaSetStatus({ set, pods, now, failure }: ReplicaSetObservation): ReplicaSetStatus {
  const minReady = set.spec?.minReadySeconds ?? 0;
  const active = pods.filter(isActive);
  const templateLabels = Object.entries(set.spec?.template?.metadata?.labels ?? {});
  const carriesAll = (pod: Pod): boolean =>
    templateLabels.every(([key, value]) => pod.metadata.labels?.[key] === value);
  const others = (set.status?.conditions ?? []).filter(({ type }) => type !== 'ReplicaFailure');
  const conditions =
    failure === undefined
      ? others
      : withCondition(set.status?.conditions, {
          type: 'ReplicaFailure',
          status: 'True',
          ...failure,
          lastTransitionTime: timestamp(now),
        });
  return {
    replicas: active.length,
    fullyLabeledReplicas: active.filter(carriesAll).length,
    readyReplicas: active.filter(isReady).length,
    availableReplicas: active.filter((pod) => (availableAt(pod, minReady) ?? Number.POSITIVE_INFINITY) <= now).length,
    terminatingReplicas: pods.filter(isTerminating).length,
    observedGeneration: set.metadata.generation ?? 0,
    ...(conditions.length > 0 || set.status?.conditions !== undefined ? { conditions } : {}),
  };
}

/** In how many ms the next pod becomes available just by time passing. */
export function nextAvailabilityMs({ set, pods, now }: ReplicaSetObservation): number | undefined {
  const minReady = set.spec?.minReadySeconds ?? 0;
  const waits = pods
    .filter(isActive)
    .map((pod) => (availableAt(pod, minReady) ?? 0) - now)
    .filter((wait) => wait > 0);
  return waits.length === 0 ? undefined : Math.min(...waits);
}
