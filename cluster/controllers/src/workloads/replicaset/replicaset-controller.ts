import { type Controller, type ControllerModule, createReconcilerController } from '@kubemin/controller';
import { apps, core } from '@kubemin/kubeapi/resources';
import type { ReplicationController } from '@kubemin/kubeapi/types/core.v1';
import type { LabelSelector } from '@kubemin/kubeapi/types/meta.v1';
import { hasNewReadiness, OwnedPods } from '../../pod-owner/index.ts';
import { ReplicaReconciler } from './replica-reconciler.ts';
import { replicaSetStatus } from './replicaset-status.ts';

/** Keeps as many pods of each ReplicaSet as it asks for. */
export const replicaSetController: ControllerModule = {
  name: 'replicaset-controller',
  setup(context): Controller {
    const type = apps.v1.replicasets;
    const pods = new OwnedPods({ context, type, getSelector: ({ spec }) => spec?.selector });
    const reconciler = new ReplicaReconciler(context, { type, pods, computeStatus: replicaSetStatus });
    return createReconcilerController({ context, reconciler, sources: pods.sources(hasNewReadiness), workers: 8 });
  },
};

/** Keeps as many pods of each ReplicationController as it asks for: what ReplicaSets were before they had that name. */
export const replicationController: ControllerModule = {
  name: 'replicationcontroller-controller',
  setup(context): Controller {
    const type = core.v1.replicationcontrollers;
    const pods = new OwnedPods({ context, type, getSelector: matchLabelsSelector });
    const reconciler = new ReplicaReconciler(context, {
      type,
      pods,
      computeStatus(observation) {
        // The one count that this older kind does not know.
        const { terminatingReplicas: _, ...status } = replicaSetStatus(observation);
        return status;
      },
    });
    return createReconcilerController({ context, reconciler, sources: pods.sources(hasNewReadiness) });
  },
};

/** Without a selector the labels of the template are meant. */
function matchLabelsSelector({ spec }: ReplicationController): LabelSelector {
  return { matchLabels: spec?.selector ?? spec?.template?.metadata?.labels ?? {} };
}
