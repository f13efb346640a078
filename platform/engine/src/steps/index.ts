/**
 * The built-in types of jobs (apply, prune, scale, restart, undo) and of workflow steps, and `defineStepType` for
 * others. Each can be repeated after a crash.
 */
export { defineStepType } from './define-step-type.ts';
export { builtinJobTypes } from './job-types/builtin.ts';
export { type ObjectJobOptions, objectJob } from './job-types/object-job.ts';
export { prune, RELEASE_SHARE, releaseShare } from './job-types/prune.ts';
export { RESTART, restart } from './job-types/restart.ts';
export { SCALE, scale } from './job-types/scale.ts';
export { REMOVE_CREATED, RESTORE, removeCreated, restore } from './job-types/undo.ts';
export { builtinStepTypes } from './step-types/builtin.ts';
