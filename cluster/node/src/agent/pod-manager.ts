import { toError } from '@kubemin/base';
import type { Informer } from '@kubemin/kube';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { type ContainerPreparation, type PodReference, PodWorker, type PodWorkerOptions } from '../pods/index.ts';

export interface PodManagerOptions extends PodWorkerOptions {
  /** The pods that are bound to this node. */
  readonly pods: Informer<Pod>;
  readonly preparation: ContainerPreparation & {
    /** Removes the files of pods whose uid is not known. */
    removeUnknown(isKnown: (uid: string) => boolean): Promise<void>;
  };
}

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
    const stops = [
      pods.onChange(({ type, object }) => this.#change(object, type === 'deleted')),
      runtime.onEvent(({ podUid }) => this.#workers.get(podUid)?.worker.wake()),
    ];
    try {
      for (const pod of pods.list()) this.#change(pod, false);
      await this.#removeOrphans();
      const { promise: aborted, resolve } = Promise.withResolvers<void>();
      signal.addEventListener('abort', () => resolve(), { once: true });
      if (!signal.aborted) await aborted;
    } finally {
      for (const stop of stops) stop();
      await Promise.all([...this.#workers.values()].map(({ ended }) => ended));
    }
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
    const ended = worker.run(signal).finally(() => {
      this.#workers.delete(uid);
      const isKept = pods.get(`${pod.metadata.namespace}/${pod.metadata.name}`)?.metadata.uid === uid;
      if (isKept && !signal.aborted) this.#finished.add(uid);
    });
    this.#workers.set(uid, { worker, ended });
  }

  /** An object that pods may refer to has changed. */
  retry(reference: PodReference): void {
    for (const { worker } of this.#workers.values()) worker.retry(reference);
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
