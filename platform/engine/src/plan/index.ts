/**
 * Plans a run. `planWorkflow` orders the steps of a document and its rendered objects into stages, executions and
 * priority buckets of jobs; `planOperation` does so for scale, restart, delete and undo; `planRollouts` plans updates
 * in phases. Pure: the same input gives the same plan, keys included, by which a resumed run finds its stored jobs.
 * Throws `PlanError` where a workflow contradicts itself. The registries of job types and step types are here too.
 */
export { JobTypeRegistry } from './job-type-registry.ts';
export { type Leftover, PRUNE } from './leftover.ts';
export { operationJob, planOperation, workloadJobs } from './operation-plan.ts';
export { operationProblems, RESTARTABLE_KINDS, SCALABLE_KINDS, withReplicas } from './operation-rules.ts';
export { planWorkflow } from './planner.ts';
export { hasPhases, planRollouts, type Tracks } from './rollouts.ts';
export { StepTypeRegistry } from './step-type-registry.ts';
