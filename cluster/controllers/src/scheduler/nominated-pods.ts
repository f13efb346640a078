import type { Demand } from './demand.ts';
import type { PlacedPod } from './pod-tallies.ts';

const NO_PODS: readonly Demand[] = [];

/** The pods for which others were asked to leave, and the nodes where they are to have the room. */
export class NominatedPods {
  readonly #nodes = new Map<string, string>();
  readonly #byNode = new Map<string, Map<string, Demand>>();
  #epoch = 0;

  /** Another number after each change. */
  get epoch(): number {
    return this.#epoch;
  }

  /** The node where the pod was promised room. */
  nominatedNode(key: string): string | undefined {
    return this.#nodes.get(key);
  }

  nominate(demand: Demand, node: string): void {
    this.remove(demand.key);
    this.#epoch += 1;
    this.#nodes.set(demand.key, node);
    const here = this.#byNode.get(node) ?? new Map<string, Demand>();
    here.set(demand.key, demand);
    this.#byNode.set(node, here);
  }

  /** The node where room is free again, if any was kept. */
  remove(key: string): string | undefined {
    const node = this.#nodes.get(key);
    if (node === undefined) return undefined;
    this.#epoch += 1;
    this.#nodes.delete(key);
    const here = this.#byNode.get(node);
    here?.delete(key);
    if (here?.size === 0) this.#byNode.delete(node);
    return node;
  }

  /** All pods whose room the given pod has to respect, and where that is. */
  respectedBy(demand: Demand): readonly PlacedPod[] {
    if (this.#nodes.size === 0) return [];
    return Array.from(this.#byNode, ([node]) => this.on(node, demand).map((other) => ({ node, demand: other }))).flat();
  }

  /** The pods whose room on the node the given pod has to respect. */
  on(node: string, demand: Demand): readonly Demand[] {
    const here = this.#byNode.get(node);
    if (here === undefined) return NO_PODS;
    return [...here.values()].filter(({ key, priority }) => key !== demand.key && priority >= demand.priority);
  }
}
