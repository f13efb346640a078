/**
 * Deployment, ReplicaSet, StatefulSet, DaemonSet, Job and CronJob controllers.
 */
export { cronJobController } from './cronjob/cronjob-controller.ts';
export { daemonSetController } from './daemonset/daemonset-controller.ts';
export { deploymentController } from './deployment/deployment-controller.ts';
export { jobController } from './job/job-controller.ts';
export { strayJobPodController } from './job/stray-pod-controller.ts';
export { replicaSetController, replicationController } from './replicaset/replicaset-controller.ts';
export { statefulSetController } from './statefulset/statefulset-controller.ts';
export { ttlAfterFinishedController } from './ttl/ttl-controller.ts';
