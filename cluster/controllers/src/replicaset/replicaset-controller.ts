import { toError } from '@kubemin/base';
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
import type { ReplicaSet } from '@kubemin/kubeapi/types/apps.v1';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { isActive } from '../pod/pod-state.ts';
import { Adoption } from '../workload/adoption.ts';
import { ChildIndex } from '../workload/child-index.ts';
import { Expectations } from '../workload/expectations.ts';
import { generatedName } from '../workload/generated-name.ts';
import { orphanOwners } from '../workload/orphan-owners.ts';
import { podFromTemplate } from '../workload/pod-from-template.ts';
import { slowStart } from '../workload/slow-start.ts';
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
      ownersOf(pods, REPLICA_SET),
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
  readonly #expectations: Expectations<Pod>;
  readonly #adoption: Adoption<ReplicaSet, Pod>;

  constructor(context: ControllerContext, sets: Informer<ReplicaSet>, pods: Informer<Pod>) {
    this.#context = context;
    this.#sets = sets;
    this.#children = new ChildIndex(pods);
    this.#expectations = new Expectations(context.clock);
    this.#adoption = new Adoption({
      client: context.client,
      ownerType: apps.v1.replicasets,
      childType: core.v1.pods,
    });
    pods.onChange((change) => this.#expectations.observe(change));
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const set = this.#sets.get(key);
    if (set?.spec === undefined) return undefined;
    const selector = labelSelectorFromObject(set.spec.selector);
    const pods = await this.#adoption.settle(set, selector, this.#children.candidates(set));
    const scalable = set.metadata.deletionTimestamp === undefined && this.#expectations.satisfied(key);
    const error = scalable ? await this.#scale(key, set, pods.filter(isActive)) : undefined;
    const failure = error && { reason: 'FailedCreate', message: error.message };
    const observation = { set, pods, now: this.#context.clock.now(), failure };
    await writeStatus(this.#context.client, apps.v1.replicasets, set, replicaSetStatus(observation));
    if (error !== undefined) throw error;
    const wait = nextAvailabilityMs(observation);
    return wait === undefined ? undefined : { requeueAfterMs: wait };
  }

  async #scale(key: string, set: ReplicaSet, active: readonly Pod[]): Promise<Error | undefined> {
    const plan = planReplicas(set.spec?.replicas ?? 1, active);
    const created = await slowStart(plan.create, () => this.#create(key, set));
    const removed = await Promise.allSettled(plan.remove.map((pod) => this.#remove(key, set, pod)));
    const failed = removed.find((result) => result.status === 'rejected');
    const thrown = created.error ?? failed?.reason;
    return thrown === undefined ? undefined : toError(thrown);
  }

  async #create(key: string, set: ReplicaSet): Promise<void> {
    const { client, events, random } = this.#context;
    const name = generatedName(set.metadata.name ?? '', random);
    const pod = podFromTemplate(set.spec?.template ?? {}, set, name);
    this.#expectations.expectCreation(key, objectKey(pod));
    try {
      await client.resource(core.v1.pods, set.metadata.namespace).create(pod);
      events.record(set, { type: 'Normal', reason: 'SuccessfulCreate', message: `Created pod: ${name}` });
    } catch (error) {
      this.#expectations.drop(objectKey(pod));
      const message = `Error creating: ${toError(error).message}`;
      events.record(set, { type: 'Warning', reason: 'FailedCreate', message });
      throw error;
    }
  }

  async #remove(key: string, set: ReplicaSet, pod: Pod): Promise<void> {
    const { client, events } = this.#context;
    const { name = '', uid } = pod.metadata;
    this.#expectations.expectDeletion(key, objectKey(pod));
    try {
      await client.resource(core.v1.pods, set.metadata.namespace).delete(name, { preconditions: { uid } });
      events.record(set, { type: 'Normal', reason: 'SuccessfulDelete', message: `Deleted pod: ${name}` });
    } catch (error) {
      this.#expectations.drop(objectKey(pod));
      if (!isStatusError(error, 'NotFound')) throw error;
    }
  }
}
