export type { EventOrigin, EventRecorder, RecordedEvent } from './events/event-recorder.ts';
export { EventSink, type EventSinkOptions } from './events/event-sink.ts';
export type {
  AfterSyncHook,
  Controller,
  ControllerContext,
  ControllerModule,
  ControllerStats,
} from './manager/controller.ts';
export type { LeaderElectionOptions } from './manager/leader-election.ts';
export { createManager, type Manager, type ManagerOptions } from './manager/manager.ts';
export type { HealthCheck, ManagerHealth, ManagerState } from './manager/manager-health.ts';
export { requiredResources } from './manager/module-choice.ts';
export { ControllerRegistry } from './manager/registry.ts';
export type { TermInfo } from './manager/term-info.ts';
export type { DefinitionProblem } from './phase/definition-problems.ts';
export { isFatalError } from './phase/fatal-error.ts';
export type { HandlerContext, HandlerTools } from './phase/handler-context.ts';
export type { HandlerResult } from './phase/handler-result.ts';
export { MemoryPhaseStore } from './phase/memory-phase-store.ts';
export { CONTINUE_ANNOTATION, ONGOING_FINALIZER, PHASE_LABEL, RESET_ANNOTATION } from './phase/object-metadata.ts';
export { listObjectsAt, type ObjectPaths } from './phase/object-paths.ts';
export { type PhaseAccess, statusAccess } from './phase/phase-access.ts';
export type { PhaseMachineDefinition } from './phase/phase-definition.ts';
export type { ObjectResult, ObjectRow, ObjectTable, PhaseCheck, PhaseDetail } from './phase/phase-detail.ts';
export type { GraphPhase, PhaseGraph } from './phase/phase-graph.ts';
export {
  type CompositeHandler,
  forEachObject,
  type HandlerInfo,
  type ObjectsHandler,
  type PhaseHandler,
  type PhaseView,
  parallel,
  type SingleHandler,
  serial,
  single,
} from './phase/phase-handler.ts';
export { definePhaseMachine, type PhaseMachine } from './phase/phase-machine.ts';
export {
  isPhaseModule,
  kubePhaseStore,
  type PhaseModule,
  type PhaseModuleOptions,
  phaseModule,
} from './phase/phase-module.ts';
export type { PhaseObject } from './phase/phase-object.ts';
export type { PhasePolicy } from './phase/phase-policy.ts';
export type { PhaseResult, PhaseState } from './phase/phase-state.ts';
export { phasedStatus } from './phase/phase-status-schema.ts';
export type { MetadataChange, PhaseStore } from './phase/phase-store.ts';
export type { PhaseSummary } from './phase/phase-summary.ts';
export type { PhaseCondition, PhasedObject, PhasedStatus, PhasePause } from './phase/phased-object.ts';
export type { QueueMetrics } from './queue/queue-metrics.ts';
export { WorkQueue, type WorkQueueOptions } from './queue/work-queue.ts';
export { type CoalesceOptions, coalesceEnqueues } from './reconcile/coalesce.ts';
export {
  controllerReference,
  findControllerReference,
  isControlledBy,
  type OwnerKind,
} from './reconcile/owner-reference.ts';
export type { ControllerGauges, ReconcileMetrics, ReconcileOutcome } from './reconcile/reconcile-metrics.ts';
export type { ReconcileResult, Reconciler } from './reconcile/reconciler.ts';
export { createReconcilerController, type ReconcilerControllerOptions } from './reconcile/reconciler-controller.ts';
export {
  type Enqueue,
  enqueueChangedObjects,
  enqueueMappedKeys,
  enqueueOwners,
  type Source,
} from './reconcile/source.ts';
export { type MissingDefinition, missingDefinitions } from './resource/crd-check.ts';
export { type InstalledDefinition, type InstallOptions, installDefinitions } from './resource/crd-install.ts';
export { type CustomObject, type DeepReadonly, isCustomResource } from './resource/custom-object.ts';
export {
  type CustomResource,
  defineCustomResource,
  type ObjectOf,
  type ResourceDeclaration,
  type TableColumn,
} from './resource/custom-resource.ts';
export { crdYaml } from './resource/definition.ts';
export { APIEXT_RULES, controllerRules, LEADER_RULES, MANAGER_RULES } from './resource/rbac-rules.ts';
export { ResourceSet } from './resource/resource-set.ts';
export { type KeyPattern, parseKeyPattern } from './scope/key-pattern.ts';
export { type LabelRouting, ROUTING_LABEL } from './scope/label-routing.ts';
export { PAUSE_ANNOTATION, type ReconcileScope } from './scope/reconcile-scope.ts';
