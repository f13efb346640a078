/**
 * Assigns pods to nodes. `scheduler` is the controller module; a `SchedulerProfile` has the plugins (filters, scores)
 * for one schedulerName, a policy another way to choose among suitable nodes. Decisions are made one after the other,
 * without awaiting, and count in `ClusterView` at once, so that no room is promised twice; they are written
 * concurrently. A pod that fits nowhere waits until a change may help it, and is tried again after five minutes.
 * Preempts pods of lower priority.
 */
export { defaultProfile } from './default-profile.ts';
export type { Demand } from './demand.ts';
export type { NodeInfo } from './node-info.ts';
export type { Judgement, NodePicker, PodRejection, Rejection, SchedulerPlugin, SchedulerProfile } from './plugin.ts';
export { POLICY_ALIASES, POLICY_NAMES, type PolicyName } from './policies/policy-name.ts';
export { type SchedulerOptions, scheduler } from './scheduler-controller.ts';
