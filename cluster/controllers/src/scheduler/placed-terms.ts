import type { Demand } from './demand.ts';
import type { PodTerm, WeightedTerm } from './pod-terms.ts';

interface Held<T extends PodTerm> {
  readonly term: T;
  readonly byNode: Map<string, number>;
}

/** A term of pods that are placed already, and on which nodes those are. */
export interface HeldTerm<T extends PodTerm> {
  readonly term: T;
  readonly byNode: ReadonlyMap<string, number>;
}

/**
 * What the pods that are placed say about newcomers. Replicas say the same, so there are few different terms however
 * many pods hold them.
 */
export class PlacedTerms {
  readonly #near = new Map<string, Held<PodTerm>>();
  readonly #apart = new Map<string, Held<PodTerm>>();
  readonly #wishes = new Map<string, Held<WeightedTerm>>();

  get near(): Iterable<HeldTerm<PodTerm>> {
    return this.#near.values();
  }

  get apart(): Iterable<HeldTerm<PodTerm>> {
    return this.#apart.values();
  }

  get wishes(): Iterable<HeldTerm<WeightedTerm>> {
    return this.#wishes.values();
  }

  add({ terms }: Demand, node: string): void {
    for (const term of terms.near) count(this.#near, idOf(term), term, node);
    for (const term of terms.apart) count(this.#apart, idOf(term), term, node);
    for (const term of terms.wishes) count(this.#wishes, `${term.weight} ${idOf(term)}`, term, node);
  }

  remove({ terms }: Demand, node: string): void {
    for (const term of terms.near) discount(this.#near, idOf(term), node);
    for (const term of terms.apart) discount(this.#apart, idOf(term), node);
    for (const term of terms.wishes) discount(this.#wishes, `${term.weight} ${idOf(term)}`, node);
  }
}

function idOf({ topologyKey, pods }: PodTerm): string {
  return `${topologyKey} ${pods.id}`;
}

function count<T extends PodTerm>(terms: Map<string, Held<T>>, id: string, term: T, node: string): void {
  const held = terms.get(id) ?? { term, byNode: new Map<string, number>() };
  held.byNode.set(node, (held.byNode.get(node) ?? 0) + 1);
  terms.set(id, held);
}

function discount<T extends PodTerm>(terms: Map<string, Held<T>>, id: string, node: string): void {
  const held = terms.get(id);
  if (held === undefined) return;
  const left = (held.byNode.get(node) ?? 0) - 1;
  if (left > 0) held.byNode.set(node, left);
  else held.byNode.delete(node);
  if (held.byNode.size === 0) terms.delete(id);
}
