import type { KubeObject, OwnerReference } from '@kubemin/kubeapi';

/** The finalizer that holds an owner until its blocking dependents are gone. */
export const FOREGROUND = 'foregroundDeletion';
/** The finalizer that holds an owner until its dependents are set free. */
export const ORPHAN = 'orphan';

/** What was found when an owner was looked for: `waiting` is one that is held until its dependents are gone. */
export type OwnerState = 'present' | 'waiting' | 'absent';

/** What is to be done with an object. */
export type GarbageDecision =
  | { readonly kind: 'keep' }
  /** An owner still exists; references to missing ones are removed. */
  | { readonly kind: 'disown'; readonly ownerReferences: readonly OwnerReference[] }
  | { readonly kind: 'delete'; readonly propagationPolicy: 'Foreground' | 'Background' | 'Orphan' };

/** What becomes of an object whose owners are in these states: it lives as long as one of them is present. */
export function decideGarbage(
  object: KubeObject,
  states: readonly OwnerState[],
  hasDependents: boolean,
): GarbageDecision {
  const owners = object.metadata.ownerReferences ?? [];
  if (owners.length === 0 || states.every((state) => state === 'present')) return { kind: 'keep' };
  const ownerReferences = owners.filter((_, index) => states[index] === 'present');
  if (ownerReferences.length > 0) return { kind: 'disown', ownerReferences };
  return { kind: 'delete', propagationPolicy: policyFor(object, states, hasDependents) };
}

/** The policy of the owner's deletion applies to dependents; that of the object itself takes precedence. */
function policyFor({ metadata }: KubeObject, states: readonly OwnerState[], hasDependents: boolean) {
  if (metadata.finalizers?.includes(ORPHAN)) return 'Orphan';
  if (metadata.finalizers?.includes(FOREGROUND)) return 'Foreground';
  return hasDependents && states.includes('waiting') ? 'Foreground' : 'Background';
}

/** Whether the object is on its way out and held for its dependents. */
export function isWaitingForDependents({ metadata }: KubeObject): boolean {
  return metadata.deletionTimestamp !== undefined && metadata.finalizers?.includes(FOREGROUND) === true;
}
