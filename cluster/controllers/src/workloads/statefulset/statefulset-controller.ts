import {
  type Controller,
  type ControllerContext,
  type ControllerModule,
  createReconcilerController,
  enqueueMappedKeys,
  enqueueOwners,
  type ReconcileResult,
  type Reconciler,
} from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import { apps, core } from '@kubemin/kubeapi/resources';
import type { ControllerRevision, StatefulSet, StatefulSetStatus } from '@kubemin/kubeapi/types/apps.v1';
import type { PersistentVolumeClaim, Pod } from '@kubemin/kubeapi/types/core.v1';
import {
  ChildIndex,
  isActive,
  isAvailable,
  isReady,
  nextAvailabilityMs,
  OwnedPods,
  RevisionHistory,
  requeueAtEarliest,
  writeStatus,
} from '../../pod-owner/index.ts';
import { StatefulActor } from './stateful-actor.ts';
import type { StatefulState } from './stateful-plan.ts';
import { podRevision, setOfFreedPod, setsOfFreedClaim } from './stateful-pod.ts';

/** Keeps the numbered pods of each StatefulSet, and their claims. */
export const statefulSetController: ControllerModule = {
  name: 'statefulset-controller',
  setup(context): Controller {
    const { informers } = context;
    const pods = new OwnedPods({ context, type: apps.v1.statefulsets, getSelector: ({ spec }) => spec?.selector });
    const claims = informers.informer(core.v1.persistentvolumeclaims);
    const revisions = informers.informer(apps.v1.controllerrevisions);
    const reconciler = new StatefulSetReconciler(context, { pods, claims, revisions });
    const sources = [
      ...pods.promptSources(),
      enqueueOwners(revisions, apps.v1.statefulsets),
      enqueueMappedKeys(informers.informer(core.v1.pods), setOfFreedPod(pods.owners)),
      enqueueMappedKeys(claims, setsOfFreedClaim(pods.owners)),
    ];
    return createReconcilerController({ context, reconciler, sources });
  },
};

interface Caches {
  readonly pods: OwnedPods<StatefulSet>;
  readonly claims: Informer<PersistentVolumeClaim>;
  readonly revisions: Informer<ControllerRevision>;
}

class StatefulSetReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #pods: OwnedPods<StatefulSet>;
  readonly #revisions: ChildIndex<ControllerRevision>;
  readonly #history: RevisionHistory<StatefulSet>;
  readonly #actor: StatefulActor;

  constructor(context: ControllerContext, { pods, claims, revisions }: Caches) {
    this.#context = context;
    this.#pods = pods;
    this.#revisions = new ChildIndex(revisions);
    this.#history = new RevisionHistory({ context, type: apps.v1.statefulsets, label: 'name' });
    this.#actor = new StatefulActor(context, claims);
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const set = this.#pods.owners.get(key);
    if (set?.spec === undefined) return undefined;
    const pods = await this.#pods.settle(set);
    const known = this.#revisions.children(set);
    const update = await this.#history.update(set, known);
    const updateRevision = update.metadata.name ?? '';
    const currentRevision = set.status?.currentRevision || updateRevision;
    const state: StatefulState = { set, pods, currentRevision, updateRevision, now: this.#context.clock.now() };
    const revisions = [...known, update];
    const living = set.metadata.deletionTimestamp === undefined;
    const failed = living ? await this.#actor.act(state, revisions) : undefined;
    await writeStatus(this.#context.client, apps.v1.statefulsets, set, statefulSetStatus(state));
    if (failed !== undefined) throw failed;
    const used = new Set([currentRevision, updateRevision, ...pods.map((pod) => podRevision(pod) ?? '')]);
    await this.#history.prune(set, known, used);
    return requeueAtEarliest(nextAvailabilityMs(pods, set.spec.minReadySeconds ?? 0, state.now));
  }
}

/** The status of what was observed. */
function statefulSetStatus(state: StatefulState): StatefulSetStatus {
  const { set, pods, currentRevision, updateRevision, now } = state;
  const active = pods.filter(isActive);
  const count = (test: (pod: Pod) => boolean): number => active.filter(test).length;
  const counts = {
    replicas: active.length,
    readyReplicas: count(isReady),
    availableReplicas: count((pod) => isAvailable(pod, set.spec?.minReadySeconds ?? 0, now)),
    updatedReplicas: count((pod) => podRevision(pod) === updateRevision),
  };
  const current = isUpdated(set, counts) ? updateRevision : currentRevision;
  return {
    ...counts,
    currentReplicas: count((pod) => podRevision(pod) === current),
    currentRevision: current,
    updateRevision,
    observedGeneration: set.metadata.generation ?? 0,
  };
}

/** The new template becomes the current one when every pod has it and is ready. */
function isUpdated(
  set: StatefulSet,
  counts: Pick<StatefulSetStatus, 'replicas' | 'readyReplicas' | 'updatedReplicas'>,
) {
  const wanted = set.spec?.replicas ?? 1;
  return counts.updatedReplicas === wanted && counts.replicas === wanted && counts.readyReplicas === wanted;
}
