import type { Node } from '@kubemin/kubeapi/types/core.v1';
import { findCondition } from '../condition.ts';
import { type Amounts, addAmounts, amountsOf, subtractAmounts } from './amounts.ts';
import type { Demand } from './demand.ts';

/** A node and what is promised on it: pods bound there, and pods about to be. */
export class NodeInfo {
  readonly node: Node;
  readonly allocatable: Amounts;
  /** Worked out once: every waiting pod asks it of every node. */
  readonly ready: boolean;
  readonly #pods = new Map<string, Demand>();
  readonly #owners = new Map<string, number>();
  #used: Amounts = {};

  constructor(node: Node) {
    this.node = node;
    this.allocatable = amountsOf(node.status?.allocatable ?? node.status?.capacity);
    this.ready = findCondition(node.status?.conditions, 'Ready')?.status === 'True';
  }

  get used(): Amounts {
    return this.#used;
  }

  get pods(): ReadonlyMap<string, Demand> {
    return this.#pods;
  }

  /** How many pods of one controller are here. */
  siblings(owner: string): number {
    return this.#owners.get(owner) ?? 0;
  }

  add(key: string, demand: Demand): void {
    this.remove(key);
    this.#pods.set(key, demand);
    this.#used = addAmounts(this.#used, demand.requests);
    if (demand.owner !== undefined) this.#owners.set(demand.owner, this.siblings(demand.owner) + 1);
  }

  remove(key: string): void {
    const demand = this.#pods.get(key);
    if (demand === undefined) return;
    this.#pods.delete(key);
    this.#used = subtractAmounts(this.#used, demand.requests);
    if (demand.owner === undefined) return;
    const left = this.siblings(demand.owner) - 1;
    if (left > 0) this.#owners.set(demand.owner, left);
    else this.#owners.delete(demand.owner);
  }
}
