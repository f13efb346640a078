/**
 * Applies objects to a cluster and waits until they are ready. `deliver` creates an object, or applies its
 * fields by server-side apply, or replaces it where immutable fields differ; delivering the same object again writes
 * nothing. `driftedFields` returns what others have changed of it since. It
 * never changes an object of another application, or of none; sharing annotates such an object with its users, and the
 * last user of what a deleted application left behind deletes it (`releaseShares`). `Workload` alone determines the
 * readiness of a kind; waits use watches and fail as soon as waiting longer cannot help. All writes go through `write`
 * of the context.
 */
export { localChange } from './apply-object.ts';
export { CREATED_BY_RUN, objectMessage } from './create-object.ts';
export { deleteObject } from './delete-object.ts';
export { type Delivery, type DeliveryContext, deliver, foreignObjectError } from './deliver.ts';
export { driftedFields, FIELD_MANAGER, type ForeignField } from './field-ownership.ts';
export { httpRoutes, virtualServices } from './gateway-resources.ts';
export { growTemplateClaims } from './grow-claim.ts';
export { awaitReadiness, type ReadinessWait } from './readiness/await-readiness.ts';
export { awaitWorkload, workloadWait } from './readiness/await-workload.ts';
export { componentReadiness, readinessChanges, workloadPods } from './readiness/component-readiness.ts';
export { MissingReferences } from './readiness/missing-references.ts';
export { podTroubles } from './readiness/pod-trouble.ts';
export { failed, type Readiness, ready, type Trouble, waiting } from './readiness/readiness.ts';
export {
  cronJobWorkload,
  daemonSetWorkload,
  deploymentWorkload,
  jobWorkload,
  statefulSetWorkload,
  type Workload,
} from './readiness/workload.ts';
export { releaseObject, releaseShares } from './release-shares.ts';
export { withReruns } from './rerun.ts';
export { resourceClient } from './resource-client.ts';
export { decideShare, sharedUses, USED_BY, type Use, userAppIds, userNames } from './sharing.ts';
