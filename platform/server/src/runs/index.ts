/**
 * Runs as the REST API has them: `RunService` starts, cancels and shows them, `RunWaiters` bounds the requests that wait for their ends, `OperationService` scales, restarts,
 * rolls back and deletes, `PlanService` previews without a change, `VersionService` and `WorkflowService` make new
 * revisions. Execution is the engine's. `openPublication` sends each transition to sinks in the order of the journal,
 * at least once: the leader does, and the position is stored in the database. Secret values are masked in plans.
 */
export { recordCallbackEvents } from './callback-events.ts';
export { cleanedResources, OperationService } from './operations/operation-service.ts';
export { PlanService, planHandlers } from './plan/plan-service.ts';
export { shownObject } from './plan/plan-view.ts';
export type { CloudEvent } from './publication/cloud-event.ts';
export { type EventSink, kafkaSink, type WebhookSinkOptions, webhookSink } from './publication/event-sink.ts';
export { openPublication, type Publication } from './publication/publisher.ts';
export { RevisionService, revisionHandlers } from './revision-service.ts';
export { RunService } from './run-service.ts';
export { hasWaited, RunWaiters } from './run-waiters.ts';
export { VersionService, versionHandlers } from './versions/version-service.ts';
export { WorkflowService, workflowHandlers } from './workflows/workflow-service.ts';
