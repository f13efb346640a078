import type { Pod } from '@kubemin/kubeapi/types/core.v1';

/** The priority from which on pods belong to the system: those of system-cluster-critical and system-node-critical. */
const SYSTEM_CRITICAL = 2_000_000_000;
/** Where a pod comes from; absent for those of the API server. */
const SOURCE = 'kubernetes.io/config.source';
export const MIRROR = 'kubernetes.io/config.mirror';

export function podPriority({ spec }: Pod): number {
  return spec?.priority ?? 0;
}

/** Whether a pod comes from a manifest of the node. */
export function isStaticPod({ metadata }: Pod): boolean {
  const source = metadata.annotations?.[SOURCE];
  return source !== undefined && source !== 'api';
}

/** Whether a pod of the API server shows a static pod. */
export function isMirrorPod({ metadata }: Pod): boolean {
  return metadata.annotations?.[MIRROR] !== undefined;
}

/** Whether a pod is admitted before others and never evicted. */
export function isCriticalPod(pod: Pod): boolean {
  return isStaticPod(pod) || isMirrorPod(pod) || podPriority(pod) >= SYSTEM_CRITICAL;
}
