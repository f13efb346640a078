/**
 * The life of pods on a node, whatever runs their containers. `planPod` and `podStatus` are pure: from an observation
 * of the API object and the runtime they compute the next actions and the status to report. `PodWorker` executes them
 * for one pod until nothing of it is left; what it has only in memory may be lost at any time. When its signal aborts,
 * containers continue. It knows runtimes by the interface in `../runtime` alone.
 */
export {
  incompleteInits,
  isInitDone,
  isInitialized,
  isSidecar,
  stoppedEphemeral,
  waitingStatus,
} from './container-states.ts';
export { activeForMs, overduePod } from './pod-deadline.ts';
export { endedPod } from './pod-end.ts';
export type { AnyContainer } from './pod-observation.ts';
export { isTerminalPhase } from './pod-plan.ts';
export type { PodReference } from './pod-references.ts';
export { containerResources, type NodeRoom } from './pod-resize.ts';
export type { PodChange, PodSource } from './pod-source.ts';
export { type PodFailure, statusPatch } from './pod-status.ts';
export { podConditions, podPhase } from './pod-summary.ts';
export { PodWorker } from './pod-worker.ts';
export {
  type ContainerPreparation,
  ContainerProblemError,
  type PodReports,
  type PodWorkerOptions,
  type PreparationContext,
  type ProbeObserver,
} from './worker-options.ts';
