/**
 * The terms that the other modules of the engine share: `Task`, `Job`, their transition tables, `Plan`, the interfaces
 * `JobType` and `StepType` with their contexts, `Operation`, `EngineSettings`, tables of the database, and the rules
 * about what an application may use of others (`checkUse`, `claimedNames`). Depends on no other module of the engine
 * but messages. I/O is limited to `guardedFetcher` (rejects private addresses), `DeliveryClusters` (informers) and
 * `ShareStore` (SQL).
 */
export { appliedFields, LAST_APPLIED_ANNOTATION, toJson, withAppliedFields } from './applied-fields.ts';
export type { ClusterConnection, ClusterSource } from './clusters/cluster-source.ts';
export { type DeliveryCluster, DeliveryClusters } from './clusters/delivery-clusters.ts';
export { clusterUnknown, noOtherClusters } from './clusters/no-cluster.ts';
export { combineObservers, type EngineObserver, type Transition } from './engine-observer.ts';
export { type GuardedUse, renderedUses, useKey } from './guard/guarded-use.ts';
export { type ClaimedNames, claimedNames, claimKey, claimsConflict, type NameClaim } from './guard/name-claims.ts';
export {
  checkUse,
  forbiddenUse,
  type GuardSettings,
  isClosedNamespace,
  needsCluster,
  type PermittedUses,
  permittedUses,
  type RefusedUse,
  refusedWithoutCluster,
  refuseForbiddenUses,
  SYSTEM_NAMESPACES,
} from './guard/use-guard.ts';
export { getInterruption, Interruption, type InterruptionKind, raceWithAbort } from './interruption.ts';
export type { Approval, Job, JobLog } from './job.ts';
export { findJobsByName, jobNames } from './job-name.ts';
export type { JobEffect, JobResult, PlainResult } from './job-result.ts';
export type { JobContext, JobType, PruneRule, WorkContext } from './job-type.ts';
export {
  type ChangeSource,
  type ComponentObjects,
  componentChanges,
  componentObjects,
  managedInformer,
} from './managed-objects.ts';
export {
  DELIVERS_NOTHING,
  DEPLOY_OPERATION,
  type Operation,
  type OperationKind,
  operationSchema,
} from './operation.ts';
export {
  type OperationProblem,
  OperationRefusedError,
  RejectedError,
  taskFinished,
  taskNotFound,
} from './operation-refused-error.ts';
export type { Fetcher, FetchRequest, FetchResponse } from './outbound/fetcher.ts';
export { type GuardedFetcherOptions, guardedFetcher } from './outbound/guarded-fetcher.ts';
export { type WebhookMessage, webhookHeaders } from './outbound/webhook-headers.ts';
export {
  allExecutions,
  allJobs,
  type Bucket,
  type Execution,
  type ExecutionMode,
  JOB_PRIORITIES,
  type JobPriority,
  type ObjectJob,
  type Plan,
  type PlannedJob,
  type Stage,
  stageJobs,
} from './plan.ts';
export { PlanError } from './plan-error.ts';
export { retryRefusal } from './retry-refusal.ts';
export type { RunEvent } from './run-event.ts';
export type { JournalEvent, JournalPage, RunJournal } from './run-journal.ts';
export {
  MANAGED_BY,
  SANDBOX_LABEL,
  SANDBOX_NAME,
  type SandboxObjects,
  sandboxNamespace,
  sandboxObjects,
} from './sandbox-objects.ts';
export { DEFAULT_SANDBOX_SETTINGS, type SandboxSettings, sandboxQuota } from './sandbox-settings.ts';
export { DEFAULT_ENGINE_SETTINGS, type EngineSettings } from './settings.ts';
export { ShareStore } from './share-store.ts';
export { isJobFinished, isJobSuccessful, JOB_TRANSITIONS, type JobStatus } from './state/job-state.ts';
export { CLAIMED_TASK_STATES, isTaskFinished, TASK_TRANSITIONS, type TaskStatus } from './state/task-state.ts';
export { sourceStates } from './state/transition-table.ts';
export { PLAIN_FLOW, type StepFlow, type StepRetry, stepFlow } from './step-flow.ts';
export type { AbandonContext, AnyStepType, Decision, StepContext, StepType } from './step-type.ts';
export { ENGINE_SEALED_COLUMNS, type EngineTables, type EventRow, type JobRow, type TaskRow } from './tables.ts';
export type { RunRequest, Task } from './task.ts';
export type { TaskFilter, TaskPage } from './task-filter.ts';
export { fieldMessage, type MessageOrText, type Texts, toMessage } from './texts.ts';
export { waitForSignal } from './wait-for-signal.ts';
