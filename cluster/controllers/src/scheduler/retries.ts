import { toError } from '@kubemin/base';
import type { ControllerContext } from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { isGated, isWaiting } from './placement-facts.ts';
import { queuedPod } from './queued-pod.ts';
import type { SchedulingQueue } from './scheduling-queue.ts';

/** What retries are made from. */
export interface RetriesOptions {
  readonly context: ControllerContext;
  readonly pods: Pick<Informer<Pod>, 'get'>;
  readonly queue: SchedulingQueue;
}

/** Brings pods back about which something could not be written. */
export class Retries {
  readonly #options: RetriesOptions;
  #count = 0;

  constructor(options: RetriesOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#count;
  }

  /** The pod is tried again, as it is by then, unless it waits no more. */
  again(key: string, thrown: unknown, what: string): void {
    const { context, pods, queue } = this.#options;
    if (!context.leadership.isHeld()) return;
    const pod = pods.get(key);
    if (pod === undefined || !isWaiting(pod) || isGated(pod)) return;
    this.#count += 1;
    context.instruments.queue.retried();
    context.logger.warn(`${what}, trying again`, { key, error: toError(thrown) });
    queue.backOff(queuedPod(pod));
  }
}
