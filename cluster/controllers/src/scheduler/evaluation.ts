import type { ClusterView } from './cluster-view.ts';
import type { Demand } from './demand.ts';
import type { NodeInfo } from './node-info.ts';
import type { NominatedPods } from './nominated-pods.ts';
import type { Judgement, Rejection, SchedulerProfile } from './plugin.ts';
import type { PlacedPod } from './pod-tallies.ts';
import { NO_TERMS } from './pod-terms.ts';

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

/** The verdicts of all plugins of a profile on one pod, given the cluster as it is now. */
export class Evaluation {
  /** Set when no node whatever would do. */
  readonly refusal: { readonly plugin: string; readonly reason: string } | undefined;
  /** 'node' when a decision changes the verdict on its own node alone. */
  readonly scope: 'node' | 'cluster';
  readonly #demand: Demand;
  readonly #nominated: NominatedPods;
  readonly #filters: readonly ActivePlugin[];
  /** The same, were the pods there that room is kept for; undefined when that makes a difference only where they go. */
  readonly #crowdedFilters: readonly ActivePlugin[] | undefined;
  readonly #scores: readonly ActivePlugin[];

  constructor(demand: Demand, profile: SchedulerProfile, view: ClusterView, nominated: NominatedPods) {
    this.#demand = demand;
    this.#nominated = nominated;
    const { active, refusal } = judgePod(demand, profile, view);
    this.refusal = refusal;
    this.scope = active.some(({ judgement }) => judgement.scope === 'cluster') ? 'cluster' : 'node';
    this.#filters = activeFilters(active);
    const promised = nominated.respectedBy(demand);
    if (affectOtherNodes(promised, demand)) {
      this.#crowdedFilters = activeFilters(view.suppose(promised, () => judgePod(demand, profile, view)).active);
    }
    this.#scores = active.filter(({ judgement, weight }) => judgement.score !== undefined && weight > 0);
  }

  /**
   * Why the pod cannot go to the node. Pods that are at least as important and have been promised room count as
   * present, and as absent: they may still go elsewhere, so the pod must not depend on them.
   */
  reject(node: NodeInfo): NodeVerdict | undefined {
    return this.#crowdedRejection(node) ?? rejection(node, this.#filters);
  }

  #crowdedRejection(node: NodeInfo): NodeVerdict | undefined {
    const promised = this.#nominated.on(node.name, this.#demand).filter(({ key }) => !node.pods.has(key));
    if (promised.length === 0) return this.#crowdedFilters && rejection(node, this.#crowdedFilters);
    for (const demand of promised) node.add(demand.key, demand);
    const verdict = rejection(node, this.#crowdedFilters ?? this.#filters);
    for (const { key } of promised) node.remove(key);
    return verdict;
  }

  score(node: NodeInfo): number {
    let sum = 0;
    for (const { weight, judgement } of this.#scores) sum += weight * (judgement.score?.(node) ?? 0);
    return sum;
  }
}

interface Judged {
  readonly active: readonly ActivePlugin[];
  readonly refusal: Evaluation['refusal'];
}

function judgePod(demand: Demand, profile: SchedulerProfile, view: ClusterView): Judged {
  const active: ActivePlugin[] = [];
  let refusal: Evaluation['refusal'];
  for (const { plugin, weight = 0 } of profile.plugins) {
    const judgement = plugin.judge(demand, view);
    if (judgement?.kind === 'refused') refusal ??= { plugin: plugin.name, reason: judgement.reason };
    else if (judgement !== undefined) active.push({ name: plugin.name, weight, judgement });
  }
  return { active, refusal };
}

function activeFilters(active: readonly ActivePlugin[]): readonly ActivePlugin[] {
  return active.filter(({ judgement }) => judgement.filter !== undefined);
}

function rejection(node: NodeInfo, filters: readonly ActivePlugin[]): NodeVerdict | undefined {
  for (const { name, judgement } of filters) {
    const found = judgement.filter?.(node);
    if (found !== undefined) return { plugin: name, rejection: found };
  }
  return undefined;
}

/** Whether pods that are promised room would be felt on other nodes than theirs. Most pods have nothing to do with others. */
function affectOtherNodes(promised: readonly PlacedPod[], { terms, pod, claims }: Demand): boolean {
  if (promised.length === 0) return false;
  if (terms !== NO_TERMS || claims.length > 0 || (pod.spec?.topologySpreadConstraints ?? []).length > 0) return true;
  return promised.some(({ demand }) => demand.terms.apart.length > 0);
}
