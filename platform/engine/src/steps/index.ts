/**
 * The built-in types of jobs (delivery of each kind, prune, scale, restart, undo) and of workflow steps (approval,
 * http, script, …): `builtinJobTypes`, `builtinStepTypes`. `objectJob` and `defineStepType` make further ones. Their
 * `run` may be called again after a crash or a transient error: changes in the cluster are idempotent, while requests
 * of `http` and `notify` are sent at least once, with a key by which the receiver can detect the repetition.
 */
export { defineStepType } from './define-step-type.ts';
export { builtinJobTypes } from './job-types/builtin.ts';
export { type ObjectJobOptions, objectJob } from './job-types/object-job.ts';
export { prune, RELEASE_SHARE, releaseShare } from './job-types/prune.ts';
export { REMOVE_CREATED, RESTORE, removeCreated, restore } from './job-types/undo.ts';
export { RESTART, restart, SCALE, scale } from './job-types/workload-operation.ts';
export { builtinStepTypes } from './step-types/builtin.ts';
