import type { ClusterView } from '../cluster-view.ts';
import type { Demand } from '../demand.ts';
import type { NodeInfo } from '../node-info.ts';
import type { PodTerm } from '../pod-terms.ts';
import { occupiedDomains } from '../topology.ts';

/** What a required affinity of a placed pod is worth as a wish of the newcomer's: it would have liked the company. */
const REQUIRED_WEIGHT = 1;

/**
 * How welcome a pod is on each node, by its own wishes and by those of the pods that are there, from 0 (least of all
 * nodes) to 100 (most). Undefined without preferences.
 */
export function neighbourScores(demand: Demand, view: ClusterView): ((node: NodeInfo) => number) | undefined {
  /** By topology key, then domain. */
  const worth = new Map<string, Map<string, number>>();
  const add = ({ topologyKey }: PodTerm, byNode: ReadonlyMap<string, number>, weight: number): void => {
    const domains = worth.get(topologyKey) ?? new Map<string, number>();
    worth.set(topologyKey, domains);
    for (const [domain, count] of occupiedDomains((name) => view.node(name), topologyKey, byNode)) {
      domains.set(domain, (domains.get(domain) ?? 0) + weight * count);
    }
  };
  for (const wish of demand.terms.wishes) add(wish, view.tallies.byNode(wish.pods), wish.weight);
  for (const { term, byNode } of view.terms.near) {
    if (term.pods.matches(demand, view.namespaceLabels)) add(term, byNode, REQUIRED_WEIGHT);
  }
  for (const { term, byNode } of view.terms.wishes) {
    if (term.pods.matches(demand, view.namespaceLabels)) add(term, byNode, term.weight);
  }
  return worth.size === 0 ? undefined : scaled(worth, view.nodes);
}

function scaled(
  worth: ReadonlyMap<string, ReadonlyMap<string, number>>,
  nodes: readonly NodeInfo[],
): (node: NodeInfo) => number {
  const sum = ({ labels }: NodeInfo): number => {
    let total = 0;
    for (const [topologyKey, domains] of worth) total += domains.get(labels[topologyKey] ?? '') ?? 0;
    return total;
  };
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const node of nodes) {
    const value = sum(node);
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return (node) => (most > least ? ((sum(node) - least) / (most - least)) * 100 : 0);
}
