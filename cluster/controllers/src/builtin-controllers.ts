import type { ControllerModule } from '@kubemin/controller';
import type { CertificateAuthority } from '@kubemin/kubeapi';
import {
  type AutoscalerTimes,
  autoscalerController,
  disruptionController,
  staleDisruptionController,
} from './autoscaler/index.ts';
import {
  certificateController,
  endpointMirrorController,
  endpointSliceController,
  endpointsController,
  garbageCollector,
  type NodeLifecycleTimes,
  namespaceController,
  nodeLifecycleController,
  taintEvictionController,
  tokenSecretController,
} from './cluster/index.ts';
import { type PodGarbageOptions, podGarbageController } from './pod-owner/index.ts';
import { type SchedulerOptions, scheduler } from './scheduler/index.ts';
import {
  ephemeralVolumeController,
  persistentVolumeController,
  type StorageOptions,
  storageClassInstaller,
} from './storage/index.ts';
import {
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

/** Options of the built-in controllers. */
export interface BuiltinOptions {
  readonly scheduler?: SchedulerOptions;
  /** How patient the cluster is with its nodes. @default as patient as Kubernetes */
  readonly nodeLifecycle?: NodeLifecycleTimes;
  /** How often autoscalers look. @default as often as Kubernetes' */
  readonly autoscaler?: AutoscalerTimes;
  /** When pods are deleted that no other controller deletes. @default as with Kubernetes */
  readonly podGarbage?: PodGarbageOptions;
  readonly storage?: StorageOptions;
  /** Signs certificate requests. @default none */
  readonly authority?: CertificateAuthority;
}

/** The controllers a cluster needs, in the order they are set up. */
export function builtinControllers(options: BuiltinOptions = {}): readonly ControllerModule[] {
  return [
    scheduler(options.scheduler),
    deploymentController,
    replicaSetController,
    replicationController,
    statefulSetController,
    daemonSetController,
    jobController,
    strayJobPodController,
    cronJobController,
    ttlAfterFinishedController,
    endpointsController,
    endpointSliceController,
    endpointMirrorController,
    storageClassInstaller(options.storage),
    persistentVolumeController(options.storage),
    ephemeralVolumeController,
    nodeLifecycleController(options.nodeLifecycle),
    taintEvictionController,
    podGarbageController(options.podGarbage),
    disruptionController,
    staleDisruptionController,
    autoscalerController(options.autoscaler),
    tokenSecretController,
    ...(options.authority ? [certificateController(options.authority)] : []),
    garbageCollector,
    namespaceController,
  ];
}
