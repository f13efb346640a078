import { toError } from '@kubemin/base';
import {
  type ControllerContext,
  findControllerReference,
  type ReconcileResult,
  type Reconciler,
} from '@kubemin/controller';
import type { ResourceType } from '@kubemin/kubeapi';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import {
  ChildIndex,
  FirstStatus,
  isActive,
  nextAvailabilityMs,
  type OwnedPods,
  type PodWriter,
  podFromTemplate,
  rankForDeletion,
  requeueAtEarliest,
  slowStart,
  writeStatus,
} from '../../pod-owner/index.ts';
import type { ReplicaObservation, ReplicaOwner } from './replicaset-status.ts';

/** How long the first status of a new set may be delayed while its first pods start. */
const FIRST_STATUS_MS = 200;

/** What is to be known of a kind whose objects ask for a number of pods. */
export interface ReplicaKind<O extends ReplicaOwner> {
  readonly type: ResourceType<O>;
  readonly pods: OwnedPods<O>;
  computeStatus(observation: ReplicaObservation): NonNullable<O['status']> & { readonly availableReplicas?: number };
}

/** Keeps as many pods of each object of a kind as it asks for. */
export class ReplicaReconciler<O extends ReplicaOwner> implements Reconciler {
  readonly #context: ControllerContext;
  readonly #kind: ReplicaKind<O>;
  readonly #pods: OwnedPods<O>;
  readonly #siblings: ChildIndex<O>;
  readonly #writer: PodWriter;
  readonly #firstStatus: FirstStatus;

  constructor(context: ControllerContext, kind: ReplicaKind<O>) {
    this.#context = context;
    this.#kind = kind;
    this.#pods = kind.pods;
    this.#siblings = new ChildIndex(kind.pods.owners);
    this.#writer = kind.pods.writer();
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
    const status = this.#kind.computeStatus(observation);
    // Pods that were just made are not among those that were read, and bring their set back as soon as they are seen.
    const isComplete = made === 0 && status.availableReplicas === (set.spec.replicas ?? 1);
    const kept = isComplete || failed !== undefined ? undefined : this.#firstStatus.waitMs(set);
    if (kept === undefined) await writeStatus(this.#context.client, this.#kind.type, set, status);
    if (failed !== undefined) throw failed.error;
    const available = nextAvailabilityMs(pods.filter(isActive), set.spec.minReadySeconds ?? 0, observation.now);
    return requeueAtEarliest(kept, available, this.#writer.timeToExpiryMs(key));
  }

  async #scale(key: string, set: O, active: readonly Pod[]): Promise<Scaling> {
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
  #neighbours(set: O): readonly Pod[] {
    const owner = findControllerReference(set);
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

/** How many pods to create, or which to delete. */
interface ReplicaPlan {
  readonly create: number;
  readonly remove: readonly Pod[];
}

/** More in one go would hold the queue's worker too long; the rest follows in the next round. */
const BURST = 500;

/**
 * What to do so that as many of the active pods exist as wanted. `neighbours` are the pods of all sets of the same
 * owner: during a rollout, those on the fullest nodes go first.
 */
function planReplicas(
  wanted: number,
  active: readonly Pod[],
  neighbours: () => readonly Pod[] = () => active,
): ReplicaPlan {
  const missing = wanted - active.length;
  if (missing >= 0) return { create: Math.min(missing, BURST), remove: [] };
  return { create: 0, remove: rankForDeletion(active, neighbours()).slice(0, Math.min(-missing, BURST)) };
}
