import { RetryableError, toError } from '@kubemin/base';
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
import { type Informer, objectKey } from '@kubemin/kube';
import { isStatusError, labelSelectorFromObject } from '@kubemin/kubeapi';
import { apps, core } from '@kubemin/kubeapi/resources';
import type { ControllerRevision, StatefulSet } from '@kubemin/kubeapi/types/apps.v1';
import type { PersistentVolumeClaim, Pod } from '@kubemin/kubeapi/types/core.v1';
import { availableAt } from '../pod/pod-state.ts';
import { Adoption } from '../workload/adoption.ts';
import { ChildIndex } from '../workload/child-index.ts';
import { orphanOwners } from '../workload/orphan-owners.ts';
import { RevisionHistory, templateOf } from '../workload/revision-history.ts';
import { writeStatus } from '../workload/status-writer.ts';
import { claimOwners, planRetention } from './claim-retention.ts';
import { planStatefulSet, type StatefulAction, type StatefulState } from './stateful-plan.ts';
import { podRevision, statefulClaims, statefulPod } from './stateful-pod.ts';
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
    if (living) await this.#settleClaims(set, pods);
    for (const action of living ? planStatefulSet(state) : []) await this.#act(set, action, revisions);
    await writeStatus(this.#context.client, apps.v1.statefulsets, set, statefulSetStatus(state));
    const used = new Set([currentRevision, updateRevision, ...pods.map((pod) => podRevision(pod) ?? '')]);
    await this.#history.prune(set, known, used);
    return soonest(state);
  }

  async #act(set: StatefulSet, action: StatefulAction, revisions: readonly ControllerRevision[]): Promise<void> {
    if (action.kind === 'remove') return this.#remove(set, action.pod);
    const { ordinal, revision } = action;
    for (const claim of statefulClaims(set, ordinal)) await this.#ensureClaim(set, claim);
    const stored = revisions.find(({ metadata }) => metadata.name === revision);
    await this.#create(set, statefulPod(set, { ordinal, revision, template: templateOf(stored, set) }));
  }

  async #create(set: StatefulSet, pod: Pod): Promise<void> {
    const { client, events } = this.#context;
    const what = `Pod ${pod.metadata.name} in StatefulSet ${set.metadata.name}`;
    try {
      await client.resource(core.v1.pods, set.metadata.namespace).create(pod);
      const message = `create ${what} successful`;
      events.record(set, { type: 'Normal', reason: 'SuccessfulCreate', message });
    } catch (error) {
      // The cache is behind; should it be a stranger's pod, its event comes and the plan waits for the name.
      if (isStatusError(error, 'AlreadyExists')) return;
      const message = `create ${what} failed error: ${toError(error).message}`;
      events.record(set, { type: 'Warning', reason: 'FailedCreate', message });
      throw error;
    }
  }

  async #remove(set: StatefulSet, pod: Pod): Promise<void> {
    const { client, events } = this.#context;
    const { name = '', uid } = pod.metadata;
    try {
      await client.resource(core.v1.pods, set.metadata.namespace).delete(name, { preconditions: { uid } });
      const message = `delete Pod ${name} in StatefulSet ${set.metadata.name} successful`;
      events.record(set, { type: 'Normal', reason: 'SuccessfulDelete', message });
    } catch (error) {
      if (!isStatusError(error, 'NotFound')) throw error;
    }
  }

  /** Before any pod goes: whoever is to take its claims along has to own them by then. */
  async #settleClaims(set: StatefulSet, pods: readonly Pod[]): Promise<void> {
    const { namespace } = set.metadata;
    const claims = this.#context.client.resource(core.v1.persistentvolumeclaims, namespace);
    const find = (name: string) => this.#caches.claims.get(`${namespace}/${name}`);
    for (const { claim, ownerReferences } of planRetention(set, pods, find)) {
      await claims.update({ ...claim, metadata: { ...claim.metadata, ownerReferences } });
    }
  }

  async #ensureClaim(set: StatefulSet, claim: PersistentVolumeClaim): Promise<void> {
    const known = this.#caches.claims.get(objectKey(claim));
    if (known?.metadata.deletionTimestamp !== undefined) throw claimLeaving(claim);
    if (known !== undefined) return;
    const { client, events } = this.#context;
    try {
      const owned = { ...claim, metadata: { ...claim.metadata, ownerReferences: claimOwners(set) } };
      await client.resource(core.v1.persistentvolumeclaims, set.metadata.namespace).create(owned);
      const message = `create Claim ${claim.metadata.name} in StatefulSet ${set.metadata.name} success`;
      events.record(set, { type: 'Normal', reason: 'SuccessfulCreate', message });
    } catch (error) {
      if (!isStatusError(error, 'AlreadyExists')) throw error;
    }
  }
}

/** A pod on it would lose its data at once; the next attempt finds it gone, and makes a new one. */
function claimLeaving({ metadata }: PersistentVolumeClaim): RetryableError {
  const message = `claim ${metadata.name} is being deleted; its pod waits until it is gone`;
  return new RetryableError(message, { code: 'CLAIM_LEAVING' });
}

/** When the next pod becomes available just by time passing. */
function soonest({ set, pods, now }: StatefulState): ReconcileResult | undefined {
  const minReady = set.spec?.minReadySeconds ?? 0;
  const waits = pods.map((pod) => (availableAt(pod, minReady) ?? 0) - now).filter((wait) => wait > 0);
  return waits.length === 0 ? undefined : { requeueAfterMs: Math.min(...waits) };
}
