import type { Change } from '@kubemin/kube';
import type { PersistentVolume, PersistentVolumeClaim } from '@kubemin/kubeapi/types/core.v1';
import type { ClusterEvent } from './cluster-event.ts';

/** What a claim's change means to pods that wait. */
export function claimEvent({ key, type }: Change<PersistentVolumeClaim>): ClusterEvent {
  return { kind: 'storage', claim: key, isNew: type === 'added' };
}

/** What a volume's change means to pods that wait; what is somebody's already concerns nobody else. */
export function volumeEvent({ object }: Change<PersistentVolume>): ClusterEvent {
  const owner = object.spec?.claimRef;
  return { kind: 'storage', ...(owner && { claim: `${owner.namespace}/${owner.name}` }) };
}
