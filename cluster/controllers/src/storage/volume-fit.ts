import { labelSelectorFromObject, parseQuantity } from '@kubemin/kubeapi';
import type { Node, PersistentVolume, PersistentVolumeClaim } from '@kubemin/kubeapi/types/core.v1';
import { isReachable } from '../scheduler/volume-choice.ts';

/** Whether the volume says it is for this very claim, by uid once it is known. */
export function isReservedFor(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  const reference = volume.spec?.claimRef;
  if (reference?.name !== claim.metadata.name || reference?.namespace !== claim.metadata.namespace) return false;
  return !reference?.uid || reference.uid === claim.metadata.uid;
}

/** Why the volume is not what the claim asks for; undefined when it is. */
export function mismatch(
  claim: PersistentVolumeClaim,
  className: string,
  { spec }: PersistentVolume,
): string | undefined {
  const size = parseQuantity(spec?.capacity?.storage ?? '0');
  if (size.compare(neededSize(claim)) < 0) return 'requested PV is too small';
  if ((spec?.storageClassName ?? '') !== className) return 'storageClassName does not match';
  if ((claim.spec?.volumeMode ?? 'Filesystem') !== (spec?.volumeMode ?? 'Filesystem')) return 'incompatible volumeMode';
  const modes = claim.spec?.accessModes ?? [];
  return modes.every((mode) => spec?.accessModes?.includes(mode)) ? undefined : 'incompatible accessMode';
}

/** What a claim may choose from. */
export interface Choice {
  readonly claim: PersistentVolumeClaim;
  readonly className: string;
  readonly volumes: readonly PersistentVolume[];
  /** The volume must be usable there; anywhere, when none is given. */
  readonly node: Node | undefined;
}

/** The smallest free volume that is what the claim asks for. */
export function smallestFitting({ claim, className, volumes, node }: Choice): PersistentVolume | undefined {
  const selector = claim.spec?.selector;
  return volumes
    .filter(({ metadata, spec }) => spec?.claimRef === undefined && metadata.deletionTimestamp === undefined)
    .filter((volume) => mismatch(claim, className, volume) === undefined)
    .filter(({ metadata }) => !selector || labelSelectorFromObject(selector).matches(metadata.labels))
    .filter((volume) => node === undefined || isReachable(volume, node))
    .map((volume) => ({ volume, size: parseQuantity(volume.spec?.capacity?.storage ?? '0') }))
    .sort((a, b) => a.size.compare(b.size))[0]?.volume;
}

/** Whether the claim asks for more than its volume has. */
export function isOutgrown(claim: PersistentVolumeClaim, { spec }: PersistentVolume): boolean {
  return neededSize(claim).compare(parseQuantity(spec?.capacity?.storage ?? '0')) > 0;
}

function neededSize({ spec }: PersistentVolumeClaim): ReturnType<typeof parseQuantity> {
  return parseQuantity(spec?.resources?.requests?.storage ?? '0');
}
