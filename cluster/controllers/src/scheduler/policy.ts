import type { Demand } from './demand.ts';
import type { NodeInfo } from './node-info.ts';

/** Says whether a pod can go to a node at all. */
export interface FilterPolicy {
  readonly name: string;
  /** Why not, in the words people see; undefined or empty when it can. */
  reject(demand: Demand, node: NodeInfo): readonly string[] | undefined;
}

/** Says how well a node suits a pod that can go there. */
export interface ScorePolicy {
  readonly name: string;
  readonly weight: number;
  /** From 0 (badly) to 100 (well). */
  score(demand: Demand, node: NodeInfo): number;
}

/** How the pods that ask for `schedulerName` are placed. */
export interface SchedulerProfile {
  readonly schedulerName: string;
  /** Asked in order; the first that rejects a node ends the matter for that node. */
  readonly filters: readonly FilterPolicy[];
  readonly scores: readonly ScorePolicy[];
}
