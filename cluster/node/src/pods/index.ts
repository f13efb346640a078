/**
 * The life of pods on a node, whatever runs their containers.
 *
 * planPod and podStatus are pure: from an observation of the API object and the runtime they compute what is to be done
 * next and what is reported. PodWorker carries that out for one pod until nothing of it is left.
 */
export type { PodObservation } from './pod-observation.ts';
export { type PodAction, type PodPlan, planPod } from './pod-plan.ts';
export type { PodReference } from './pod-references.ts';
export { podStatus, type StatusNode } from './pod-status.ts';
export { PodWorker } from './pod-worker.ts';
export {
  type ContainerPreparation,
  ContainerProblemError,
  POD_STEPS,
  type PodReports,
  type PodStep,
  type PodWorkerOptions,
  type PreparationContext,
} from './worker-options.ts';
