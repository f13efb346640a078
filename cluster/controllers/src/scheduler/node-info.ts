import { ownEntry } from '@kubemin/base';
import { type Amounts, parseAmounts, TakenPorts } from '@kubemin/kubeapi';
import type { Node } from '@kubemin/kubeapi/types/core.v1';
import { findCondition } from '../pod-owner/index.ts';
import type { Demand } from './demand.ts';

/** A node and what is promised on it: pods bound there, and pods about to be. */
export class NodeInfo {
  readonly name: string;
  readonly ports = new TakenPorts();
  readonly #pods = new Map<string, Demand>();
  readonly #since = new Map<string, number>();
  readonly #owners = new Map<string, number>();
  /** Changed in place: a copy for each pod that comes and goes would be most of a decision's cost. */
  readonly #used: Record<string, number> = {};
  #node: Node;
  #allocatable: Amounts;
  #ready: boolean;
  #version = 0;

  constructor(node: Node) {
    this.name = node.metadata.name ?? '';
    this.#node = node;
    this.#allocatable = allocatableAmounts(node);
    this.#ready = isReady(node);
  }

  get node(): Node {
    return this.#node;
  }

  get allocatable(): Amounts {
    return this.#allocatable;
  }

  /** Worked out once: every waiting pod asks it of every node. */
  get ready(): boolean {
    return this.#ready;
  }

  /** Another number after each change: what was judged before may be otherwise now. */
  get version(): number {
    return this.#version;
  }

  get labels(): Readonly<Record<string, string>> {
    return this.#node.metadata.labels ?? {};
  }

  get used(): Amounts {
    return this.#used;
  }

  get pods(): ReadonlyMap<string, Demand> {
    return this.#pods;
  }

  /** The pods that came at that time or later. */
  *arrivedFrom(ms: number): Iterable<Demand> {
    for (const [key, sinceMs] of this.#since) {
      const demand = sinceMs >= ms ? this.#pods.get(key) : undefined;
      if (demand !== undefined) yield demand;
    }
  }

  /** How many pods of one controller are here. */
  siblings(owner: string): number {
    return this.#owners.get(owner) ?? 0;
  }

  /** The node as it is now; its pods stay. */
  observe(node: Node): void {
    this.#version += 1;
    this.#node = node;
    this.#allocatable = allocatableAmounts(node);
    this.#ready = isReady(node);
  }

  /** An assumed pod has no measurements. */
  add(key: string, demand: Demand, sinceMs = Number.POSITIVE_INFINITY): void {
    this.remove(key);
    this.#since.set(key, sinceMs);
    this.#version += 1;
    this.#pods.set(key, demand);
    for (const [name, amount] of demand.wanted) this.#used[name] = (ownEntry(this.#used, name) ?? 0) + amount;
    for (const port of demand.ports) this.ports.take(port);
    if (demand.owner !== undefined) this.#owners.set(demand.owner, this.siblings(demand.owner) + 1);
  }

  remove(key: string): void {
    const demand = this.#pods.get(key);
    if (demand === undefined) return;
    this.#version += 1;
    this.#pods.delete(key);
    this.#since.delete(key);
    for (const [name, amount] of demand.wanted) this.#used[name] = (ownEntry(this.#used, name) ?? 0) - amount;
    for (const port of demand.ports) this.ports.release(port);
    if (demand.owner === undefined) return;
    const left = this.siblings(demand.owner) - 1;
    if (left > 0) this.#owners.set(demand.owner, left);
    else this.#owners.delete(demand.owner);
  }
}

function allocatableAmounts({ status }: Node): Amounts {
  return parseAmounts(status?.allocatable ?? status?.capacity);
}

function isReady({ status }: Node): boolean {
  return findCondition(status?.conditions, 'Ready')?.status === 'True';
}
