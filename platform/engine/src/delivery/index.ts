/**
 * Applies objects to a cluster: create, three-way merge, replace, delete, and sharing with other applications;
 * waits until workloads are ready or cannot become so, by watches.
 */
export { CREATED_BY_RUN, FIELD_MANAGER, objectMessage } from './create-object.ts';
export { deleteObject } from './delete-object.ts';
export { type Delivery, type DeliveryContext, deliver, foreignObjectError } from './deliver.ts';
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
