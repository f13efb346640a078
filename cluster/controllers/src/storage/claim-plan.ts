import type { Node, PersistentVolume, PersistentVolumeClaim } from '@kubemin/kubeapi/types/core.v1';
import type { StorageClass } from '@kubemin/kubeapi/types/storage.v1';
import { SELECTED_NODE } from './provisioning-failure.ts';
import { storageClassName } from './storage-class.ts';
import { isReservedFor, mismatch, needsExpansion, smallestFitting } from './volume-fit.ts';
import { newVolume, PROVISIONED_BY, type VolumeProvisioners } from './volume-provisioner.ts';

/** What is to be done for a claim. */
export type ClaimPlan =
  | { readonly kind: 'bind'; readonly volume: PersistentVolume }
  | { readonly kind: 'provision'; readonly volume: PersistentVolume }
  | { readonly kind: 'resize'; readonly volume: PersistentVolume; readonly storage: string }
  | { readonly kind: 'lost'; readonly message: string }
  /** The selected node is gone: the scheduler has to select again. */
  | { readonly kind: 'reschedule'; readonly message: string }
  | { readonly kind: 'wait'; readonly type: 'Normal' | 'Warning'; readonly reason: string; readonly message: string };

/** A claim and all it may choose from. */
export interface ClaimState {
  readonly claim: PersistentVolumeClaim;
  readonly volumes: readonly PersistentVolume[];
  readonly classes: readonly StorageClass[];
  readonly provisioners: VolumeProvisioners;
  readonly node: (name: string) => Node | undefined;
}

/** Where the claim gets its volume from: the one it has, one that fits, or a new one. */
export function planClaim(state: ClaimState): ClaimPlan {
  const { claim, volumes, classes } = state;
  const className = storageClassName(claim, classes);
  const storageClass = classes.find(({ metadata }) => metadata.name === className);
  if (claim.spec?.volumeName) return planNamed(state, claim.spec.volumeName, className);
  const reserved = volumes.find((volume) => isReservedFor(volume, claim));
  if (reserved !== undefined) return { kind: 'bind', volume: reserved };
  const selected = claim.metadata.annotations?.[SELECTED_NODE];
  if (storageClass?.volumeBindingMode === 'WaitForFirstConsumer' && !selected) {
    const message = 'waiting for first consumer to be created before binding';
    return { kind: 'wait', type: 'Normal', reason: 'WaitForFirstConsumer', message };
  }
  const node = selected ? state.node(selected) : undefined;
  const volume = smallestFitting({ claim, className, volumes, node });
  if (volume !== undefined) return { kind: 'bind', volume };
  return storageClass === undefined ? unknownClass(className) : planNewVolume(state, storageClass, node);
}

/** A claim that names its volume gets that one or none. */
function planNamed(state: ClaimState, name: string, className: string): ClaimPlan {
  const { claim, volumes, classes, provisioners } = state;
  const volume = volumes.find(({ metadata }) => metadata.name === name);
  if (volume === undefined) {
    return claim.status?.phase === 'Pending'
      ? { kind: 'wait', type: 'Normal', reason: 'FailedBinding', message: `volume "${name}" not found` }
      : { kind: 'lost', message: `volume "${name}" of this claim is gone` };
  }
  if (volume.spec?.claimRef?.uid !== claim.metadata.uid) {
    const why = mismatch(claim, className, volume);
    if (why === undefined) return { kind: 'bind', volume };
    const message = `Cannot bind to requested volume "${name}": ${why}`;
    return { kind: 'wait', type: 'Warning', reason: 'VolumeMismatch', message };
  }
  const storageClass = classes.find(({ metadata }) => metadata.name === (volume.spec?.storageClassName ?? ''));
  const isGrowing = claim.status?.phase === 'Bound' && needsExpansion(claim, volume);
  if (!isGrowing || storageClass?.allowVolumeExpansion !== true) return { kind: 'bind', volume };
  if (provisioners.has(volume.metadata.annotations?.[PROVISIONED_BY] ?? '')) {
    return { kind: 'resize', volume, storage: claim.spec?.resources?.requests?.storage ?? '' };
  }
  const message = 'waiting for an external controller to expand this PVC';
  return { kind: 'wait', type: 'Normal', reason: 'ExternalExpanding', message };
}

function unknownClass(className: string): ClaimPlan {
  if (className === '') {
    const message = 'no persistent volumes available for this claim and no storage class is set';
    return { kind: 'wait', type: 'Normal', reason: 'FailedBinding', message };
  }
  const message = `storageclass.storage.k8s.io "${className}" not found`;
  return { kind: 'wait', type: 'Warning', reason: 'ProvisioningFailed', message };
}

function planNewVolume(state: ClaimState, storageClass: StorageClass, node: Node | undefined): ClaimPlan {
  const { claim, provisioners } = state;
  const provisioner = provisioners.get(storageClass.provisioner);
  if (provisioner === undefined) {
    const message = `Waiting for a volume to be created by the external provisioner '${storageClass.provisioner}'`;
    return { kind: 'wait', type: 'Normal', reason: 'ExternalProvisioning', message };
  }
  // A new volume has no labels that a selector could match.
  const volume = claim.spec?.selector
    ? { refused: 'claim.Spec.Selector is not supported for dynamic provisioning' }
    : newVolume(provisioner, { claim, storageClass, node });
  if (!('refused' in volume)) return { kind: 'provision', volume };
  const message = `failed to provision volume with StorageClass "${storageClass.metadata.name}": ${volume.refused}`;
  // Another node helps only where the chosen one is the trouble; to choose again for anything else would go on for ever.
  const isNodeGone = claim.metadata.annotations?.[SELECTED_NODE] !== undefined && node === undefined;
  return isNodeGone
    ? { kind: 'reschedule', message }
    : { kind: 'wait', type: 'Warning', reason: 'ProvisioningFailed', message };
}
