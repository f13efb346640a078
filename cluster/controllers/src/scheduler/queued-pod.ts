import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { RankedPod } from './active-pods.ts';
import { type Demand, demandOf } from './demand.ts';
import { placementClass } from './placement-class.ts';

/** A pod that waits for a node. */
export interface QueuedPod extends RankedPod {
  readonly demand: Demand;
}

/** The pod with all that its turn and its place depend on. */
export function queuedPod(pod: Pod): QueuedPod {
  const demand = demandOf(pod);
  return { key: demand.key, priority: demand.priority, kind: placementClass(demand), demand };
}
