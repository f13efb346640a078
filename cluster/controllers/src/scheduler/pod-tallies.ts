import type { Demand } from './demand.ts';
import type { NamespaceLabels, PodSelector } from './pod-selector.ts';

interface Tally {
  readonly selector: PodSelector;
  readonly byNode: Map<string, number>;
}

/** A pod and where it is. */
export interface PlacedPod {
  readonly node: string;
  readonly demand: Demand;
}

/** So many different selectors are counted at a time; the one asked for longest ago goes first. */
const MOST_TALLIES = 64;

/**
 * How many of the pods that a selector chooses are on each node. Counted once when first asked for and kept right with
 * every pod that comes or goes, so that asking again costs nothing however many pods there are.
 */
export class PodTallies {
  readonly #tallies = new Map<string, Tally>();
  readonly #placed: () => Iterable<PlacedPod>;
  readonly #namespaces: NamespaceLabels;

  constructor(placed: () => Iterable<PlacedPod>, namespaces: NamespaceLabels) {
    this.#placed = placed;
    this.#namespaces = namespaces;
  }

  /** The number of chosen pods by node; nodes without any are left out. */
  byNode(selector: PodSelector): ReadonlyMap<string, number> {
    const tally = this.#tallies.get(selector.id) ?? this.#count(selector);
    this.#tallies.delete(selector.id);
    this.#tallies.set(selector.id, tally);
    if (this.#tallies.size > MOST_TALLIES) this.#forgetOldest();
    return tally.byNode;
  }

  add(demand: Demand, node: string): void {
    for (const { selector, byNode } of this.#tallies.values()) {
      if (selector.matches(demand, this.#namespaces)) byNode.set(node, (byNode.get(node) ?? 0) + 1);
    }
  }

  /** With the very demand that was added. */
  remove(demand: Demand, node: string): void {
    for (const { selector, byNode } of this.#tallies.values()) {
      if (!selector.matches(demand, this.#namespaces)) continue;
      const left = (byNode.get(node) ?? 0) - 1;
      if (left > 0) byNode.set(node, left);
      else byNode.delete(node);
    }
  }

  /** Forgets all counts: what selectors choose has changed under them. */
  clear(): void {
    this.#tallies.clear();
  }

  #count(selector: PodSelector): Tally {
    const byNode = new Map<string, number>();
    for (const { node, demand } of this.#placed()) {
      if (selector.matches(demand, this.#namespaces)) byNode.set(node, (byNode.get(node) ?? 0) + 1);
    }
    return { selector, byNode };
  }

  #forgetOldest(): void {
    const [oldest] = this.#tallies.keys();
    if (oldest !== undefined) this.#tallies.delete(oldest);
  }
}
