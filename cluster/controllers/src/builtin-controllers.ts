import type { ControllerModule } from '@kubemin/controller';
import { deploymentController } from './deployment/deployment-controller.ts';
import { endpointSliceController } from './endpoints/endpoint-slice-controller.ts';
import { endpointsController } from './endpoints/endpoints-controller.ts';
import { garbageCollector } from './garbage/garbage-collector.ts';
import { namespaceController } from './namespace/namespace-controller.ts';
import { replicaSetController } from './replicaset/replicaset-controller.ts';
import { scheduler } from './scheduler/scheduler-controller.ts';
import { statefulSetController } from './statefulset/statefulset-controller.ts';
import { persistentVolumeController } from './storage/persistent-volume-controller.ts';

/** The controllers a cluster needs, in the order they are set up. */
export const builtinControllers: readonly ControllerModule[] = [
  scheduler(),
  deploymentController,
  replicaSetController,
  statefulSetController,
  endpointsController,
  endpointSliceController,
  persistentVolumeController,
  garbageCollector,
  namespaceController,
];
