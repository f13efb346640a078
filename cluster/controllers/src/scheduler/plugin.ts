import type { ClusterEvent } from './cluster-event.ts';
import type { ClusterView } from './cluster-view.ts';
import type { Demand } from './demand.ts';
import type { NodeInfo } from './node-info.ts';

/** Why a pod cannot go to a node. */
export interface Rejection {
  /** In the words people see. */
  readonly reasons: readonly string[];
  /** Whether it might be otherwise if other pods left the node. */
  readonly resolvable: boolean;
}

/** Why a pod cannot go anywhere, whatever the nodes. */
export interface Refusal {
  readonly kind: 'refused';
  readonly reason: string;
}

/** What a plugin has to say about one pod, having looked at the cluster once. */
export interface Judgement {
  readonly kind: 'judged';
  /**
   * 'node': placing another pod of the same kind changes the verdict on the node it went to, and on no other.
   * 'cluster': it may change the verdict on all nodes, so each pod has to be judged anew.
   */
  readonly scope: 'node' | 'cluster';
  filter?(node: NodeInfo): Rejection | undefined;
  /** From 0 (badly) to 100 (well). */
  score?(node: NodeInfo): number;
}

/** One concern of placing pods. It keeps nothing from pod to pod. */
export interface SchedulerPlugin {
  readonly name: string;
  /** Undefined when the plugin has nothing to say about this pod. */
  judge(demand: Demand, view: ClusterView): Judgement | Refusal | undefined;
  /**
   * Whether an event may help a pod that this plugin kept from being placed. Saying yes in vain costs a try, saying no
   * wrongly leaves a pod waiting. @default whether the filter lets the pod onto the node that the event is about
   */
  wakesOn?(event: ClusterEvent, demand: Demand, view: ClusterView): boolean;
}

/** Chooses among the nodes a pod can go to; there is at least one. */
export type NodePicker = (feasible: readonly [NodeInfo, ...NodeInfo[]]) => NodeInfo;

/** How the pods that ask for `schedulerName` are placed. */
export interface SchedulerProfile {
  readonly schedulerName: string;
  /** Asked in order; the first that rejects a node ends the matter for that node. Without weight, scores do not count. */
  readonly plugins: readonly { readonly plugin: SchedulerPlugin; readonly weight?: number }[];
  /** @default the node with the highest sum of weighted scores */
  readonly pick?: NodePicker;
}
