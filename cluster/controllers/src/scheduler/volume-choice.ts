import { labelSelectorFromObject, parseQuantity } from '@kubemin/kubeapi';
import type { Node, PersistentVolume, PersistentVolumeClaim } from '@kubemin/kubeapi/types/core.v1';
import type { StorageClass } from '@kubemin/kubeapi/types/storage.v1';
import { matchesAnyTerm } from './node-selection.ts';

/** The provisioner of classes whose volumes are made by hand. */
const NO_PROVISIONER = 'kubernetes.io/no-provisioner';

/** Whether pods on the node can reach the volume. */
export function isReachable({ spec }: PersistentVolume, node: Node): boolean {
  const required = spec?.nodeAffinity?.required;
  return required === undefined || matchesAnyTerm(required, node);
}

/** Whether the class can make a volume for a claim on the node. */
export function canProvision({ provisioner, allowedTopologies = [] }: StorageClass, node: Node): boolean {
  if (provisioner === NO_PROVISIONER) return false;
  return (
    allowedTopologies.length === 0 ||
    allowedTopologies.some(({ matchLabelExpressions = [] }) =>
      matchLabelExpressions.every(({ key, values }) => values.includes(node.metadata.labels?.[key] ?? '')),
    )
  );
}

/** The smallest free volume that serves the claim on the node. */
export function smallestVolume(
  claim: PersistentVolumeClaim,
  className: string,
  volumes: readonly PersistentVolume[],
  node: Node,
): PersistentVolume | undefined {
  let best: PersistentVolume | undefined;
  let bestSize = parseQuantity('0');
  for (const volume of volumes) {
    const size = parseQuantity(volume.spec?.capacity?.storage ?? '0');
    if (!serves(volume, claim, className) || !isReachable(volume, node)) continue;
    if (best !== undefined && size.compare(bestSize) >= 0) continue;
    best = volume;
    bestSize = size;
  }
  return best;
}

function serves({ metadata, spec }: PersistentVolume, claim: PersistentVolumeClaim, className: string): boolean {
  const reserved = spec?.claimRef;
  const free =
    reserved === undefined ||
    (reserved.name === claim.metadata.name &&
      reserved.namespace === claim.metadata.namespace &&
      (!reserved.uid || reserved.uid === claim.metadata.uid));
  if (!free || metadata.deletionTimestamp !== undefined || (spec?.storageClassName ?? '') !== className) return false;
  const { accessModes = [], selector, volumeMode = 'Filesystem', resources } = claim.spec ?? {};
  if (!accessModes.every((mode) => spec?.accessModes?.includes(mode))) return false;
  if ((spec?.volumeMode ?? 'Filesystem') !== volumeMode) return false;
  if (selector !== undefined && !labelSelectorFromObject(selector).matches(metadata.labels)) return false;
  const needed = parseQuantity(resources?.requests?.storage ?? '0');
  return parseQuantity(spec?.capacity?.storage ?? '0').compare(needed) >= 0;
}
