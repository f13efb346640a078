/**
 * Runs: plans, operations, workflows, versions, and the publication of their events.
 */
export { cleanedResources, OperationService } from './operations/operation-service.ts';
export { PlanService, planHandlers } from './plan/plan-service.ts';
export { shownObject } from './plan/plan-view.ts';
export type { CloudEvent } from './publication/cloud-event.ts';
export { type EventSink, kafkaSink, type WebhookSinkOptions, webhookSink } from './publication/event-sink.ts';
export { openPublication, type Publication } from './publication/publication.ts';
export { RevisionService, revisionHandlers } from './revision-service.ts';
export { RunService } from './run-service.ts';
export { VersionService, versionHandlers } from './versions/version-service.ts';
export { WorkflowService, workflowHandlers } from './workflows/workflow-service.ts';
