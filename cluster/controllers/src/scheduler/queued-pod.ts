import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { RankedPod } from './active-pods.ts';
import { type Demand, podDemand } from './demand.ts';

/** A pod that waits for a node. */
export interface QueuedPod extends RankedPod {
  readonly demand: Demand;
}

/** The pod with all that its turn and its place depend on. */
export function queuedPod(pod: Pod): QueuedPod {
  const demand = podDemand(pod);
  return { key: demand.key, priority: demand.priority, kind: placementClass(demand), demand };
}

/**
 * A text that is the same for pods which can be placed in one round: the same profile and priority, and all that any
 * plugin looks at. Pods of one template usually share it.
 */
function placementClass({ pod, wanted, ports, claims, labels, namespace, owner }: Demand): string {
  const {
    schedulerName,
    priority = 0,
    nodeSelector,
    affinity,
    tolerations,
    topologySpreadConstraints,
    resourceClaims,
  } = pod.spec ?? {};
  return JSON.stringify([
    schedulerName,
    priority,
    namespace,
    owner,
    labels,
    wanted,
    ports,
    claims,
    nodeSelector,
    affinity,
    tolerations,
    topologySpreadConstraints,
    resourceClaims,
    pod.status?.resourceClaimStatuses,
  ]);
}
