import type { ClusterView } from './cluster-view.ts';
import type { Demand } from './demand.ts';
import type { NodeInfo } from './node-info.ts';
import type { NominatedPods } from './nominated-pods.ts';
import type { Judgement, Rejection, SchedulerProfile } from './plugin.ts';

/** A rejection and whose it is. */
export interface NodeVerdict {
  readonly plugin: string;
  readonly rejection: Rejection;
}

interface ActivePlugin {
  readonly name: string;
  readonly weight: number;
  readonly judgement: Judgement;
}

/** What all plugins of a profile say about one pod, given the cluster as it is now. */
export class Evaluation {
  /** Set when no node whatever would do. */
  readonly refusal: { readonly plugin: string; readonly reason: string } | undefined;
  /** 'node' when a decision changes the verdict on its own node alone. */
  readonly scope: 'node' | 'cluster';
  readonly #demand: Demand;
  readonly #nominated: NominatedPods;
  readonly #filters: readonly ActivePlugin[];
  readonly #scores: readonly ActivePlugin[];

  constructor(demand: Demand, profile: SchedulerProfile, view: ClusterView, nominated: NominatedPods) {
    this.#demand = demand;
    this.#nominated = nominated;
    const active: ActivePlugin[] = [];
    for (const { plugin, weight = 0 } of profile.plugins) {
      const judgement = plugin.judge(demand, view);
      if (judgement?.kind === 'refused') this.refusal ??= { plugin: plugin.name, reason: judgement.reason };
      else if (judgement !== undefined) active.push({ name: plugin.name, weight, judgement });
    }
    this.scope = active.some(({ judgement }) => judgement.scope === 'cluster') ? 'cluster' : 'node';
    this.#filters = active.filter(({ judgement }) => judgement.filter !== undefined);
    this.#scores = active.filter(({ judgement, weight }) => judgement.score !== undefined && weight > 0);
  }

  /**
   * Why the pod cannot go to the node. Pods that are at least as important and have been promised room there count as
   * present, and as absent: they may still go elsewhere, so the pod must not depend on them.
   */
  reject(node: NodeInfo): NodeVerdict | undefined {
    const promised = this.#nominated.on(node.name, this.#demand);
    if (promised.length > 0) {
      for (const demand of promised) node.add(demand.key, demand);
      const verdict = this.#rejection(node);
      for (const { key } of promised) node.remove(key);
      if (verdict !== undefined) return verdict;
    }
    return this.#rejection(node);
  }

  score(node: NodeInfo): number {
    let sum = 0;
    for (const { weight, judgement } of this.#scores) sum += weight * (judgement.score?.(node) ?? 0);
    return sum;
  }

  #rejection(node: NodeInfo): NodeVerdict | undefined {
    for (const { name, judgement } of this.#filters) {
      const rejection = judgement.filter?.(node);
      if (rejection !== undefined) return { plugin: name, rejection };
    }
    return undefined;
  }
}
