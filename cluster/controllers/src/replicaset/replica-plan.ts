import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { rankForDeletion } from '../pod/deletion-ranking.ts';

/** How many pods to create, or which to delete. */
export interface ReplicaPlan {
  readonly create: number;
  readonly remove: readonly Pod[];
}

/** More in one go would hold the queue's worker too long; the rest follows in the next round. */
const BURST = 500;

/**
 * What to do so that as many of the active pods exist as wanted. `neighbours` are the pods of all sets of the same
 * owner: during a rollout, those on the fullest nodes go first.
 */
export function planReplicas(
  wanted: number,
  active: readonly Pod[],
  neighbours: () => readonly Pod[] = () => active,
): ReplicaPlan {
  const missing = wanted - active.length;
  if (missing >= 0) return { create: Math.min(missing, BURST), remove: [] };
  return { create: 0, remove: rankForDeletion(active, neighbours()).slice(0, Math.min(-missing, BURST)) };
}
