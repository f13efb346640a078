import type { PodStatus } from '@kubemin/kubeapi/types/core.v1';

/** Whether nothing will happen to the pod any more. */
export function hasEnded(status: PodStatus | undefined): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed';
}
