import type { Change } from '@kubemin/kube';
import type { Node, Pod } from '@kubemin/kubeapi/types/core.v1';
import { isFinished } from '../pod/pod-state.ts';
import { type Demand, demandOf } from './demand.ts';
import { NodeInfo } from './node-info.ts';

/**
 * The nodes with everything promised on them. A decision counts from the moment it is made (`assume`), not from when
 * the API server's watch brings it back, so decisions made meanwhile never promise the same room twice.
 */
export class ClusterView {
  readonly #nodes = new Map<string, NodeInfo>();
  /** Where each counted pod is, whether bound or assumed. Pods may be bound to nodes that are not known (yet). */
  readonly #placed = new Map<string, { readonly node: string; readonly demand: Demand }>();
  readonly #assumed = new Set<string>();
  #list: readonly NodeInfo[] | undefined;

  get nodes(): readonly NodeInfo[] {
    this.#list ??= [...this.#nodes.values()];
    return this.#list;
  }

  /** The node that a pod was given and whose binding is not confirmed yet. */
  assumedNode(key: string): string | undefined {
    return this.#assumed.has(key) ? this.#placed.get(key)?.node : undefined;
  }

  assume(key: string, demand: Demand, node: string): void {
    this.#place(key, demand, node);
    this.#assumed.add(key);
  }

  /** Takes an assumption back: the binding was refused. */
  forget(key: string): void {
    if (this.#assumed.has(key)) this.#remove(key);
  }

  observePod({ type, key, object: pod }: Change<Pod>): void {
    const node = pod.spec?.nodeName;
    if (type === 'deleted' || isFinished(pod)) this.#remove(key);
    else if (node !== undefined && node !== '') {
      this.#assumed.delete(key);
      this.#place(key, demandOf(pod), node);
    }
  }

  observeNode({ type, key, object: node }: Change<Node>): void {
    this.#list = undefined;
    if (type === 'deleted') {
      this.#nodes.delete(key);
      return;
    }
    const before = this.#nodes.get(key);
    const info = new NodeInfo(node);
    this.#nodes.set(key, info);
    if (before !== undefined) {
      for (const [pod, demand] of before.pods) info.add(pod, demand);
      return;
    }
    for (const [pod, placed] of this.#placed) if (placed.node === key) info.add(pod, placed.demand);
  }

  #place(key: string, demand: Demand, node: string): void {
    const before = this.#placed.get(key);
    if (before !== undefined && before.node !== node) this.#nodes.get(before.node)?.remove(key);
    this.#placed.set(key, { node, demand });
    this.#nodes.get(node)?.add(key, demand);
  }

  #remove(key: string): void {
    this.#assumed.delete(key);
    const before = this.#placed.get(key);
    if (before === undefined) return;
    this.#placed.delete(key);
    this.#nodes.get(before.node)?.remove(key);
  }
}
