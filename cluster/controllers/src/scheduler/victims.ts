import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { findCondition } from '../pod-owner/index.ts';
import type { ClusterView } from './cluster-view.ts';
import type { Demand } from './demand.ts';
import type { DisruptionAllowance } from './disruption-allowance.ts';
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
  readonly allowance: DisruptionAllowance;
  /** Whether the pod is on its way out anyhow. */
  readonly isLeaving: (demand: Demand) => boolean;
  /** The pod as it is now, its status included. */
  readonly currentPod: (demand: Demand) => Pod;
}

/** The pods that would have to leave a node, or why their leaving would not help. */
export type NodeVictims =
  | {
      readonly kind: 'victims';
      readonly node: string;
      readonly victims: readonly PodStanding[];
      /** How many of them leave against a budget. */
      readonly breaking: number;
    }
  | { readonly kind: 'none'; readonly reasons: readonly string[] };

/**
 * The fewest pods that must leave the node for the pod to fit: of the less important ones all leave in thought, then
 * come back one by one, the most important first and those before all whose loss would break a budget.
 */
export function victimsOn(node: NodeInfo, search: VictimSearch): NodeVictims {
  const { demand, view, allowance, isLeaving, currentPod } = search;
  const lower = [...node.pods.values()].filter(({ priority }) => priority < demand.priority);
  if (lower.length === 0) return { kind: 'none', reasons: ['No preemption victims found for incoming pod'] };
  const lifted = new Map(lower.map((pod) => [pod, view.lift(pod.key)]));
  /** Whether the pod has to stay away, having come back in thought. */
  const isInTheWay = ({ demand: pod }: PodStanding): boolean => {
    lifted.get(pod)?.();
    lifted.delete(pod);
    if (obstacle(node, search) === undefined) return false;
    lifted.set(pod, view.lift(pod.key));
    return true;
  };
  try {
    const verdict = obstacle(node, search);
    if (verdict !== undefined) return { kind: 'none', reasons: verdict };
    const staying = lower.filter((pod) => !isLeaving(pod)).map((pod) => podStanding(pod, currentPod(pod)));
    const { breaking, allowed } = allowance.split(staying.sort(byImportance));
    const broken = breaking.filter(isInTheWay);
    const victims = [...broken, ...allowed.filter(isInTheWay)];
    return { kind: 'victims', node: node.name, victims, breaking: broken.length };
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

/** The order in which pods are preempted. */
interface PodStanding {
  readonly demand: Demand;
  /** When it began to run; one that has not counts as the latest. */
  readonly startedAt: number;
  /** Whether a scheduler has announced its preemption already. */
  readonly isAnnounced: boolean;
}

/** By the pod's state as it is now: what the scheduler counts by does not follow it. */
function podStanding(demand: Demand, { status }: Pod): PodStanding {
  const disruptionTarget = findCondition(status?.conditions, 'DisruptionTarget');
  return {
    demand,
    startedAt: status?.startTime === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(status.startTime),
    isAnnounced: disruptionTarget?.status === 'True' && disruptionTarget.reason === 'PreemptionByScheduler',
  };
}

/**
 * The more important first; of the same importance, the one that has run longer. A pod whose preemption was announced is
 * the first victim, and names decide the rest: resuming an interrupted preemption must find the same victim.
 */
function byImportance(a: PodStanding, b: PodStanding): number {
  return (
    b.demand.priority - a.demand.priority ||
    Number(a.isAnnounced) - Number(b.isAnnounced) ||
    a.startedAt - b.startedAt ||
    (a.demand.key < b.demand.key ? -1 : 1)
  );
}
