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
export interface PodRejection {
  readonly kind: 'refused';
  readonly reason: string;
}

/** The judgement of a plugin on one pod, after one look at the cluster. */
export interface Judgement {
  readonly kind: 'judged';
  /**
   * 'node': placing another pod of the same kind changes the verdict on the node it went to, and on no other.
   * 'cluster': it may change the verdict on all nodes, so each pod has to be judged again.
   */
  readonly scope: 'node' | 'cluster';
  filter?(node: NodeInfo): Rejection | undefined;
  /** From 0 (badly) to 100 (well). */
  score?(node: NodeInfo): number;
}

/** One concern of placing pods. It keeps nothing from pod to pod. */
export interface SchedulerPlugin {
  readonly name: string;
  /** Undefined when the plugin does not concern this pod. */
  judge(demand: Demand, view: ClusterView): Judgement | PodRejection | undefined;
  /**
   * Whether an event may help a pod that this plugin kept from being placed. A wrong yes costs a try, a wrong no
   * wrongly leaves a pod waiting. @default whether the filter lets the pod onto the node that the event is about
   */
  wakesOn?(event: ClusterEvent, demand: Demand, view: ClusterView): boolean;
}

/** Chooses among the nodes a pod can go to; there is at least one. */
export type NodePicker = (feasible: readonly [NodeInfo, ...NodeInfo[]]) => NodeInfo;

/** How the pods that ask for `schedulerName` are placed. */
export interface SchedulerProfile {
  readonly schedulerName: string;
  /** Called in order; the first that rejects a node ends the evaluation of that node. Without weight, scores do not count. */
  readonly plugins: readonly { readonly plugin: SchedulerPlugin; readonly weight?: number }[];
  /** @default the node with the highest sum of weighted scores */
  readonly pick?: NodePicker;
}
