import type { Demand } from './demand.ts';
import type { PodTerm, WeightedTerm } from './pod-terms.ts';

interface CountedTerm<T extends PodTerm> {
  readonly term: T;
  readonly byNode: Map<string, number>;
}

/** A term of pods that are placed already, and on which nodes those are. */
export interface HeldTerm<T extends PodTerm> {
  readonly term: T;
  readonly byNode: ReadonlyMap<string, number>;
}

/**
 * The terms of placed pods about new ones. Replicas have the same terms, so there are few different terms however
 * many pods hold them.
 */
export class PlacedTerms {
  readonly #near = new Map<string, CountedTerm<PodTerm>>();
  readonly #apart = new Map<string, CountedTerm<PodTerm>>();
  readonly #wishes = new Map<string, CountedTerm<WeightedTerm>>();

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
    for (const term of terms.near) count(this.#near, termId(term), term, node);
    for (const term of terms.apart) count(this.#apart, termId(term), term, node);
    for (const term of terms.wishes) count(this.#wishes, `${term.weight} ${termId(term)}`, term, node);
  }

  remove({ terms }: Demand, node: string): void {
    for (const term of terms.near) discount(this.#near, termId(term), node);
    for (const term of terms.apart) discount(this.#apart, termId(term), node);
    for (const term of terms.wishes) discount(this.#wishes, `${term.weight} ${termId(term)}`, node);
  }
}

function termId({ topologyKey, pods }: PodTerm): string {
  return `${topologyKey} ${pods.id}`;
}

function count<T extends PodTerm>(terms: Map<string, CountedTerm<T>>, id: string, term: T, node: string): void {
  const held = terms.get(id) ?? { term, byNode: new Map<string, number>() };
  held.byNode.set(node, (held.byNode.get(node) ?? 0) + 1);
  terms.set(id, held);
}

function discount<T extends PodTerm>(terms: Map<string, CountedTerm<T>>, id: string, node: string): void {
  const held = terms.get(id);
  if (held === undefined) return;
  const left = (held.byNode.get(node) ?? 0) - 1;
  if (left > 0) held.byNode.set(node, left);
  else held.byNode.delete(node);
  if (held.byNode.size === 0) terms.delete(id);
}
