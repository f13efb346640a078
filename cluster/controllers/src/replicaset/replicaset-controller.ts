import { toError } from '@kubemin/base';
import {
  type Controller,
  type ControllerContext,
  type ControllerModule,
  controllerOf,
  createReconcilerController,
  type ReconcileResult,
  type Reconciler,
} from '@kubemin/controller';
import { apps } from '@kubemin/kubeapi/resources';
import type { ReplicaSet } from '@kubemin/kubeapi/types/apps.v1';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { hasNewReadiness } from '../pod/pod-progress.ts';
import { isActive } from '../pod/pod-state.ts';
import { ChildIndex } from '../workload/child-index.ts';
import { FirstStatus } from '../workload/first-status.ts';
import { OwnedPods } from '../workload/owned-pods.ts';
import { podFromTemplate } from '../workload/pod-from-template.ts';
import type { PodWriter } from '../workload/pod-writer.ts';
import { slowStart } from '../workload/slow-start.ts';
import { soonest } from '../workload/soonest.ts';
import { writeStatus } from '../workload/status-writer.ts';
import { planReplicas } from './replica-plan.ts';
import { nextAvailabilityMs, replicaSetStatus } from './replicaset-status.ts';

/** So long a new set may say nothing while its first pods start. */
const FIRST_STATUS_MS = 200;

/** Keeps as many pods of each ReplicaSet as it asks for. */
export const replicaSetController: ControllerModule = {
  name: 'replicaset-controller',
  setup(context): Controller {
    const pods = new OwnedPods({ context, type: apps.v1.replicasets });
    const reconciler = new ReplicaSetReconciler(context, pods);
    return createReconcilerController({ context, reconciler, sources: pods.sources(hasNewReadiness), workers: 8 });
  },
};

class ReplicaSetReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #pods: OwnedPods<ReplicaSet>;
  readonly #siblings: ChildIndex<ReplicaSet>;
  readonly #writer: PodWriter;
  readonly #firstStatus: FirstStatus;

  constructor(context: ControllerContext, pods: OwnedPods<ReplicaSet>) {
    this.#context = context;
    this.#pods = pods;
    this.#siblings = new ChildIndex(pods.owners);
    this.#writer = pods.writer();
    this.#firstStatus = new FirstStatus({ clock: context.clock, periodMs: FIRST_STATUS_MS });
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const set = this.#pods.owners.get(key);
    if (set === undefined) this.#writer.forget(key);
    if (set?.spec === undefined) return undefined;
    // Before the pods are read: what appears meanwhile would be missing among them, and be made again.
    const scalable = this.#writer.settled(key) && set.metadata.deletionTimestamp === undefined;
    const pods = await this.#pods.settle(set);
    const { failed, made } = scalable ? await this.#scale(key, set, pods.filter(isActive)) : NOTHING_DONE;
    const failure = failed && { reason: failed.reason, message: failed.error.message };
    const observation = { set, pods, now: this.#context.clock.now(), failure };
    const status = replicaSetStatus(observation);
    // Pods that were just made are not among those that were read, and bring their set back as soon as they are seen.
    const isComplete = made === 0 && status.availableReplicas === (set.spec.replicas ?? 1);
    const kept = isComplete || failed !== undefined ? undefined : this.#firstStatus.waitMs(set);
    if (kept === undefined) await writeStatus(this.#context.client, apps.v1.replicasets, set, status);
    if (failed !== undefined) throw failed.error;
    return soonest(kept, nextAvailabilityMs(observation), this.#writer.patienceMs(key));
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
    return sets.flatMap((sibling) => this.#pods.of(sibling)).filter(isActive);
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
