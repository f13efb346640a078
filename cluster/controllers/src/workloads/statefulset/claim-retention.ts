import type { OwnerReference } from '@kubemin/kubeapi';
import { deepEqual } from '@kubemin/kubeapi';
import type { StatefulSet } from '@kubemin/kubeapi/types/apps.v1';
import type { PersistentVolumeClaim, Pod } from '@kubemin/kubeapi/types/core.v1';
import { podOrdinal, statefulClaims, wantedOrdinals } from './stateful-pod.ts';

/** A claim whose owners are not those that the set's policy asks for. */
export interface ClaimChange {
  readonly claim: PersistentVolumeClaim;
  readonly ownerReferences: readonly OwnerReference[];
}

/** Finds a claim by its name. */
export type FindClaim = (name: string) => PersistentVolumeClaim | undefined;

/**
 * Plans the owners of the claims, with which they are deleted. Claims are owned by the set, or by a pod that the set
 * is about to delete, according to the policy; other owners stay.
 */
export function planRetention(set: StatefulSet, pods: readonly Pod[], find: FindClaim): readonly ClaimChange[] {
  const byOrdinal = new Map(pods.map((pod) => [podOrdinal(set, pod), pod]));
  const ordinals = new Set([...wantedOrdinals(set), ...byOrdinal.keys()]);
  return [...ordinals].flatMap((ordinal) => {
    if (ordinal === undefined) return [];
    return statefulClaims(set, ordinal).flatMap(({ metadata }) => {
      const claim = find(metadata.name ?? '');
      return claim === undefined ? [] : planClaimChange(set, { claim, ordinal, pod: byOrdinal.get(ordinal) });
    });
  });
}

/** The owners of a claim that is made for a pod which is to stay. */
export function claimOwners(set: StatefulSet): readonly OwnerReference[] {
  return set.spec?.persistentVolumeClaimRetentionPolicy?.whenDeleted === 'Delete' ? [referenceTo(set)] : [];
}

interface HeldClaim {
  readonly claim: PersistentVolumeClaim;
  readonly ordinal: number;
  readonly pod: Pod | undefined;
}

function planClaimChange(set: StatefulSet, { claim, ordinal, pod }: HeldClaim): readonly ClaimChange[] {
  const known = claim.metadata.ownerReferences ?? [];
  const podName = `${set.metadata.name}-${ordinal}`;
  const foreign = known.filter(
    ({ uid, kind, name }) => uid !== set.metadata.uid && !(kind === 'Pod' && name === podName),
  );
  const givenUp = !wantedOrdinals(set).includes(ordinal);
  const goesWithPod = givenUp && set.spec?.persistentVolumeClaimRetentionPolicy?.whenScaled === 'Delete';
  // A pod that is gone already took its claims along, if it was to: its reference is left for the garbage collector.
  if (goesWithPod && pod === undefined) return [];
  const ours = goesWithPod && pod !== undefined ? [referenceTo(pod)] : claimOwners(set);
  const ownerReferences = [...foreign, ...ours];
  return deepEqual(byUid(known), byUid(ownerReferences)) ? [] : [{ claim, ownerReferences }];
}

function referenceTo({ apiVersion, kind, metadata }: StatefulSet | Pod): OwnerReference {
  const { name = '', uid = '' } = metadata;
  return { apiVersion, kind, name, uid };
}

function byUid(references: readonly OwnerReference[]): readonly string[] {
  return references.map(({ uid }) => uid).toSorted();
}
