export { onUnschedulable, podProperties, podWording, type StepWording, stepTypeDeclarations } from '@kubemin/model';
export type { ClusterConnection, ClusterSource } from './clusters/cluster-source.ts';
export { clusterUnknown, noOtherClusters } from './clusters/no-cluster.ts';
export { defineStepType } from './define-step-type.ts';
export { type Delivery, type DeliveryContext, deliver } from './delivery/deliver.ts';
export { sharedUses, type Use } from './delivery/sharing.ts';
export { createEngine, type DecisionRequest, type Engine, type UseRequest } from './engine.ts';
export type { EngineObserver, Transition } from './engine-observer.ts';
export type { EngineOptions } from './engine-options.ts';
export type { EngineStatus } from './engine-status.ts';
export { type GuardedUse, useKey } from './guard/guarded-use.ts';
export { type RefusedUse, SYSTEM_NAMESPACES } from './guard/use-guard.ts';
export type { Approval, Job, JobLog } from './job.ts';
export type { JobEffect, JobResult, PlainResult } from './job-result.ts';
export type { JobContext, JobType, PruneRule, WorkContext } from './job-type.ts';
export { builtinJobTypes } from './job-types/builtin.ts';
export { type ObjectJobOptions, objectJob } from './job-types/object-job.ts';
export type { Operation, OperationKind } from './operation.ts';
export { type OperationProblem, RejectedError } from './operation-refused-error.ts';
export type { Fetcher, FetchRequest, FetchResponse } from './outbound/fetcher.ts';
export { type GuardedFetcherOptions, guardedFetcher } from './outbound/guarded-fetcher.ts';
export { type WebhookMessage, webhookHeaders } from './outbound/webhook-headers.ts';
export { withReplicas } from './plan/operation-rules.ts';
export type { JobPriority } from './plan/plan.ts';
export { type DryRunWrite, writeAction } from './preview/dry-run-write.ts';
export type { Preview, PreviewedAction, PreviewedJob, PreviewedStep } from './preview/preview.ts';
export { withoutServerFields } from './preview/server-fields.ts';
export { kafkaQueueDriver } from './queue/kafka/kafka-channel.ts';
export { DEFAULT_KAFKA_QUEUE_SETTINGS, type KafkaQueueSettings } from './queue/kafka/kafka-settings.ts';
export { type KafkaMessage, type KafkaTopicWriter, kafkaTopicWriter } from './queue/kafka/kafka-topic-writer.ts';
export { noopQueueDriver } from './queue/noop/noop-channel.ts';
export { openTaskQueue, type TaskQueueOptions } from './queue/open-task-queue.ts';
export {
  type QueueCapabilities,
  type QueueChannel,
  type QueueContext,
  type QueueDriver,
  QueueDriverRegistry,
  type QueueMessage,
  type QueueStats,
  type QueueSubscription,
  type Reclaim,
} from './queue/queue-driver.ts';
export type { QueueHealth } from './queue/queue-health.ts';
export { DEFAULT_QUEUE_SETTINGS, type QueueSettings } from './queue/queue-settings.ts';
export { redisQueueDriver } from './queue/redis/redis-channel.ts';
export { DEFAULT_REDIS_QUEUE_SETTINGS, type RedisQueueSettings } from './queue/redis/redis-settings.ts';
export type { TaskAnnouncement } from './queue/task-announcement.ts';
export type {
  ConsumeOptions,
  Consumption,
  EngineQueue,
  PoisonedMessage,
  Settlement,
  TaskQueue,
} from './queue/task-queue.ts';
export { awaitReadiness, type ReadinessWait } from './readiness/await-readiness.ts';
export {
  type ChangeSource,
  type ComponentObjects,
  componentChanges,
  componentObjects,
  managedInformer,
} from './readiness/managed-objects.ts';
export { MissingReferences } from './readiness/missing-references.ts';
export type { Readiness, Trouble } from './readiness/readiness.ts';
export {
  cronJobWorkload,
  daemonSetWorkload,
  deploymentWorkload,
  jobWorkload,
  statefulSetWorkload,
  type Workload,
} from './readiness/workload.ts';
export { hasPods, mergeWorkloadLogs, readWorkloadLog } from './readiness/workload-log.ts';
export type { RunEvent } from './run-event.ts';
export type { JournalEvent, JournalPage, RunJournal } from './run-journal.ts';
export type { EgressRule } from './sandbox/egress.ts';
export { programValues } from './sandbox/program-values.ts';
export { abandonPod, type PodRun, runPod } from './sandbox/run-pod.ts';
export { type SandboxObjects, sandboxObjects } from './sandbox/sandbox-objects.ts';
export type { PodRequest } from './sandbox/sandbox-pod.ts';
export { DEFAULT_SANDBOX_SETTINGS, type SandboxSettings, sandboxQuota } from './sandbox/sandbox-settings.ts';
export { DEFAULT_ENGINE_SETTINGS, type EngineSettings } from './settings.ts';
export { isJobFinished, type JobStatus } from './state/job-state.ts';
export { isTaskFinished, type TaskStatus } from './state/task-state.ts';
export type { AbandonContext, AnyStepType, Decision, StepContext, StepType } from './step-type.ts';
export { builtinStepTypes } from './step-types/builtin.ts';
export type { JobFigures, QueueFigures, RunFigures, WorkerFigures } from './store/run-figures.ts';
export { readStoredDocument } from './store/stored-request.ts';
export { ENGINE_SEALED_COLUMNS } from './store/tables.ts';
export type { RunRequest, Task } from './task.ts';
export type { TaskFilter, TaskPage } from './task-filter.ts';
