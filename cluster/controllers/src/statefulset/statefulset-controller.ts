import {
  type Controller,
  type ControllerContext,
  type ControllerModule,
  changedObjects,
  createReconcilerController,
  mappedChanges,
  ownersOf,
  type ReconcileResult,
  type Reconciler,
} from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import { labelSelectorFromObject } from '@kubemin/kubeapi';
import { apps, core } from '@kubemin/kubeapi/resources';
import type { ControllerRevision, StatefulSet } from '@kubemin/kubeapi/types/apps.v1';
import type { PersistentVolumeClaim, Pod } from '@kubemin/kubeapi/types/core.v1';
import { availableAt } from '../pod/pod-state.ts';
import { Adoption } from '../workload/adoption.ts';
import { ChildIndex } from '../workload/child-index.ts';
import { orphanOwners } from '../workload/orphan-owners.ts';
import { RevisionHistory } from '../workload/revision-history.ts';
import { writeStatus } from '../workload/status-writer.ts';
import { setOfFreedPod, setsOfFreedClaim } from './awaited-name.ts';
import { StatefulActor } from './stateful-actor.ts';
import type { StatefulState } from './stateful-plan.ts';
import { podRevision } from './stateful-pod.ts';
import { statefulSetStatus } from './statefulset-status.ts';

const STATEFUL_SET = { apiVersion: 'apps/v1', kind: 'StatefulSet' } as const;

/** Keeps the numbered pods of each StatefulSet, and their claims. */
export const statefulSetController: ControllerModule = {
  name: 'statefulset-controller',
  setup(context): Controller {
    const { informers } = context;
    const sets = informers.informer(apps.v1.statefulsets);
    const pods = informers.informer(core.v1.pods);
    const claims = informers.informer(core.v1.persistentvolumeclaims);
    const revisions = informers.informer(apps.v1.controllerrevisions);
    const reconciler = new StatefulSetReconciler(context, { sets, pods, claims, revisions });
    const sources = [
      changedObjects(sets),
      ownersOf(pods, STATEFUL_SET),
      ownersOf(revisions, STATEFUL_SET),
      mappedChanges(
        pods,
        orphanOwners(sets, (set) => set.spec?.selector),
      ),
      mappedChanges(pods, setOfFreedPod(sets)),
      mappedChanges(claims, setsOfFreedClaim(sets)),
    ];
    return createReconcilerController({ context, reconciler, sources });
  },
};

interface Caches {
  readonly sets: Informer<StatefulSet>;
  readonly pods: Informer<Pod>;
  readonly claims: Informer<PersistentVolumeClaim>;
  readonly revisions: Informer<ControllerRevision>;
}

class StatefulSetReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #caches: Caches;
  readonly #pods: ChildIndex<Pod>;
  readonly #revisions: ChildIndex<ControllerRevision>;
  readonly #adoption: Adoption<StatefulSet, Pod>;
  readonly #history: RevisionHistory<StatefulSet>;
  readonly #actor: StatefulActor;

  constructor(context: ControllerContext, caches: Caches) {
    this.#context = context;
    this.#caches = caches;
    this.#pods = new ChildIndex(caches.pods);
    this.#revisions = new ChildIndex(caches.revisions);
    this.#adoption = new Adoption({
      client: context.client,
      ownerType: apps.v1.statefulsets,
      childType: core.v1.pods,
    });
    this.#history = new RevisionHistory({ context, type: apps.v1.statefulsets, label: 'name' });
    this.#actor = new StatefulActor(context, caches.claims);
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const set = this.#caches.sets.get(key);
    if (set?.spec === undefined) return undefined;
    const selector = labelSelectorFromObject(set.spec.selector);
    const pods = await this.#adoption.settle(set, selector, this.#pods.candidates(set));
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
    return soonest(state);
  }
}

/** When the next pod becomes available just by time passing. */
function soonest({ set, pods, now }: StatefulState): ReconcileResult | undefined {
  const minReady = set.spec?.minReadySeconds ?? 0;
  const waits = pods.map((pod) => (availableAt(pod, minReady) ?? 0) - now).filter((wait) => wait > 0);
  return waits.length === 0 ? undefined : { requeueAfterMs: Math.min(...waits) };
}
