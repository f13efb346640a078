import type { DiscoveryFailure } from '@kubemin/kube';
import type { NamespaceCondition } from '@kubemin/kubeapi/types/core.v1';

/** What is left of one resource in a namespace that is being emptied. */
export interface Leftover {
  /** As messages name it: `pods.`, `deployments.apps`. */
  readonly resource: string;
  readonly count: number;
  /** Finalizers that objects wait for, each with the number of objects. */
  readonly finalizers: Readonly<Record<string, number>>;
}

/** How far a namespace has been emptied. */
export interface Emptying {
  /** What could not be learned of what the cluster serves: there may be more in the namespace than was found. */
  readonly undiscovered: Undiscovered;
  readonly leftovers: readonly Leftover[];
  /** What could not be deleted, in words. */
  readonly failures: readonly string[];
}

/** The groups whose discovery failed. */
export interface Undiscovered {
  readonly failures: readonly DiscoveryFailure[];
  /** Why discovery failed as a whole. */
  readonly unanswered?: string | undefined;
}

/** Whether there is nothing in the namespace, for certain. */
export function isEmptied({ undiscovered, leftovers, failures }: Emptying): boolean {
  const known = undiscovered.failures.length === 0 && undiscovered.unanswered === undefined;
  return known && leftovers.length + failures.length === 0;
}

/** A condition, without its time. */
type DeletionCondition = Required<Omit<NamespaceCondition, 'lastTransitionTime'>>;

/** The conditions of a namespace that is being deleted. */
export function namespaceConditions({ undiscovered, leftovers, failures }: Emptying): readonly DeletionCondition[] {
  return [
    discoveryFailure(undiscovered),
    parsingFailure(undiscovered),
    contentFailure(failures),
    contentRemaining(leftovers),
    finalizersRemaining(leftovers),
  ];
}

function discoveryFailure({ failures, unanswered }: Undiscovered): DeletionCondition {
  const type = 'NamespaceDeletionDiscoveryFailure';
  const failing = failures.filter(({ kind }) => kind === 'unanswered');
  const groups = failing.map(({ apiVersion, message }) => `${apiVersion}: ${message}`).toSorted();
  const incomplete = `unable to retrieve the complete list of server APIs: ${groups.join(', ')}`;
  const message = unanswered ?? `Discovery failed for some groups, ${groups.length} failing: ${incomplete}`;
  return unanswered === undefined && groups.length === 0
    ? noProblem(type, 'ResourcesDiscovered', 'All resources successfully discovered')
    : { type, status: 'True', reason: 'DiscoveryFailed', message };
}

function parsingFailure({ failures }: Undiscovered): DeletionCondition {
  const type = 'NamespaceDeletionGroupVersionParsingFailure';
  const unread = failures.filter(({ kind }) => kind === 'unreadable').map(({ message }) => message);
  return unread.length === 0
    ? noProblem(type, 'ParsedGroupVersions', 'All legacy kube types successfully parsed')
    : { type, status: 'True', reason: 'GroupVersionParsingFailed', message: unread.toSorted().join(', ') };
}

function contentFailure(failures: readonly string[]): DeletionCondition {
  const type = 'NamespaceDeletionContentFailure';
  if (failures.length === 0) {
    return noProblem(type, 'ContentDeleted', 'All content successfully deleted, may be waiting on finalization');
  }
  const message = `Failed to delete all resource types, ${failures.length} remaining: ${failures.join(', ')}`;
  return { type, status: 'True', reason: 'ContentDeletionFailed', message };
}

function contentRemaining(leftovers: readonly Leftover[]): DeletionCondition {
  const type = 'NamespaceContentRemaining';
  const left = leftovers.filter(({ count }) => count > 0).toSorted((a, b) => (a.resource < b.resource ? -1 : 1));
  if (left.length === 0) return noProblem(type, 'ContentRemoved', 'All content successfully removed');
  const words = left.map(({ resource, count }) => `${resource} has ${count} resource instances`);
  const message = `Some resources are remaining: ${words.join(', ')}`;
  return { type, status: 'True', reason: 'SomeResourcesRemain', message };
}

function finalizersRemaining(leftovers: readonly Leftover[]): DeletionCondition {
  const type = 'NamespaceFinalizersRemaining';
  const counts = new Map<string, number>();
  for (const [name, count] of leftovers.flatMap(({ finalizers }) => Object.entries(finalizers))) {
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  if (counts.size === 0) return noProblem(type, 'ContentHasNoFinalizers', 'All content-preserving finalizers finished');
  const words = [...counts].toSorted().map(([name, count]) => `${name} in ${count} resource instances`);
  const message = `Some content in the namespace has finalizers remaining: ${words.join(', ')}`;
  return { type, status: 'True', reason: 'SomeFinalizersRemain', message };
}

function noProblem(type: string, reason: string, message: string): DeletionCondition {
  return { type, status: 'False', reason, message };
}
