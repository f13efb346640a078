import type { Demand } from './demand.ts';

/**
 * A text that is the same for pods which can be placed in one round: the same profile and priority, and all that any
 * plugin looks at. Pods of one template usually share it.
 */
export function placementClass({ pod, wanted, ports, claims, labels, namespace, owner }: Demand): string {
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
