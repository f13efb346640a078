export { type Delivery, type DeliveryContext, deliver } from './delivery/deliver.ts';
export { createEngine, type Engine, type EngineOptions } from './engine.ts';
export type { Job } from './job.ts';
export type { JobContext, JobType, PruneRule } from './job-type.ts';
export { builtinJobTypes } from './job-types/builtin.ts';
export { type ObjectJobOptions, objectJob } from './job-types/object-job.ts';
export type { JobPriority } from './plan/plan.ts';
export { awaitReadiness, type ReadinessWait } from './readiness/await-readiness.ts';
export { type ComponentObjects, componentObjects, managedInformer } from './readiness/managed-objects.ts';
export type { Readiness, Trouble } from './readiness/readiness.ts';
export {
  cronJobWorkload,
  daemonSetWorkload,
  deploymentWorkload,
  jobWorkload,
  statefulSetWorkload,
  type Workload,
} from './readiness/workload.ts';
export type { RunEvent } from './run-event.ts';
export { DEFAULT_ENGINE_SETTINGS, type EngineSettings } from './settings.ts';
export { isJobFinished, type JobStatus } from './state/job-state.ts';
export { isTaskFinished, type TaskStatus } from './state/task-state.ts';
export { readStoredDocument } from './store/stored-request.ts';
export type { RunRequest, Task } from './task.ts';
