/**
 * Places pods on nodes: filters, scores, preemption and policies.
 */
export { defaultProfile } from './default-profile.ts';
export type { Demand } from './demand.ts';
export type { NodeInfo } from './node-info.ts';
export type { Judgement, NodePicker, PodRejection, Rejection, SchedulerPlugin, SchedulerProfile } from './plugin.ts';
export { POLICY_ALIASES, POLICY_NAMES, type PolicyName } from './policies/policy-name.ts';
export { type SchedulerOptions, scheduler } from './scheduler-controller.ts';
export { tolerates } from './toleration.ts';
