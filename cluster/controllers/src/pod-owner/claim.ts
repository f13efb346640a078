import { controllerReference, findControllerReference } from '@kubemin/controller';
import type { KubeObject, LabelSelector } from '@kubemin/kubeapi';

/** Candidates, sorted by what is to be done with them. */
export interface Claim<T extends KubeObject> {
  /** Already ours, and matching. */
  readonly owned: readonly T[];
  /** Nobody's, and matching: to be adopted. */
  readonly adopt: readonly T[];
  /** Ours, but not matching any more: to be let go. */
  readonly release: readonly T[];
}

/** Sorts candidates by whose they are. An owner that is being deleted adopts nothing. */
export function planClaim<T extends KubeObject>(
  owner: KubeObject,
  selector: Pick<LabelSelector, 'matches'>,
  candidates: Iterable<T>,
): Claim<T> {
  const owned: T[] = [];
  const adopt: T[] = [];
  const release: T[] = [];
  for (const candidate of candidates) {
    const controller = findControllerReference(candidate);
    const matches = selector.matches(candidate.metadata.labels ?? {});
    if (controller?.uid === owner.metadata.uid && controller !== undefined) (matches ? owned : release).push(candidate);
    else if (controller === undefined && matches && mayAdopt(owner, candidate)) adopt.push(candidate);
  }
  return { owned, adopt, release };
}

/**
 * The patch that makes `owner` the controller; the uid guards against a namesake made in the meantime. Some owners keep
 * a finalizer on their children.
 */
export function adoptionPatch(owner: KubeObject, child: KubeObject, finalizer?: string): object {
  const others = child.metadata.ownerReferences ?? [];
  const finalizers = finalizer && { finalizers: [...without(child, finalizer), finalizer] };
  return metadataPatch(child, { ownerReferences: [...others, controllerReference(owner)], ...finalizers });
}

/** The patch that takes `owner` out of the owners, and its finalizer off. */
export function releasePatch(owner: KubeObject, child: KubeObject, finalizer?: string): object {
  const ownerReferences = (child.metadata.ownerReferences ?? []).filter(({ uid }) => uid !== owner.metadata.uid);
  return metadataPatch(child, { ownerReferences, ...(finalizer && { finalizers: without(child, finalizer) }) });
}

/** The patch that takes a finalizer off. */
export function finalizerPatch(child: KubeObject, finalizer: string): object {
  return metadataPatch(child, { finalizers: without(child, finalizer) });
}

function without({ metadata }: KubeObject, finalizer: string): readonly string[] {
  return (metadata.finalizers ?? []).filter((other) => other !== finalizer);
}

/** With the resource version: another client may adopt or change it at the same moment. */
function metadataPatch({ metadata }: KubeObject, changes: object): object {
  const { uid, resourceVersion } = metadata;
  return { metadata: { uid, resourceVersion, ...changes } };
}

function mayAdopt(owner: KubeObject, child: KubeObject): boolean {
  return owner.metadata.deletionTimestamp === undefined && child.metadata.deletionTimestamp === undefined;
}
