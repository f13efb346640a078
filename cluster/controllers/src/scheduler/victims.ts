import type { PodDisruptionBudget } from '@kubemin/kubeapi/types/policy.v1';
import { findCondition } from '../condition.ts';
import type { ClusterView } from './cluster-view.ts';
import type { Demand } from './demand.ts';
import { splitByBudgets } from './disruption-allowance.ts';
import { Evaluation } from './evaluation.ts';
import type { NodeInfo } from './node-info.ts';
import type { NominatedPods } from './nominated-pods.ts';
import type { SchedulerProfile } from './plugin.ts';

/** All that decides which pods would have to leave a node. */
export interface VictimSearch {
  readonly demand: Demand;
  readonly profile: SchedulerProfile;
  readonly view: ClusterView;
  readonly nominated: NominatedPods;
  readonly budgets: readonly PodDisruptionBudget[];
  /** Whether the pod is on its way out anyhow. */
  readonly isLeaving: (demand: Demand) => boolean;
}

/** The pods that would have to leave a node, or why their leaving would not help. */
export type NodeVictims =
  | { readonly kind: 'victims'; readonly node: string; readonly victims: readonly Demand[]; readonly breaking: number }
  | { readonly kind: 'none'; readonly reasons: readonly string[] };

/**
 * The fewest pods that must leave the node for the pod to fit: of the less important ones all leave in thought, then
 * come back one by one, the most important first and those before all whose loss would break a budget.
 */
export function victimsOn(node: NodeInfo, search: VictimSearch): NodeVictims {
  const { demand, view, budgets, isLeaving } = search;
  const lower = [...node.pods.values()].filter(({ priority }) => priority < demand.priority);
  if (lower.length === 0) return { kind: 'none', reasons: ['No preemption victims found for incoming pod'] };
  const lifted = new Map(lower.map((pod) => [pod, view.lift(pod.key)]));
  try {
    const verdict = obstacle(node, search);
    if (verdict !== undefined) return { kind: 'none', reasons: verdict };
    const staying = lower.filter((pod) => !isLeaving(pod)).sort(byImportance);
    const { breaking, allowed } = splitByBudgets(staying, budgets);
    const victims: Demand[] = [];
    let broken = 0;
    for (const pod of [...breaking, ...allowed]) {
      lifted.get(pod)?.();
      if (obstacle(node, search) === undefined) {
        lifted.delete(pod);
        continue;
      }
      lifted.set(pod, view.lift(pod.key));
      victims.push(pod);
      if (breaking.includes(pod)) broken += 1;
    }
    return { kind: 'victims', node: node.name, victims, breaking: broken };
  } finally {
    for (const putBack of lifted.values()) putBack();
  }
}

/** Why the pod cannot go to the node as the view is now. */
function obstacle(node: NodeInfo, { demand, profile, view, nominated }: VictimSearch): readonly string[] | undefined {
  const evaluation = new Evaluation(demand, profile, view, nominated);
  if (evaluation.refusal !== undefined) return [evaluation.refusal.reason];
  return evaluation.reject(node)?.rejection.reasons;
}

/**
 * The more important first; of the same importance, whoever has run longer. Whoever was told to leave already is the
 * first to go, and names decide the rest: who takes up a broken-off eviction must not find another victim.
 */
export function byImportance(a: Demand, b: Demand): number {
  return (
    b.priority - a.priority ||
    Number(isToldToLeave(a)) - Number(isToldToLeave(b)) ||
    startOf(a) - startOf(b) ||
    (a.key < b.key ? -1 : 1)
  );
}

function isToldToLeave({ pod }: Demand): boolean {
  const told = findCondition(pod.status?.conditions, 'DisruptionTarget');
  return told?.status === 'True' && told.reason === 'PreemptionByScheduler';
}

/** When the pod began to run; one that has not counts as the latest. */
export function startOf({ pod }: Demand): number {
  return pod.status?.startTime === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(pod.status.startTime);
}
