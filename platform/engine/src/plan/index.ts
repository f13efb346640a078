/**
 * Plans a run: the order of steps and jobs of a document or an operation. Pure.
 */
export { JobTypeRegistry } from './job-type-registry.ts';
export { type Leftover, PRUNE } from './leftover.ts';
export { operationJob, planOperation, workloadJobs } from './operation-plan.ts';
export { operationProblems, RESTARTABLE_KINDS, SCALABLE_KINDS, withReplicas } from './operation-rules.ts';
export { planWorkflow } from './planner.ts';
export { hasPhases, planRollouts, type Tracks } from './rollouts.ts';
export { StepTypeRegistry } from './step-type-registry.ts';
