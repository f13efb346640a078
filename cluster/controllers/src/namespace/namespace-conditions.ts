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
  readonly leftovers: readonly Leftover[];
  /** What could not be deleted, in words. */
  readonly failures: readonly string[];
}

/** A condition, without its time. */
type Said = Required<Omit<NamespaceCondition, 'lastTransitionTime'>>;

/** What a namespace says of its own end. */
export function namespaceConditions({ leftovers, failures }: Emptying): readonly Said[] {
  return [
    fine('NamespaceDeletionDiscoveryFailure', 'ResourcesDiscovered', 'All resources successfully discovered'),
    fine(
      'NamespaceDeletionGroupVersionParsingFailure',
      'ParsedGroupVersions',
      'All legacy kube types successfully parsed',
    ),
    contentFailure(failures),
    contentRemaining(leftovers),
    finalizersRemaining(leftovers),
  ];
}

function contentFailure(failures: readonly string[]): Said {
  const type = 'NamespaceDeletionContentFailure';
  if (failures.length === 0) {
    return fine(type, 'ContentDeleted', 'All content successfully deleted, may be waiting on finalization');
  }
  const message = `Failed to delete all resource types, ${failures.length} remaining: ${failures.join(', ')}`;
  return { type, status: 'True', reason: 'ContentDeletionFailed', message };
}

function contentRemaining(leftovers: readonly Leftover[]): Said {
  const type = 'NamespaceContentRemaining';
  const left = leftovers.filter(({ count }) => count > 0).toSorted((a, b) => (a.resource < b.resource ? -1 : 1));
  if (left.length === 0) return fine(type, 'ContentRemoved', 'All content successfully removed');
  const words = left.map(({ resource, count }) => `${resource} has ${count} resource instances`);
  const message = `Some resources are remaining: ${words.join(', ')}`;
  return { type, status: 'True', reason: 'SomeResourcesRemain', message };
}

function finalizersRemaining(leftovers: readonly Leftover[]): Said {
  const type = 'NamespaceFinalizersRemaining';
  const counts = new Map<string, number>();
  for (const [name, count] of leftovers.flatMap(({ finalizers }) => Object.entries(finalizers))) {
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  if (counts.size === 0) return fine(type, 'ContentHasNoFinalizers', 'All content-preserving finalizers finished');
  const words = [...counts].toSorted().map(([name, count]) => `${name} in ${count} resource instances`);
  const message = `Some content in the namespace has finalizers remaining: ${words.join(', ')}`;
  return { type, status: 'True', reason: 'SomeFinalizersRemain', message };
}

function fine(type: string, reason: string, message: string): Said {
  return { type, status: 'False', reason, message };
}
