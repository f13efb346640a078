import { type Controller, type ControllerModule, createReconcilerController } from '@kubemin/controller';
import { apps } from '@kubemin/kubeapi/resources';
import { hasNewReadiness } from '../pod/pod-progress.ts';
import { OwnedPods } from '../workload/owned-pods.ts';
import { ReplicaReconciler } from './replica-reconciler.ts';
import { replicaSetStatus } from './replicaset-status.ts';

/** Keeps as many pods of each ReplicaSet as it asks for. */
export const replicaSetController: ControllerModule = {
  name: 'replicaset-controller',
  setup(context): Controller {
    const type = apps.v1.replicasets;
    const pods = new OwnedPods({ context, type, selectorOf: ({ spec }) => spec?.selector });
    const reconciler = new ReplicaReconciler(context, { type, pods, statusOf: replicaSetStatus });
    return createReconcilerController({ context, reconciler, sources: pods.sources(hasNewReadiness), workers: 8 });
  },
};
