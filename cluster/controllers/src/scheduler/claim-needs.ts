import { isControlledBy } from '@kubemin/controller';
import type { PersistentVolume, PersistentVolumeClaim, Pod } from '@kubemin/kubeapi/types/core.v1';
import type { StorageClass } from '@kubemin/kubeapi/types/storage.v1';
import { ephemeralClaimKeys, notOwner, provisioningFailure, storageClassName } from '../storage/index.ts';
import type { Demand } from './demand.ts';
import type { StorageLookup } from './storage-lookup.ts';

/** The reason for a claim without a volume that should get one immediately. */
export const UNBOUND = 'pod has unbound immediate PersistentVolumeClaims';

/** A claim that waits until a pod that mounts it has a node. */
export interface WaitingClaim {
  readonly claim: PersistentVolumeClaim;
  readonly storageClass: StorageClass;
}

/** What a pod's claims mean to its placement. */
export type ClaimNeeds =
  | { readonly kind: 'refused'; readonly reason: string }
  | {
      readonly kind: 'placed';
      /** The volumes that are bound already: the pod has to go where they are. */
      readonly volumes: readonly PersistentVolume[];
      readonly waiting: readonly WaitingClaim[];
    };

/** Looks at all claims of the pod. */
export function claimNeeds({ claims, pod }: Demand, storage: StorageLookup): ClaimNeeds {
  const volumes: PersistentVolume[] = [];
  const waiting: WaitingClaim[] = [];
  for (const key of claims) {
    const found = claimNeed(key, storage, pod);
    if (typeof found === 'string') return { kind: 'refused', reason: found };
    if ('claim' in found) waiting.push(found);
    else volumes.push(found);
  }
  return { kind: 'placed', volumes, waiting };
}

function claimNeed(key: string, storage: StorageLookup, pod: Pod): PersistentVolume | WaitingClaim | string {
  const claim = storage.claim(key);
  const name = key.slice(key.indexOf('/') + 1);
  const isOwn = ephemeralClaimKeys(pod).includes(key);
  if (claim === undefined) {
    return isOwn
      ? `waiting for ephemeral volume controller to create the persistentvolumeclaim "${name}"`
      : `persistentvolumeclaim "${name}" not found`;
  }
  if (isOwn && !isControlledBy(claim, pod)) return notOwner(key, pod);
  if (claim.metadata.deletionTimestamp !== undefined) return `persistentvolumeclaim "${name}" is being deleted`;
  const volumeName = claim.spec?.volumeName;
  if (claim.status?.phase === 'Lost') {
    return `persistentvolumeclaim "${name}" bound to non-existent persistentvolume "${volumeName ?? ''}"`;
  }
  if (claim.status?.phase === 'Bound' && volumeName) {
    return storage.volume(volumeName) ?? `persistentvolume "${volumeName}" not found`;
  }
  const classes = storage.classes();
  const className = storageClassName(claim, classes);
  const storageClass = classes.find(({ metadata }) => metadata.name === className);
  if (volumeName || storageClass?.volumeBindingMode !== 'WaitForFirstConsumer') {
    return UNBOUND;
  }
  const failure = provisioningFailure(claim);
  if (failure !== undefined) return `provisioning failed for PVC "${name}": ${failure}`;
  return { claim, storageClass };
}
