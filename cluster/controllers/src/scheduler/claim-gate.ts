import type { Informer } from '@kubemin/kube';
import type { PersistentVolumeClaim, Pod } from '@kubemin/kubeapi/types/core.v1';

/** Why a pod has to wait for its claims before any node can be chosen; undefined when it need not. */
export function waitsForClaims(pod: Pod, claims: Pick<Informer<PersistentVolumeClaim>, 'get'>): string | undefined {
  for (const { persistentVolumeClaim: reference } of pod.spec?.volumes ?? []) {
    if (reference === undefined) continue;
    const claim = claims.get(`${pod.metadata.namespace}/${reference.claimName}`);
    if (claim === undefined) return `persistentvolumeclaim "${reference.claimName}" not found`;
    if (claim.metadata.deletionTimestamp !== undefined) {
      return `persistentvolumeclaim "${reference.claimName}" is being deleted`;
    }
    if (claim.status?.phase !== 'Bound') return 'pod has unbound immediate PersistentVolumeClaims';
  }
  return undefined;
}
