import {
  type Controller,
  type ControllerContext,
  type ControllerModule,
  createReconcilerController,
  enqueueMappedKeys,
  type ReconcileResult,
  type Reconciler,
} from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import { isStatusError, timestamp } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod, PodCondition } from '@kubemin/kubeapi/types/core.v1';
import { findCondition, isFinished, isTerminating, patchPodStatus } from '../../pod-owner/index.ts';

/** A disruption is announced right before the deletion; after this time the deletion was dropped. */
const STALE_AFTER_MS = 120_000;

/** Takes back what was announced of pods and did not happen: their next failure would be taken for a disruption. */
export const staleDisruptionController: ControllerModule = {
  name: 'stale-disruption-controller',
  setup(context): Controller {
    const pods = context.informers.informer(core.v1.pods);
    const reconciler = new StaleDisruptionReconciler(context, pods);
    const sources = [
      enqueueMappedKeys(pods, ({ type, key, object }) => (type !== 'deleted' && announcedAt(object) ? [key] : [])),
    ];
    return createReconcilerController({ context, reconciler, sources });
  },
};

class StaleDisruptionReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #pods: Informer<Pod>;

  constructor(context: ControllerContext, pods: Informer<Pod>) {
    this.#context = context;
    this.#pods = pods;
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const { clock, client } = this.#context;
    const pod = this.#pods.get(key);
    if (pod === undefined) return undefined;
    const condition = announcedAt(pod);
    if (condition === undefined) return undefined;
    const now = clock.now();
    const since = Date.parse(condition.lastTransitionTime ?? '');
    const left = Number.isNaN(since) ? 0 : since + STALE_AFTER_MS - now;
    if (left > 0) return { requeueAfterMs: left };
    const withdrawn = { ...condition, status: 'False', lastTransitionTime: timestamp(now) };
    try {
      await patchPodStatus(client, pod, { conditions: [withdrawn] });
    } catch (error) {
      if (!isStatusError(error, 'NotFound') && !isStatusError(error, 'Conflict')) throw error;
    }
    return undefined;
  }
}

/** The announcement that has not come true yet. A node that ends a pod itself may take as long as it likes. */
function announcedAt(pod: Pod): PodCondition | undefined {
  if (isTerminating(pod) || isFinished(pod)) return undefined;
  const condition = findCondition(pod.status?.conditions, 'DisruptionTarget');
  return condition?.status === 'True' && condition.reason !== 'TerminationByKubelet' ? condition : undefined;
}
