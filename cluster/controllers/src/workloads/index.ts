/**
 * Controllers of Deployments, ReplicaSets, ReplicationControllers, StatefulSets, DaemonSets, Jobs and CronJobs, and the
 * deletion of finished Jobs. Each export is an independent `ControllerModule`; most decisions are pure functions in
 * files `*-plan.ts`, and the shared parts are in `../pod-owner`.
 */
export { cronJobController } from './cronjob/cronjob-controller.ts';
export { daemonSetController } from './daemonset/daemonset-controller.ts';
export { deploymentController } from './deployment/deployment-controller.ts';
export { jobController } from './job/job-controller.ts';
export { strayJobPodController } from './job/stray-pod-controller.ts';
export { replicaSetController, replicationController } from './replicaset/replicaset-controller.ts';
export { statefulSetController } from './statefulset/statefulset-controller.ts';
export { ttlAfterFinishedController } from './ttl/ttl-controller.ts';
