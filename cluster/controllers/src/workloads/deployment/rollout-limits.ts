import type { Deployment } from '@kubemin/kubeapi/types/apps.v1';
import { scaledValue } from '../../pod-owner/index.ts';

/** How far a rollout may stray from the wanted number of pods. */
export interface RolloutLimits {
  /** Pods above the wanted number that may exist during a rollout. */
  readonly maxSurge: number;
  /** Pods below the wanted number that may be unavailable during a rollout. */
  readonly maxUnavailable: number;
}

/** The limits in pods: percentages count from the wanted number, surge rounded up, unavailable down. */
export function rolloutLimits(deployment: Deployment): RolloutLimits {
  const { replicas = 1, strategy } = deployment.spec ?? {};
  if (strategy?.type === 'Recreate') return { maxSurge: 0, maxUnavailable: replicas };
  const { maxSurge = '25%', maxUnavailable = '25%' } = strategy?.rollingUpdate ?? {};
  const surge = scaledValue(maxSurge, replicas, Math.ceil);
  const unavailable = scaledValue(maxUnavailable, replicas, Math.floor);
  // With neither, nothing could ever move.
  return { maxSurge: surge, maxUnavailable: surge === 0 && unavailable === 0 ? 1 : Math.min(unavailable, replicas) };
}
