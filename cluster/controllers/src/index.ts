export { builtinControllers } from './builtin-controllers.ts';
export { deploymentController } from './deployment/deployment-controller.ts';
export { replicaSetController } from './replicaset/replicaset-controller.ts';
export { defaultProfile } from './scheduler/default-profile.ts';
export type { Demand } from './scheduler/demand.ts';
export type { NodeInfo } from './scheduler/node-info.ts';
export type { FilterPolicy, SchedulerProfile, ScorePolicy } from './scheduler/policy.ts';
export { type SchedulerOptions, scheduler } from './scheduler/scheduler-controller.ts';
