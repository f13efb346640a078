/**
 * What controllers of pods share: finding and adopting children (`OwnedPods`, `Adoption`), creating and deleting pods
 * (`PodWriter`), status writes, revisions, templates, and the users that controllers write as. `Expectations` prevent
 * decisions from a cache that does not show one's own writes yet: controllers that create pods by number must use
 * `PodWriter` and ask whether it is settled first. Depends on no other module of this package.
 */
export { Adoption } from './adoption.ts';
export { forEachConcurrently, scaledValue, slowStart } from './batches.ts';
export { finalizerPatch } from './claim.ts';
export { findCondition, withCondition } from './condition.ts';
export { controllerClients, controllerUser, SCHEDULER } from './controller-user.ts';
export { Expectations } from './expectations.ts';
export { FirstStatus } from './first-status.ts';
export { ChildIndex, NamespaceIndex, PodsByNode } from './indexes.ts';
export { orphanOwners } from './orphan-owners.ts';
export { OwnedPods } from './owned-pods.ts';
export { rankForDeletion } from './pod/deletion-ranking.ts';
export { disruptedConditions, patchPodStatus } from './pod/disruption-target.ts';
export { type PodGarbageOptions, podGarbageController } from './pod/pod-garbage-controller.ts';
export { hasAddress, hasNewReadiness, isProgress } from './pod/pod-progress.ts';
export {
  availableAt,
  isActive,
  isAvailable,
  isFinished,
  isReady,
  isTerminating,
  nextAvailabilityMs,
  requeueAtEarliest,
  restartCount,
} from './pod/pod-state.ts';
export { generatedName, podFromTemplate } from './pod-from-template.ts';
export { PodWriter } from './pod-writer.ts';
export { REVISION_LABEL, RevisionHistory, revisionTemplate } from './revision-history.ts';
export { foreignResources, servedResources } from './served-resources.ts';
export { advanceStatus, isStatusChange, writeAnnotatedStatus, writeStatus } from './status-writer.ts';
export { templateHash } from './template-hash.ts';
