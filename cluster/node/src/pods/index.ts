/**
 * The life of pods on a node, whatever runs their containers.
 *
 * planPod and podStatus are pure: from an observation of the API object and the runtime they compute what is to be done
 * next and what is reported. PodWorker carries that out for one pod until nothing of it is left.
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
export type { PodReference } from './pod-references.ts';
export { podConditions, podPhase } from './pod-summary.ts';
export { PodWorker } from './pod-worker.ts';
export { statusPatch } from './status-patch.ts';
export {
  type ContainerPreparation,
  ContainerProblemError,
  type PodReports,
  type PodWorkerOptions,
  type PreparationContext,
} from './worker-options.ts';
