import type { SimulatedNode } from '../simulated-node.ts';
import { type GroupNode, groupNodes, type NodeGroup } from './node-group.ts';
import type { NodeNumbers } from './node-numbers.ts';

/** The nodes to be simulated now. */
export class SimulatedFleet {
  readonly #numbers: NodeNumbers;
  #described: ReadonlyMap<string, GroupNode>;
  readonly #nodes = new Map<string, SimulatedNode>();

  constructor(groups: readonly NodeGroup[], numbers: NodeNumbers) {
    this.#numbers = numbers;
    this.#described = describe(groups);
  }

  has(name: string): boolean {
    return this.#described.has(name);
  }

  /** To be asked once the nodes there are have been read. */
  get(name: string): SimulatedNode | undefined {
    const known = this.#nodes.get(name);
    if (known !== undefined) return known;
    const described = this.#described.get(name);
    if (described === undefined) return undefined;
    const node = { ...described, number: this.#numbers.get(name) };
    this.#nodes.set(name, node);
    return node;
  }

  names(): Iterable<string> {
    return this.#described.keys();
  }

  /** From now on these are the nodes; returns those that were removed. */
  redefine(groups: readonly NodeGroup[]): readonly string[] {
    const before = [...this.#described.keys()];
    this.#described = describe(groups);
    this.#nodes.clear();
    return before.filter((name) => !this.#described.has(name));
  }
}

/** A name that two groups give is the first one's. */
function describe(groups: readonly NodeGroup[]): ReadonlyMap<string, GroupNode> {
  const found = new Map<string, GroupNode>();
  for (const node of groups.flatMap(groupNodes)) if (!found.has(node.name)) found.set(node.name, node);
  return found;
}
