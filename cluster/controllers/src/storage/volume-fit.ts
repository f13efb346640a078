import { labelSelectorFromObject, matchesAnyTerm, parseQuantity } from '@kubemin/kubeapi';
import type { Node, PersistentVolume, PersistentVolumeClaim } from '@kubemin/kubeapi/types/core.v1';

/** Whether the volume is reserved for this very claim, by uid once it is known. */
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

/** Whether pods on the node can reach the volume. */
export function isReachable({ spec }: PersistentVolume, node: Node): boolean {
  const required = spec?.nodeAffinity?.required;
  return required === undefined || matchesAnyTerm(required, node);
}

/** Of the volumes that are what the claim asks for: the one reserved for it, otherwise the smallest that is free. */
export function smallestFitting({ claim, className, volumes, node }: Choice): PersistentVolume | undefined {
  const selector = claim.spec?.selector && labelSelectorFromObject(claim.spec.selector);
  const fitting = volumes
    .filter((volume) => volume.spec?.claimRef === undefined || isReservedFor(volume, claim))
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    .filter((volume) => mismatch(claim, className, volume) === undefined)
    .filter(({ metadata }) => selector === undefined || selector.matches(metadata.labels))
    .filter((volume) => node === undefined || isReachable(volume, node));
  // Another one besides would stay reserved for a claim that never takes it.
  const reserved = fitting.find(({ spec }) => spec?.claimRef !== undefined);
  if (reserved !== undefined) return reserved;
  return fitting
    .map((volume) => ({ volume, size: parseQuantity(volume.spec?.capacity?.storage ?? '0') }))
    .sort((a, b) => a.size.compare(b.size))[0]?.volume;
}

/** Whether the claim asks for more than its volume has. */
export function needsExpansion(claim: PersistentVolumeClaim, { spec }: PersistentVolume): boolean {
  return neededSize(claim).compare(parseQuantity(spec?.capacity?.storage ?? '0')) > 0;
}

function neededSize({ spec }: PersistentVolumeClaim): ReturnType<typeof parseQuantity> {
  return parseQuantity(spec?.resources?.requests?.storage ?? '0');
}
