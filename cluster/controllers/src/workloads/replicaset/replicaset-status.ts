import { type KubeObject, timestamp } from '@kubemin/kubeapi';
import type { ReplicaSetCondition, ReplicaSetStatus } from '@kubemin/kubeapi/types/apps.v1';
import type { Pod, PodTemplateSpec } from '@kubemin/kubeapi/types/core.v1';
import { availableAt, findCondition, isActive, isReady, isTerminating, withCondition } from '../../pod-owner/index.ts';

const FAILURE = 'ReplicaFailure';

/** What asks for a number of pods: a ReplicaSet, or what was there before it. */
export interface ReplicaOwner extends KubeObject {
  readonly spec?: {
    readonly replicas?: number;
    readonly minReadySeconds?: number;
    readonly template?: PodTemplateSpec;
  };
  readonly status?: {
    readonly observedGeneration?: number;
    readonly conditions?: readonly ReplicaSetCondition[];
  };
}

/** Such a set and its pods at one moment. */
export interface ReplicaObservation {
  readonly set: ReplicaOwner;
  readonly pods: readonly Pod[];
  readonly now: number;
  /** Why pods could not be made or deleted, if so. */
  readonly failure?: { readonly reason: string; readonly message: string } | undefined;
}

/** The status of what was observed. */
export function replicaSetStatus({ set, pods, now, failure }: ReplicaObservation): ReplicaSetStatus {
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
  { status }: ReplicaOwner,
  failure: ReplicaObservation['failure'],
  now: number,
): readonly ReplicaSetCondition[] {
  const known = status?.conditions ?? [];
  if (failure === undefined) return known.filter(({ type }) => type !== FAILURE);
  const before = findCondition(known, FAILURE);
  if (before?.status === 'True' && before.reason === failure.reason) return known;
  return withCondition(known, { type: FAILURE, status: 'True', ...failure, lastTransitionTime: timestamp(now) });
}
