/**
 * The work queue and the reconciler: one object is reconciled by one worker at a time, failures are retried with
 * backoff.
 */
export { type CoalesceOptions, coalesceEnqueues } from './coalesce.ts';
export type { AfterSyncHook, Controller, ControllerContext, ControllerModule, ControllerStats } from './controller.ts';
export { controllerReference, findControllerReference, isControlledBy, type OwnerKind } from './owner-reference.ts';
export type { QueueMetrics } from './queue/queue-metrics.ts';
export { WorkQueue, type WorkQueueOptions } from './queue/work-queue.ts';
export type { ControllerGauges, ReconcileMetrics, ReconcileOutcome } from './reconcile-metrics.ts';
export type { ReconcileResult, Reconciler } from './reconciler.ts';
export { createReconcilerController, type ReconcilerControllerOptions } from './reconciler-controller.ts';
export { enqueuePeriodically } from './resync.ts';
export { type Enqueue, enqueueChangedObjects, enqueueMappedKeys, enqueueOwners, type Source } from './source.ts';
