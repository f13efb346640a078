import {
  type Controller,
  type ControllerContext,
  type ControllerModule,
  createReconcilerController,
  enqueueMappedKeys,
  type ReconcileResult,
  type Reconciler,
} from '@kubemin/controller';
import { type Change, type Informer, objectKey } from '@kubemin/kube';
import { deepEqual, isStatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Node, Pod } from '@kubemin/kubeapi/types/core.v1';
import { disruptedConditions, isTerminating, PodsByNode, patchPodStatus } from '../../pod-owner/index.ts';
import { evictAt, evictingTaints } from './taint-plan.ts';

const REASON = 'TaintManagerEviction';
const DISRUPTION = {
  reason: 'DeletionByTaintManager',
  message: 'Taint manager: deleting due to NoExecute taint',
};

/** Deletes pods from nodes whose taints they do not, or not any longer, tolerate. */
export const taintEvictionController: ControllerModule = {
  name: 'taint-eviction-controller',
  setup(context): Controller {
    const nodes = context.informers.informer(core.v1.nodes);
    const pods = context.informers.informer(core.v1.pods);
    const byNode = new PodsByNode(pods);
    const sources = [
      enqueueMappedKeys(nodes, (change) => (hasSameEvictingTaints(change) ? [] : byNode.on(change.key).map(objectKey))),
      enqueueMappedKeys(pods, ({ key, object, old }) => {
        const isNews = object.spec?.nodeName !== old?.spec?.nodeName || !deepEqual(object.spec, old?.spec);
        return isNews && evictingTaints(nodes.get(object.spec?.nodeName ?? '')?.spec?.taints).length > 0 ? [key] : [];
      }),
    ];
    return createReconcilerController({ context, reconciler: new EvictionReconciler(context, nodes, pods), sources });
  },
};

class EvictionReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #nodes: Informer<Node>;
  readonly #pods: Informer<Pod>;
  /** Pods that will be evicted unless something changes, and since when; for the event when an eviction is cancelled. */
  readonly #pendingEvictions = new Map<string, { readonly uid: string | undefined; readonly since: number }>();

  constructor(context: ControllerContext, nodes: Informer<Node>, pods: Informer<Pod>) {
    this.#context = context;
    this.#nodes = nodes;
    this.#pods = pods;
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const pod = this.#pods.get(key);
    if (pod === undefined || isTerminating(pod) || !pod.spec?.nodeName) {
      this.#pendingEvictions.delete(key);
      return undefined;
    }
    const now = this.#context.clock.now();
    const known = this.#pendingEvictions.get(key);
    const since = known?.uid === pod.metadata.uid ? (known?.since ?? now) : now;
    const at = evictAt(pod, this.#nodes.get(pod.spec.nodeName)?.spec?.taints ?? [], since);
    if (at === 'never') {
      if (this.#pendingEvictions.delete(key)) this.#recordEvent(pod, 'Cancelling deletion of Pod');
      return undefined;
    }
    this.#pendingEvictions.set(key, { uid: pod.metadata.uid, since });
    if (at !== 'now' && at > now) return { requeueAfterMs: at - now };
    await this.#evict(pod);
    this.#pendingEvictions.delete(key);
    return undefined;
  }

  async #evict(pod: Pod): Promise<void> {
    const { client, clock } = this.#context;
    const { name = '', namespace, uid } = pod.metadata;
    this.#recordEvent(pod, 'Marking for deletion Pod');
    try {
      await patchPodStatus(client, pod, { conditions: disruptedConditions(pod, DISRUPTION, clock.now()) });
      await client.resource(core.v1.pods, namespace).delete(name, { preconditions: { uid } });
    } catch (error) {
      // Gone, or another pod of that name: the one that was to go went.
      if (!isStatusError(error, 'NotFound') && !isStatusError(error, 'Conflict')) throw error;
    }
  }

  #recordEvent(pod: Pod, what: string): void {
    const { namespace, name } = pod.metadata;
    this.#context.events.record(pod, { type: 'Normal', reason: REASON, message: `${what} ${namespace}/${name}` });
  }
}

function hasSameEvictingTaints({ type, object, old }: Change<Node>): boolean {
  const [now, before] = [evictingTaints(object.spec?.taints), evictingTaints(old?.spec?.taints)];
  return type === 'updated' ? deepEqual(now, before) : now.length === 0;
}
