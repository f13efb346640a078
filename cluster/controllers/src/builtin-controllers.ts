import type { ControllerModule } from '@kubemin/controller';
import type { CertificateAuthority } from '@kubemin/kubeapi';
import { autoscalerController } from './autoscaler/autoscaler-reconciler.ts';
import type { AutoscalerTimes } from './autoscaler/autoscaler-times.ts';
import { certificateController } from './certificates/certificate-controller.ts';
import { cronJobController } from './cronjob/cronjob-controller.ts';
import { daemonSetController } from './daemonset/daemonset-controller.ts';
import { deploymentController } from './deployment/deployment-controller.ts';
import { disruptionController } from './disruption/disruption-controller.ts';
import { staleDisruptionController } from './disruption/stale-disruption-controller.ts';
import { endpointMirrorController } from './endpoints/endpoint-mirror-controller.ts';
import { endpointSliceController } from './endpoints/endpoint-slice-controller.ts';
import { endpointsController } from './endpoints/endpoints-controller.ts';
import { garbageCollector } from './garbage/garbage-collector.ts';
import { jobController } from './job/job-controller.ts';
import { strayJobPodController } from './job/stray-pod-controller.ts';
import { namespaceController } from './namespace/namespace-controller.ts';
import { nodeLifecycleController } from './node-lifecycle/node-lifecycle-controller.ts';
import type { NodeLifecycleTimes } from './node-lifecycle/node-lifecycle-times.ts';
import { taintEvictionController } from './node-lifecycle/taint-eviction-controller.ts';
import { type PodGarbageOptions, podGarbageController } from './pod/pod-garbage-controller.ts';
import { replicaSetController, replicationController } from './replicaset/replicaset-controller.ts';
import { type SchedulerOptions, scheduler } from './scheduler/scheduler-controller.ts';
import { tokenSecretController } from './serviceaccount/token-secret-controller.ts';
import { statefulSetController } from './statefulset/statefulset-controller.ts';
import { ephemeralVolumeController } from './storage/ephemeral-volume-controller.ts';
import { persistentVolumeController, type StorageOptions } from './storage/persistent-volume-controller.ts';
import { storageClassInstaller } from './storage/storage-class-installer.ts';
import { ttlAfterFinishedController } from './ttl/ttl-controller.ts';

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
