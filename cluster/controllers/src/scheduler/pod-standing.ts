import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { findCondition } from '../condition.ts';
import type { Demand } from './demand.ts';

/** How much a pod has to say against leaving. */
export interface PodStanding {
  readonly demand: Demand;
  /** When it began to run; one that has not counts as the latest. */
  readonly startedAt: number;
  /** Whether a scheduler has told it to leave already. */
  readonly isTold: boolean;
}

/** By the pod's state as it is now: what the scheduler counts by does not follow it. */
export function podStanding(demand: Demand, { status }: Pod): PodStanding {
  const told = findCondition(status?.conditions, 'DisruptionTarget');
  return {
    demand,
    startedAt: status?.startTime === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(status.startTime),
    isTold: told?.status === 'True' && told.reason === 'PreemptionByScheduler',
  };
}

/**
 * The more important first; of the same importance, whoever has run longer. Whoever was told to leave already is the
 * first to go, and names decide the rest: who takes up a broken-off eviction must not find another victim.
 */
export function byImportance(a: PodStanding, b: PodStanding): number {
  return (
    b.demand.priority - a.demand.priority ||
    Number(a.isTold) - Number(b.isTold) ||
    a.startedAt - b.startedAt ||
    (a.demand.key < b.demand.key ? -1 : 1)
  );
}
