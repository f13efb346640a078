import type { Informer } from '@kubemin/kube';
import type { Node } from '@kubemin/kubeapi/types/core.v1';
import { FLEET_ANNOTATION } from '../simulated-node.ts';
import type { SimulatedFleet } from './simulated-fleet.ts';

/** How a node that once belonged to a fleet is recognized. */
export interface RetiredNamesOptions {
  readonly nodes: Informer<Node>;
  readonly fleet: SimulatedFleet;
  /** What nodes of this fleet are marked with, and the prefix of those it has had since the beginning. */
  readonly fleetName: string;
}

/** The names of nodes that were of a fleet and are not any more, in this run of the program or an earlier one. */
export class RetiredNames {
  readonly #fleet: SimulatedFleet;
  readonly #prefix: string;
  readonly #once = new Set<string>();

  constructor({ nodes, fleet, fleetName }: RetiredNamesOptions) {
    this.#fleet = fleet;
    this.#prefix = `${fleetName}-`;
    nodes.onChange(({ key, object }) => {
      if (object.metadata.annotations?.[FLEET_ANNOTATION] === fleetName) this.#once.add(key);
    });
  }

  add(name: string): void {
    this.#once.add(name);
  }

  has(name: string): boolean {
    if (this.#fleet.has(name)) return false;
    return this.#once.has(name) || (name.startsWith(this.#prefix) && /^\d+$/.test(name.slice(this.#prefix.length)));
  }

  *names(): Generator<string> {
    for (const name of this.#once) if (!this.#fleet.has(name)) yield name;
  }
}
