import type { Deployment, DeploymentStatus, ReplicaSet } from '@kubemin/kubeapi/types/apps.v1';
import { availableCondition, progressingCondition, replicaFailureCondition } from './deployment-condition.ts';
import { rolloutLimits } from './rollout-limits.ts';

/** A Deployment and its ReplicaSets at one moment. */
export interface DeploymentObservation {
  readonly deployment: Deployment;
  readonly current: ReplicaSet | undefined;
  readonly old: readonly ReplicaSet[];
  readonly now: number;
  /** Whether `current` was made just now. */
  readonly created?: boolean | undefined;
  /** Whether it was just created, and no status reports it yet. */
  readonly isUntold?: boolean | undefined;
}

/** The status of what was observed. */
export function deploymentStatus(observation: DeploymentObservation): DeploymentStatus {
  const { deployment, current, old, now } = observation;
  const sets = current === undefined ? old : [...old, current];
  const sum = (count: (set: ReplicaSet) => number | undefined): number =>
    sets.reduce((total, set) => total + (count(set) ?? 0), 0);
  const availableReplicas = sum((set) => set.status?.availableReplicas);
  const counts = {
    replicas: sum((set) => set.status?.replicas),
    updatedReplicas: current?.status?.replicas ?? 0,
    readyReplicas: sum((set) => set.status?.readyReplicas),
    availableReplicas,
    unavailableReplicas: Math.max(0, sum((set) => set.spec?.replicas) - availableReplicas),
    terminatingReplicas: sum((set) => set.status?.terminatingReplicas),
    observedGeneration: deployment.metadata.generation ?? 0,
  };
  const minAvailable = (deployment.spec?.replicas ?? 1) - rolloutLimits(deployment).maxUnavailable;
  const conditions = [
    availableCondition(deployment, availableReplicas >= minAvailable, now),
    progressingCondition(observation, counts),
    replicaFailureCondition(deployment, current, now),
  ];
  const ours = new Set(['Available', 'Progressing', 'ReplicaFailure']);
  const others = (deployment.status?.conditions ?? []).filter(({ type }) => !ours.has(type));
  return { ...counts, conditions: [...others, ...conditions.filter((condition) => condition !== undefined)] };
}
