import type { Clock } from '@kubemin/base';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { podDemand } from './demand.ts';
import { NominatedPods } from './nominated-pods.ts';
import { PodWaits } from './pod-waits.ts';
import type { IncomingEvent } from './queue-event.ts';
import { type QueuedPod, queuedPod } from './queued-pod.ts';
import { SchedulingQueue, type SchedulingQueueOptions } from './scheduling-queue.ts';

/** The pods that wait for a node, and the room that is kept for some of them. */
export class WaitingPods {
  readonly queue: SchedulingQueue;
  readonly nominated = new NominatedPods();
  readonly waits = new PodWaits();
  readonly #clock: Clock;
  /** Pods whose turn came while something about them was being written. */
  readonly #deferred = new Map<string, QueuedPod>();

  constructor(options: SchedulingQueueOptions) {
    this.#clock = options.clock;
    this.queue = new SchedulingQueue(options);
  }

  /** The pod is new, or other than it was. */
  add(pod: Pod, event: IncomingEvent): void {
    const queued = queuedPod(pod);
    const promised = pod.status?.nominatedNodeName;
    const node = this.nominated.nominatedNode(queued.key) ?? promised;
    // Also when it was nominated before: it may ask for something else now.
    if (node) this.nominated.nominate(queued.demand, node);
    // What was put off is older: brought back, it would take the place of this one.
    this.#deferred.delete(queued.key);
    this.waits.begin(queued.key, this.#clock.monotonic());
    this.queue.add(queued, event);
  }

  /** The pod waits no more. Room that was kept for it elsewhere is free. */
  remove(key: string, pod: Pod): void {
    this.queue.remove(key);
    this.waits.end(key);
    this.#deferred.delete(key);
    this.dropNomination(key, pod);
  }

  /** Room is kept for the pod on the node, and nowhere else any more. */
  nominate({ key, demand }: QueuedPod, node: string): void {
    if (this.nominated.nominatedNode(key) !== node) this.dropNomination(key, demand.pod);
    this.nominated.nominate(demand, node);
  }

  /** No room is kept for the pod any more. */
  dropNomination(key: string, pod: Pod): void {
    const node = this.nominated.remove(key);
    if (node !== undefined) this.queue.wake({ kind: 'pod-left', node, demand: podDemand(pod) });
  }

  /** The pod has a node: its nomination there is used, one elsewhere is dropped. */
  placed({ key, demand }: QueuedPod, node: string): void {
    if (this.nominated.nominatedNode(key) === node) this.nominated.remove(key);
    else this.dropNomination(key, demand.pod);
  }

  /** The pod's turn came too early. */
  defer(pod: QueuedPod): void {
    this.#deferred.set(pod.key, pod);
  }

  /** Nothing is left to decide about a pod whose turn was put off. */
  dismiss(key: string): void {
    this.#deferred.delete(key);
  }

  /** Brings back a pod whose turn was put off. */
  resume(key: string): void {
    const pod = this.#deferred.get(key);
    this.#deferred.delete(key);
    if (pod !== undefined) this.queue.resume(pod);
  }
}
