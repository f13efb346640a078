import type { PortConnection } from '@kubemin/kubeapi/stream';
import type { PortTarget, ReachedPod } from './port-target.ts';

/** Connections to ports of a pod; of the next one, once the first is gone. */
export class PodConnections {
  readonly #target: PortTarget;
  readonly #signal: AbortSignal;
  #reached: Promise<ReachedPod> | undefined;

  constructor(target: PortTarget, signal: AbortSignal) {
    this.#target = target;
    this.#signal = signal;
  }

  /** The pod that is reached now. */
  reached(): Promise<ReachedPod> {
    if (this.#reached === undefined) {
      const reached = this.#target.find();
      this.#reached = reached;
      reached.catch(() => {
        if (this.#reached === reached) this.#reached = undefined;
      });
    }
    return this.#reached;
  }

  /** To another pod where the first is gone. */
  async open(port: number | string): Promise<PortConnection> {
    const reached = this.reached();
    try {
      return await this.#connect(await reached, port);
    } catch (error) {
      await this.verifyPod();
      if (this.#reached === reached || this.#signal.aborted) throw error;
      return this.#connect(await this.reached(), port);
    }
  }

  #connect({ pod, portNumber: numberOf }: ReachedPod, port: number | string): Promise<PortConnection> {
    return this.#target.access.openPort(pod.name, numberOf(port), this.#signal);
  }

  /** Opens a connection and closes it: whether the pod can be reached, and the caller may do so, is known then. */
  async check(port: number | string): Promise<void> {
    const { data } = await this.open(port);
    data.on('error', () => undefined);
    data.destroy();
  }

  /** After a failure: whether that pod still is the one to ask is found out with the next connection. */
  async verifyPod(): Promise<void> {
    const before = this.#reached;
    if (before === undefined) return;
    const [old, now] = await Promise.allSettled([before, this.#target.find()]);
    const same = old.status === 'fulfilled' && now.status === 'fulfilled' && old.value.pod.uid === now.value.pod.uid;
    if (!same && this.#reached === before) this.#reached = undefined;
  }
}
