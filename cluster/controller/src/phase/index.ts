/**
 * Controllers as a table of phases: `definePhaseMachine` validates a definition, `phaseModule` runs it. All state is in
 * the objects, so work resumes after a crash. A handler is called until it is done, and again after a crash before its
 * result was stored: handlers must be idempotent. It is never called concurrently for one object, nor after its end is
 * stored. A phase is claimed by a write before its handler starts, so that a process that no longer leads gets a
 * conflict.
 */
export type { DefinitionProblem } from './definition-problems.ts';
export { isFatalError } from './fatal-error.ts';
export type { HandlerContext, HandlerTools } from './handler-context.ts';
export type { HandlerResult } from './handler-result.ts';
export { MemoryPhaseStore } from './memory-phase-store.ts';
export { CONTINUE_ANNOTATION, ONGOING_FINALIZER, PHASE_LABEL, RESET_ANNOTATION } from './object-metadata.ts';
export { listObjectsAt, type ObjectPaths } from './object-paths.ts';
export { type PhaseAccess, statusAccess } from './phase-access.ts';
export type { PhaseMachineDefinition } from './phase-definition.ts';
export type { ObjectResult, ObjectRow, ObjectTable, PhaseCheck, PhaseDetail } from './phase-detail.ts';
export type { GraphPhase, PhaseGraph } from './phase-graph.ts';
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
} from './phase-handler.ts';
export { definePhaseMachine, type PhaseMachine } from './phase-machine.ts';
export {
  isPhaseModule,
  kubePhaseStore,
  type PhaseModule,
  type PhaseModuleOptions,
  phaseModule,
} from './phase-module.ts';
export type { PhaseObject } from './phase-object.ts';
export type { PhasePolicy } from './phase-policy.ts';
export type { PhaseResult, PhaseState } from './phase-state.ts';
export { phasedStatus } from './phase-status-schema.ts';
export type { MetadataChange, PhaseStore } from './phase-store.ts';
export type { PhaseSummary } from './phase-summary.ts';
export type { PhaseCondition, PhasedObject, PhasedStatus, PhasePause } from './phased-object.ts';
