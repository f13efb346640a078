import { labelSelectorFromObject, parseQuantity } from '@kubemin/kubeapi';
import type { PersistentVolume, PersistentVolumeClaim } from '@kubemin/kubeapi/types/core.v1';
import type { StorageClass } from '@kubemin/kubeapi/types/storage.v1';
import { classNameOf, SIMULATED_PROVISIONER } from './storage-class.ts';

/** The annotation that names who made a volume, and may therefore delete it. */
export const PROVISIONED_BY = 'pv.kubernetes.io/provisioned-by';

/** What is to be done for a claim. */
export type ClaimPlan =
  | { readonly kind: 'bind'; readonly volume: PersistentVolume }
  | { readonly kind: 'provision'; readonly volume: PersistentVolume }
  | { readonly kind: 'lost'; readonly message: string }
  | { readonly kind: 'wait'; readonly reason: string; readonly message: string };

/** A claim and all it may choose from. */
export interface ClaimState {
  readonly claim: PersistentVolumeClaim;
  readonly volumes: readonly PersistentVolume[];
  readonly classes: readonly StorageClass[];
}

/** Where the claim gets its volume from: the one it has, one that fits, or a new one. */
export function planClaim({ claim, volumes, classes }: ClaimState): ClaimPlan {
  const named = claim.spec?.volumeName;
  if (named) {
    const volume = volumes.find(({ metadata }) => metadata.name === named);
    if (volume !== undefined) return { kind: 'bind', volume };
    return claim.status?.phase === 'Pending'
      ? { kind: 'wait', reason: 'FailedBinding', message: `volume "${named}" not found` }
      : { kind: 'lost', message: `volume "${named}" of this claim is gone` };
  }
  const className = classNameOf(claim, classes);
  const reserved = volumes.find((volume) => isReservedFor(volume, claim));
  const volume = reserved ?? smallestFitting(claim, className, volumes);
  if (volume !== undefined) return { kind: 'bind', volume };
  return planNewVolume(claim, className, classes);
}

function planNewVolume(claim: PersistentVolumeClaim, className: string, classes: readonly StorageClass[]): ClaimPlan {
  if (className === '') {
    const message = 'no persistent volumes available for this claim and no storage class is set';
    return { kind: 'wait', reason: 'FailedBinding', message };
  }
  const storageClass = classes.find(({ metadata }) => metadata.name === className);
  if (storageClass === undefined) {
    const message = `storageclass.storage.k8s.io "${className}" not found`;
    return { kind: 'wait', reason: 'ProvisioningFailed', message };
  }
  if (storageClass.provisioner !== SIMULATED_PROVISIONER) {
    const message = `Waiting for a volume to be created by the external provisioner '${storageClass.provisioner}'`;
    return { kind: 'wait', reason: 'ExternalProvisioning', message };
  }
  return { kind: 'provision', volume: newVolume(claim, storageClass) };
}

/** Named after the claim's uid: making it twice is impossible, however often this program is killed in between. */
function newVolume(claim: PersistentVolumeClaim, storageClass: StorageClass): PersistentVolume {
  const { name = '', namespace = '', uid = '' } = claim.metadata;
  const { accessModes = [], resources, volumeMode } = claim.spec ?? {};
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: `pvc-${uid}`, annotations: { [PROVISIONED_BY]: SIMULATED_PROVISIONER } },
    spec: {
      accessModes,
      capacity: { storage: resources?.requests?.storage ?? '1Gi' },
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, uid },
      persistentVolumeReclaimPolicy: storageClass.reclaimPolicy ?? 'Delete',
      storageClassName: storageClass.metadata.name ?? '',
      ...(volumeMode && { volumeMode }),
      csi: { driver: SIMULATED_PROVISIONER, volumeHandle: `pvc-${uid}` },
    },
  };
}

/** Whether the volume says it is for this very claim, by uid once it is known. */
export function isReservedFor(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  const reference = volume.spec?.claimRef;
  if (reference?.name !== claim.metadata.name || reference?.namespace !== claim.metadata.namespace) return false;
  return !reference?.uid || reference.uid === claim.metadata.uid;
}

function smallestFitting(
  claim: PersistentVolumeClaim,
  className: string,
  volumes: readonly PersistentVolume[],
): PersistentVolume | undefined {
  const needed = parseQuantity(claim.spec?.resources?.requests?.storage ?? '0');
  const selector = claim.spec?.selector;
  return volumes
    .filter(({ metadata, spec }) => spec?.claimRef === undefined && metadata.deletionTimestamp === undefined)
    .filter(({ spec }) => (spec?.storageClassName ?? '') === className && sameMode(claim, spec?.volumeMode))
    .filter(({ spec }) => (claim.spec?.accessModes ?? []).every((mode) => spec?.accessModes?.includes(mode)))
    .filter(({ metadata }) => !selector || labelSelectorFromObject(selector).matches(metadata.labels))
    .map((volume) => ({ volume, size: parseQuantity(volume.spec?.capacity?.storage ?? '0') }))
    .filter(({ size }) => size.compare(needed) >= 0)
    .sort((a, b) => a.size.compare(b.size))[0]?.volume;
}

function sameMode(claim: PersistentVolumeClaim, mode: string | undefined): boolean {
  return (claim.spec?.volumeMode ?? 'Filesystem') === (mode ?? 'Filesystem');
}
