/**
 * The parts of a controller: `Reconciler` (from a key to the desired state), `Source` (from changes to keys),
 * `WorkQueue`, and `createReconcilerController`, which connects them. A key is reconciled by one worker at a time; a
 * change during a reconcile causes another one. Failures are retried with backoff, a `TerminalError` only after a
 * change. A reconcile that exceeds its timeout is aborted; if it does not end, its key stays taken and another worker
 * replaces it.
 */
export type { AfterSyncHook, Controller, ControllerContext, ControllerModule, ControllerStats } from './controller.ts';
export { controllerReference, findControllerReference, isControlledBy, type OwnerKind } from './owner-reference.ts';
export type { QueueMetrics } from './queue/queue-metrics.ts';
export { WorkQueue, type WorkQueueOptions } from './queue/work-queue.ts';
export type { ControllerGauges, ReconcileMetrics, ReconcileOutcome } from './reconcile-metrics.ts';
export type { ReconcileResult, Reconciler } from './reconciler.ts';
export { createReconcilerController, type ReconcilerControllerOptions } from './reconciler-controller.ts';
export { enqueuePeriodically } from './resync.ts';
export {
  type CoalesceOptions,
  coalesceEnqueues,
  type Enqueue,
  enqueueChangedObjects,
  enqueueMappedKeys,
  enqueueOwners,
  type Source,
} from './source.ts';
