import { toError } from '@kubemin/base';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { choosePreempted, isCriticalPod, type Rejection } from '../pod-admission/index.ts';
import {
  type ContainerPreparation,
  isTerminalPhase,
  type PodFailure,
  type PodReference,
  type PodSource,
  PodWorker,
  type PodWorkerOptions,
} from '../pods/index.ts';

export interface PodManagerOptions extends PodWorkerOptions {
  /** The pods that are bound to this node. */
  readonly pods: PodSource;
  readonly preparation: ContainerPreparation & {
    /** Removes the files of pods whose uid is not known. */
    removeUnknown(isKnown: (uid: string) => boolean): Promise<void>;
  };
  /** Why a pod that has not begun is not run beside these others; undefined for one that is. @default all are run */
  readonly admit?: ((pod: Pod, others: readonly Pod[]) => Rejection | undefined) | undefined;
}

/** How critical pods get room. */
const PREEMPTED: PodFailure = {
  reason: 'Preempting',
  message: 'Preempted in order to admit critical pod',
  disruption: 'Pod was preempted by Kubelet to accommodate a critical pod.',
  event: { type: 'Warning', reason: 'Preempting', message: 'Preempted in order to admit critical pod' },
};

/** Has a worker for each pod of this node, and ends what the runtime has of pods that do not exist any more. */
export class PodManager {
  readonly #options: PodManagerOptions;
  readonly #workers = new Map<string, { readonly worker: PodWorker; readonly ended: Promise<void> }>();
  /** Uids of pods of which nothing is left on this node, and which the API server keeps for a finalizer. */
  readonly #finished = new Set<string>();
  #signal: AbortSignal | undefined;

  constructor(options: PodManagerOptions) {
    this.#options = options;
  }

  /** Runs until the signal aborts; containers go on then. The pods are in the cache when it is called. */
  async run(signal: AbortSignal): Promise<void> {
    const { pods, runtime } = this.#options;
    this.#signal = signal;
    // Those that are there are admitted in their order; none can come in between.
    let isListed = false;
    const stops = [
      pods.onChange(({ type, object }) => isListed && this.#change(object, type === 'deleted')),
      runtime.onEvent(({ podUid }) => this.#workers.get(podUid)?.worker.wake()),
    ];
    try {
      for (const pod of pods.list().toSorted(byAdmission)) this.#change(pod, false);
      isListed = true;
      const stopped = aborted(signal);
      await Promise.race([pods.synced, stopped]);
      if (!signal.aborted) await this.#removeOrphans();
      await stopped;
    } finally {
      for (const stop of stops) stop();
      await Promise.all([...this.#workers.values()].map(({ ended }) => ended));
    }
  }

  /** The pods that run or are to run: not those that have ended, or that their node ends. */
  active(): readonly Pod[] {
    return this.#activeWorkers().map(({ pod }) => pod);
  }

  /** Ends a pod for a reason of its node. Resolves when its end was reported; at once for a pod that does not run here. */
  async fail({ metadata }: Pod, failure: PodFailure): Promise<void> {
    const worker = this.#workers.get(metadata.uid ?? '')?.worker;
    worker?.fail(failure);
    await worker?.failed;
  }

  /** Removes containers that have ended, to free what they take of the disk. */
  async collect(): Promise<void> {
    await Promise.all([...this.#workers.values()].map(({ worker }) => worker.collect()));
  }

  /** An object that pods may refer to has changed. */
  retry(reference: PodReference): void {
    for (const { worker } of this.#workers.values()) worker.retry(reference);
  }

  #activeWorkers(): readonly PodWorker[] {
    const workers = [...this.#workers.values()].map(({ worker }) => worker);
    return workers.filter((worker) => !isTerminalPhase(worker.pod) && !worker.hasFailed);
  }

  #change(pod: Pod, isDeleted: boolean): void {
    const { uid = '' } = pod.metadata;
    const known = this.#workers.get(uid);
    if (isDeleted) {
      this.#finished.delete(uid);
      known?.worker.remove();
      return;
    }
    if (this.#finished.has(uid)) return;
    if (known === undefined) this.#start(pod);
    else known.worker.update(pod);
  }

  #start(pod: Pod): void {
    const { uid = '' } = pod.metadata;
    const signal = this.#signal;
    if (signal === undefined || signal.aborted) return;
    const { pods } = this.#options;
    const worker = new PodWorker(pod, this.#options);
    const ended = this.#runAdmitted(worker, signal).finally(() => {
      this.#workers.delete(uid);
      const isKept = pods.get(`${pod.metadata.namespace}/${pod.metadata.name}`)?.metadata.uid === uid;
      if (isKept && !signal.aborted) this.#finished.add(uid);
    });
    this.#workers.set(uid, { worker, ended });
  }

  /** A pod that is not admitted has a worker, too: it reports that, and confirms the deletion. */
  async #runAdmitted(worker: PodWorker, signal: AbortSignal): Promise<void> {
    const room = this.#admit(worker);
    if (room !== undefined) await Promise.race([room, aborted(signal)]);
    await worker.run(signal);
  }

  /** Decides at once, so that pods that come together are not promised the same room; resolves when there is room. */
  #admit(worker: PodWorker): Promise<unknown> | undefined {
    const { pod } = worker;
    const { status, metadata } = pod;
    // What was admitted before an agent was restarted goes on.
    if (status?.startTime !== undefined || isTerminalPhase(pod) || metadata.deletionTimestamp !== undefined) return;
    const others = this.#activeWorkers();
    const rejection = this.#options.admit?.(
      pod,
      others.map((other) => other.pod),
    );
    if (rejection === undefined) return;
    const victims =
      isCriticalPod(pod) && rejection.missing !== undefined
        ? choosePreempted(
            pod,
            others.map((other) => other.pod),
            rejection.missing,
          )
        : undefined;
    if (victims === undefined) {
      worker.fail(toFailure(rejection));
      return;
    }
    const leaving = others.filter((other) => victims.includes(other.pod));
    for (const victim of leaving) victim.fail(PREEMPTED);
    return Promise.all(leaving.map(({ failed }) => failed));
  }

  /** Pods that were deleted while no agent ran: their containers first, then their files. */
  async #removeOrphans(): Promise<void> {
    const { runtime, logger, preparation } = this.#options;
    for (const { id, pod } of await runtime.listSandboxes()) {
      if (this.#workers.has(pod.uid)) continue;
      logger.info('removing the containers of a pod that does not exist any more', {
        pod: `${pod.namespace}/${pod.name}`,
      });
      await runtime.removeSandbox(id).catch((error: unknown) => {
        logger.warn('cannot remove the containers of a pod', { error: toError(error) });
      });
    }
    const left = new Set((await runtime.listSandboxes()).map(({ pod }) => pod.uid));
    // Checked for each directory that was found: the worker of a new pod exists before its files.
    const isKnown = (uid: string): boolean => left.has(uid) || this.#workers.has(uid);
    await preparation.removeUnknown(isKnown).catch((error: unknown) => {
      logger.warn('cannot remove the files of pods that do not exist any more', { error: toError(error) });
    });
  }
}

function toFailure({ reason, message }: Rejection): PodFailure {
  const event = { type: 'Warning', reason, message } as const;
  return { reason, message: `Pod was rejected: ${message}`, event, isRejection: true };
}

/** What runs already before what is new, critical pods before others, then by age. */
function byAdmission(one: Pod, other: Pod): number {
  const rank = (pod: Pod): number => (pod.status?.startTime !== undefined ? 0 : isCriticalPod(pod) ? 1 : 2);
  if (rank(one) !== rank(other)) return rank(one) - rank(other);
  return (one.metadata.creationTimestamp ?? '') < (other.metadata.creationTimestamp ?? '') ? -1 : 1;
}

function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  signal.addEventListener('abort', () => resolve(), { once: true });
  return promise;
}
