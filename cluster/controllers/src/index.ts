/**
 * The built-in controllers of the embedded cluster: `builtinControllers` lists them in the order of their set-up. Each
 * is a `ControllerModule`, uses only the public API and imports nothing of the API server.
 */
export {
  AUTOSCALER_TIMES,
  type AutoscalerTimes,
  autoscalerController,
  disruptionController,
  staleDisruptionController,
} from './autoscaler/index.ts';
export { type BuiltinOptions, builtinControllers } from './builtin-controllers.ts';
export {
  certificateController,
  endpointMirrorController,
  endpointSliceController,
  endpointsController,
  garbageCollector,
  NODE_LIFECYCLE_TIMES,
  type NodeLifecycleTimes,
  namespaceController,
  nodeLifecycleController,
  taintEvictionController,
  tokenSecretController,
} from './cluster/index.ts';
export {
  controllerClients,
  controllerUser,
  type PodGarbageOptions,
  podGarbageController,
  SCHEDULER,
} from './pod-owner/index.ts';
export {
  type Demand,
  defaultProfile,
  type Judgement,
  type NodeInfo,
  type NodePicker,
  type PodRejection,
  type Rejection,
  type SchedulerOptions,
  type SchedulerPlugin,
  type SchedulerProfile,
  scheduler,
} from './scheduler/index.ts';
export {
  ephemeralVolumeController,
  type LocalPathOptions,
  persistentVolumeController,
  SIMULATED_PROVISIONER,
  type StorageOptions,
  storageClassInstaller,
} from './storage/index.ts';
export {
  cronJobController,
  daemonSetController,
  deploymentController,
  jobController,
  replicaSetController,
  replicationController,
  statefulSetController,
  strayJobPodController,
  ttlAfterFinishedController,
} from './workloads/index.ts';
