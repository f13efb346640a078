import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { findCondition } from '../condition.ts';
import { isReady, restartCount } from './pod-state.ts';

const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost';
const PHASE_ORDER: Readonly<Record<string, number>> = { Pending: 0, Unknown: 1, Running: 2 };

/**
 * Pods in the order in which losing them hurts least: unassigned, pending, not ready, cheap by annotation, on nodes
 * that hold many of them, ready for the shortest time, often restarted, youngest. `neighbours` are all pods that share
 * the work, if there are more of them.
 */
export function rankForDeletion(pods: readonly Pod[], neighbours: readonly Pod[] = pods): readonly Pod[] {
  const crowd = new Map<string, number>();
  for (const { spec } of neighbours) {
    const node = spec?.nodeName;
    if (node !== undefined) crowd.set(node, (crowd.get(node) ?? 0) + 1);
  }
  const ranked = pods.map((pod) => ({ pod, rank: deletionRank(pod, crowd) }));
  ranked.sort((a, b) => compareRanks(a.rank, b.rank));
  return ranked.map(({ pod }) => pod);
}

/** Smaller goes first, place by place. */
function deletionRank(pod: Pod, crowd: ReadonlyMap<string, number>): readonly number[] {
  const node = pod.spec?.nodeName;
  const readySince = findCondition(pod.status?.conditions, 'Ready')?.lastTransitionTime;
  return [
    node === undefined ? 0 : 1,
    PHASE_ORDER[pod.status?.phase ?? 'Pending'] ?? 1,
    isReady(pod) ? 1 : 0,
    deletionCost(pod),
    -(node === undefined ? 0 : (crowd.get(node) ?? 0)),
    -milliseconds(readySince),
    -restartCount(pod),
    -milliseconds(pod.metadata.creationTimestamp),
  ];
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (const [place, value] of a.entries()) {
    const difference = value - (b[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function deletionCost(pod: Pod): number {
  const cost = Number(pod.metadata.annotations?.[DELETION_COST] ?? 0);
  return Number.isInteger(cost) ? cost : 0;
}

function milliseconds(time: string | null | undefined): number {
  return time ? Date.parse(time) : 0;
}
