import { timestamp } from '@kubemin/kubeapi';
import type { ReplicaSet, ReplicaSetCondition, ReplicaSetStatus } from '@kubemin/kubeapi/types/apps.v1';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { findCondition, withCondition } from '../condition.ts';
import { availableAt, isActive, isReady, isTerminating } from '../pod/pod-state.ts';

const FAILURE = 'ReplicaFailure';

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
  const conditions = failureConditions(set, failure, now);
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

/**
 * A failure that goes on keeps its first words. Each attempt fails with the name of another pod: a status that changed
 * with it would be news, and news is a reason to try again at once, for ever.
 */
function failureConditions(
  { status }: ReplicaSet,
  failure: ReplicaSetObservation['failure'],
  now: number,
): readonly ReplicaSetCondition[] {
  const known = status?.conditions ?? [];
  if (failure === undefined) return known.filter(({ type }) => type !== FAILURE);
  const before = findCondition(known, FAILURE);
  if (before?.status === 'True' && before.reason === failure.reason) return known;
  return withCondition(known, { type: FAILURE, status: 'True', ...failure, lastTransitionTime: timestamp(now) });
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
