import type { ResourceCapacity } from '@kubemin/client';
import { formatQuantity, Quantity } from '@kubemin/kubeapi';
import { isSchedulable, type NodeUse } from './node-view.ts';

/** First what everything needs; devices after that, by name. */
const ORDER = ['cpu', 'memory', 'pods', 'ephemeral-storage'];

/** How much there is of each resource on the nodes that take pods, and the most that is free on one of them. */
export function resourceCapacities(uses: readonly NodeUse[]): readonly ResourceCapacity[] {
  const usable = uses.filter(({ node }) => isSchedulable(node));
  const resources = new Set(usable.flatMap(({ allocatable }) => [...allocatable.keys()]));
  return [...resources].toSorted(byImportance).map((resource) => resourceCapacity(resource, usable));
}

function resourceCapacity(resource: string, usable: readonly NodeUse[]): ResourceCapacity {
  const shares = usable.map(({ node, allocatable, requested }) => {
    const has = allocatable.get(resource) ?? Quantity.zero;
    const given = requested.get(resource) ?? Quantity.zero;
    return { node: node.metadata.name ?? '', has, given, free: atLeastNothing(has.minus(given)) };
  });
  const sum = (pick: (share: (typeof shares)[number]) => Quantity): string =>
    formatQuantity(shares.map(pick).reduce((total, each) => total.plus(each), Quantity.zero));
  const most = shares.toSorted((left, right) => right.free.compare(left.free))[0];
  return {
    resource,
    allocatable: sum(({ has }) => has),
    requested: sum(({ given }) => given),
    free: sum(({ free }) => free),
    ...(most !== undefined &&
      most.free.nanos > 0n && { largest: { amount: formatQuantity(most.free), node: most.node } }),
  };
}

/** Pods that were placed by hand may take more than a node has. */
function atLeastNothing(amount: Quantity): Quantity {
  return amount.nanos < 0n ? Quantity.zero : amount;
}

function byImportance(left: string, right: string): number {
  const rank = (resource: string): number => (ORDER.includes(resource) ? ORDER.indexOf(resource) : ORDER.length);
  return rank(left) - rank(right) || (left < right ? -1 : 1);
}
