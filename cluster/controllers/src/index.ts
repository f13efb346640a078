export { autoscalerController } from './autoscaler/autoscaler-reconciler.ts';
export { AUTOSCALER_TIMES, type AutoscalerTimes } from './autoscaler/autoscaler-times.ts';
export { type BuiltinOptions, builtinControllers } from './builtin-controllers.ts';
export { certificateController } from './certificates/certificate-controller.ts';
export { controllerClients, controllerUser, SCHEDULER } from './controller-user.ts';
export { cronJobController } from './cronjob/cronjob-controller.ts';
export { daemonSetController } from './daemonset/daemonset-controller.ts';
export { deploymentController } from './deployment/deployment-controller.ts';
export { disruptionController } from './disruption/disruption-controller.ts';
export { staleDisruptionController } from './disruption/stale-disruption-controller.ts';
export { endpointMirrorController } from './endpoints/endpoint-mirror-controller.ts';
export { endpointSliceController } from './endpoints/endpoint-slice-controller.ts';
export { endpointsController } from './endpoints/endpoints-controller.ts';
export { garbageCollector } from './garbage/garbage-collector.ts';
export { jobController } from './job/job-controller.ts';
export { strayJobPodController } from './job/stray-pod-controller.ts';
export { namespaceController } from './namespace/namespace-controller.ts';
export { nodeLifecycleController } from './node-lifecycle/node-lifecycle-controller.ts';
export { NODE_LIFECYCLE_TIMES, type NodeLifecycleTimes } from './node-lifecycle/node-lifecycle-times.ts';
export { taintEvictionController } from './node-lifecycle/taint-eviction-controller.ts';
export { type PodGarbageOptions, podGarbageController } from './pod/pod-garbage-controller.ts';
export { replicaSetController, replicationController } from './replicaset/replicaset-controller.ts';
export { defaultProfile } from './scheduler/default-profile.ts';
export type { Demand } from './scheduler/demand.ts';
export type { NodeInfo } from './scheduler/node-info.ts';
export type {
  Judgement,
  NodePicker,
  PodRejection,
  Rejection,
  SchedulerPlugin,
  SchedulerProfile,
} from './scheduler/plugin.ts';
export { type SchedulerOptions, scheduler } from './scheduler/scheduler-controller.ts';
export { tokenSecretController } from './serviceaccount/token-secret-controller.ts';
export { statefulSetController } from './statefulset/statefulset-controller.ts';
export { ephemeralVolumeController } from './storage/ephemeral-volume-controller.ts';
export { type LocalPathOptions, SIMULATED_PROVISIONER } from './storage/local-path-provisioner.ts';
export { persistentVolumeController, type StorageOptions } from './storage/persistent-volume-controller.ts';
export { storageClassInstaller } from './storage/storage-class-installer.ts';
export { ttlAfterFinishedController } from './ttl/ttl-controller.ts';
