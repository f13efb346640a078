import { toError } from '@kubemin/base';
import {
  type Controller,
  type ControllerContext,
  type ControllerModule,
  changedObjects,
  controllerOf,
  createReconcilerController,
  mappedChanges,
  type ReconcileResult,
  type Reconciler,
} from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import { labelSelectorFromObject } from '@kubemin/kubeapi';
import { apps, core } from '@kubemin/kubeapi/resources';
import type { ReplicaSet } from '@kubemin/kubeapi/types/apps.v1';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { isActive } from '../pod/pod-state.ts';
import { Adoption } from '../workload/adoption.ts';
import { ChildIndex } from '../workload/child-index.ts';
import { Expectations } from '../workload/expectations.ts';
import { orphanOwners } from '../workload/orphan-owners.ts';
import { podFromTemplate } from '../workload/pod-from-template.ts';
import { podOwners } from '../workload/pod-owners.ts';
import { PodWriter } from '../workload/pod-writer.ts';
import { slowStart } from '../workload/slow-start.ts';
import { soonest } from '../workload/soonest.ts';
import { writeStatus } from '../workload/status-writer.ts';
import { planReplicas } from './replica-plan.ts';
import { nextAvailabilityMs, replicaSetStatus } from './replicaset-status.ts';

const REPLICA_SET = { apiVersion: 'apps/v1', kind: 'ReplicaSet' } as const;

/** Keeps as many pods of each ReplicaSet as it asks for. */
export const replicaSetController: ControllerModule = {
  name: 'replicaset-controller',
  setup(context): Controller {
    const sets = context.informers.informer(apps.v1.replicasets);
    const pods = context.informers.informer(core.v1.pods);
    const reconciler = new ReplicaSetReconciler(context, sets, pods);
    const sources = [
      changedObjects(sets),
      ...podOwners(context, pods, REPLICA_SET),
      mappedChanges(
        pods,
        orphanOwners(sets, (set) => set.spec?.selector),
      ),
    ];
    return createReconcilerController({ context, reconciler, sources, workers: 8 });
  },
};

class ReplicaSetReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #sets: Informer<ReplicaSet>;
  readonly #children: ChildIndex<Pod>;
  readonly #siblings: ChildIndex<ReplicaSet>;
  readonly #adoption: Adoption<ReplicaSet, Pod>;
  readonly #writer: PodWriter;

  constructor(context: ControllerContext, sets: Informer<ReplicaSet>, pods: Informer<Pod>) {
    this.#context = context;
    this.#sets = sets;
    this.#children = new ChildIndex(pods);
    this.#siblings = new ChildIndex(sets);
    const expectations = new Expectations<Pod>(context.clock);
    this.#adoption = new Adoption({
      client: context.client,
      ownerType: apps.v1.replicasets,
      childType: core.v1.pods,
    });
    this.#writer = new PodWriter({ context, expectations, pods });
    pods.onChange((change) => expectations.observe(change));
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const set = this.#sets.get(key);
    if (set === undefined) this.#writer.forget(key);
    if (set?.spec === undefined) return undefined;
    // Before the pods are read: what appears meanwhile would be missing among them, and be made again.
    const scalable = this.#writer.settled(key) && set.metadata.deletionTimestamp === undefined;
    const selector = labelSelectorFromObject(set.spec.selector);
    const pods = await this.#adoption.settle(set, selector, this.#children.candidates(set));
    const { failed, made } = scalable ? await this.#scale(key, set, pods.filter(isActive)) : NOTHING_DONE;
    const failure = failed && { reason: failed.reason, message: failed.error.message };
    const observation = { set, pods, now: this.#context.clock.now(), failure };
    // The first pods bring a new set back as soon as they are seen: a status without them would be old when it is read.
    if (made === 0 || set.status?.observedGeneration !== undefined) {
      await writeStatus(this.#context.client, apps.v1.replicasets, set, replicaSetStatus(observation));
    }
    if (failed !== undefined) throw failed.error;
    return soonest(nextAvailabilityMs(observation), this.#writer.patienceMs(key));
  }

  async #scale(key: string, set: ReplicaSet, active: readonly Pod[]): Promise<Scaling> {
    const plan = planReplicas(set.spec?.replicas ?? 1, active, () => this.#neighbours(set));
    const pod = podFromTemplate(set.spec?.template ?? {}, set);
    const created = await slowStart(plan.create, () => this.#writer.create(key, set, pod));
    if (created.error !== undefined) {
      return { failed: { reason: 'FailedCreate', error: toError(created.error) }, made: 0 };
    }
    const removed = await Promise.allSettled(plan.remove.map((victim) => this.#writer.remove(key, set, victim)));
    const refused = removed.find((result) => result.status === 'rejected');
    if (refused === undefined) return { made: plan.create };
    return { failed: { reason: 'FailedDelete', error: toError(refused.reason) }, made: 0 };
  }

  /** The active pods of all sets of the same owner. */
  #neighbours(set: ReplicaSet): readonly Pod[] {
    const owner = controllerOf(set);
    const { uid } = owner ?? {};
    const sets =
      owner === undefined || uid === undefined ? [set] : this.#siblings.children({ ...owner, metadata: { uid } });
    return sets.flatMap((sibling) => this.#children.children(sibling)).filter(isActive);
  }
}

/** What a round came to: how many pods were made, unless something went wrong. */
interface Scaling {
  readonly failed?: Failure;
  readonly made: number;
}

const NOTHING_DONE: Scaling = { made: 0 };

/** What kept a set from having its number of pods. */
interface Failure {
  readonly reason: 'FailedCreate' | 'FailedDelete';
  readonly error: Error;
}
