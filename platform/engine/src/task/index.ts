/**
 * The terms that the other modules of the engine share: `Task`, `Job`, their transition tables, `Plan`, the interfaces
 * `JobType` and `StepType` with their contexts, `Operation`, `EngineSettings`, tables of the database, and the rules
 * about what an application may use of others (`checkUse`, `claimedNames`). Depends on no other module of the engine
 * but messages. I/O is limited to `guardedFetcher` (rejects private addresses), `DeliveryClusters` (informers) and
 * `ShareStore` (SQL).
 */
export { appliedFields, LAST_APPLIED_ANNOTATION, toJson, withAppliedFields } from './applied-fields.ts';
export type { CallbackAttempt, CallbackState, CallbackStatus, RunCallback } from './callback.ts';
export {
  type ClusterConnection,
  type ClusterSource,
  clusterUnknown,
  noOtherClusters,
} from './clusters/cluster-source.ts';
export { type DeliveryCluster, DeliveryClusters } from './clusters/delivery-clusters.ts';
export { type GatewayChoice, type GatewayPreferences, gatewayCandidates } from './clusters/gateway-detection.ts';
export type { EngineObserver, Transition } from './engine-observer.ts';
export { type GuardedUse, objectUses, renderedUses, useKey } from './guard/guarded-use.ts';
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
  refusedPlaces,
  refusedWithoutCluster,
  refuseForbiddenPlaces,
  refuseForbiddenUse,
  refuseForbiddenUses,
  SYSTEM_NAMESPACES,
} from './guard/use-guard.ts';
export { getInterruption, Interruption, type InterruptionKind, raceWithAbort, waitForSignal } from './interruption.ts';
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
  type OperationProblem,
  OperationRefusedError,
  operationSchema,
  RejectedError,
  retryRefusal,
  taskFinished,
  taskNotFound,
} from './operation.ts';
export {
  type Fetcher,
  type FetchRequest,
  type FetchResponse,
  type WebhookMessage,
  webhookHeaders,
} from './outbound/fetcher.ts';
export { type GuardedFetcherOptions, guardedFetcher } from './outbound/guarded-fetcher.ts';
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
export {
  noPrograms,
  type ProgramRequest,
  type ProgramResult,
  type ProgramRunner,
  systemPrograms,
} from './programs/program-runner.ts';
export type { JournalEvent, JournalPage, RunEvent, RunJournal } from './run-event.ts';
export {
  MANAGED_BY,
  SANDBOX_LABEL,
  SANDBOX_NAME,
  type SandboxObjects,
  sandboxNamespace,
  sandboxObjects,
} from './sandbox-objects.ts';
export { DEFAULT_SANDBOX_SETTINGS, type SandboxSettings, sandboxQuota } from './sandbox-settings.ts';
export { DEFAULT_ENGINE_SETTINGS, type EngineSettings, type HelmSettings, type SshSettings } from './settings.ts';
export { ShareStore } from './share-store.ts';
export {
  allStates,
  CLAIMED_TASK_STATES,
  isJobFinished,
  isJobSuccessful,
  isTaskFinished,
  JOB_TRANSITIONS,
  type JobStatus,
  sourceStates,
  TASK_TRANSITIONS,
  type TaskStatus,
} from './states.ts';
export { PLAIN_FLOW, type StepFlow, type StepRetry, stepFlow } from './step-flow.ts';
export type { AbandonContext, AnyStepType, Decision, StepContext, StepType } from './step-type.ts';
export { ENGINE_SEALED_COLUMNS, type EngineTables, type EventRow, type JobRow, type TaskRow } from './tables.ts';
export type { RunRequest, Task, TaskFilter, TaskPage } from './task.ts';
export {
  bindingOverlap,
  DEFAULT_PROJECT_NAMESPACES,
  judgePlace,
  matchesPattern,
  mayShare,
  type Place,
  type PlaceRefusal,
  type PodSecurityLevel,
  type ProjectBinding,
  type ProjectNamespaceSettings,
  patternsOverlap,
  projectBinding,
  type RunTenancy,
  type TenancySource,
} from './tenancy/tenancy.ts';
export { fieldMessage, type MessageOrText, type Texts, toMessage } from './texts.ts';
