import type { ControllerModule } from '@kubemin/controller';
import { deploymentController } from './deployment/deployment-controller.ts';
import { replicaSetController } from './replicaset/replicaset-controller.ts';
import { scheduler } from './scheduler/scheduler-controller.ts';

/** The controllers a cluster needs, in the order they are set up. */
export const builtinControllers: readonly ControllerModule[] = [
  scheduler(),
  deploymentController,
  replicaSetController,
];
