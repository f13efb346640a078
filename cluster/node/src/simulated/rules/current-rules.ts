import type { NodeGroup } from '../fleet/node-group.ts';
import { RuleSet } from './rule-set.ts';
import type { SimulationRules } from './simulation-rule.ts';

const NONE: SimulationRules = { nodes: [], rules: [] };

/** The rules in effect: those that came with the nodes, and before them those that were added since. */
export class CurrentRules {
  readonly #given: SimulationRules;
  readonly #listeners = new Set<() => void>();
  #groups: readonly NodeGroup[];
  #current: RuleSet;

  constructor(given: SimulationRules = NONE) {
    this.#given = given;
    this.#groups = given.nodes;
    this.#current = new RuleSet(given.rules);
  }

  get current(): RuleSet {
    return this.#current;
  }

  /** Where two groups have the same prefix, the first one counts. */
  get groups(): readonly NodeGroup[] {
    return this.#groups;
  }

  /** Puts other rules before those that were given; undefined for none. */
  amend(rules: SimulationRules = NONE): void {
    this.#groups = [...rules.nodes, ...this.#given.nodes];
    this.#current = new RuleSet([...rules.rules, ...this.#given.rules]);
    for (const listener of [...this.#listeners]) listener();
  }

  /** Called after every change; the returned function ends that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
