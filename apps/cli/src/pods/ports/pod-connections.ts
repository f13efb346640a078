import { type KubeClient, openPodPorts, type PodPorts } from '@kubemin/kube';
import type { PodFinder, ReachedPod } from './port-target.ts';

type Connection = Awaited<ReturnType<PodPorts['open']>>;

interface Reached extends ReachedPod {
  readonly ports: PodPorts;
}

/** Connections to ports of a pod; of the next one, once the first is gone. */
export class PodConnections {
  readonly #client: KubeClient;
  readonly #find: PodFinder;
  readonly #signal: AbortSignal;
  #reached: Promise<Reached> | undefined;

  constructor({
    client,
    find,
    signal,
  }: {
    readonly client: KubeClient;
    readonly find: PodFinder;
    readonly signal: AbortSignal;
  }) {
    this.#client = client;
    this.#find = find;
    this.#signal = signal;
  }

  /** The pod that is reached now. */
  reached(): Promise<ReachedPod> {
    return this.#session();
  }

  async open(port: number | string): Promise<Connection> {
    const { ports, portNumber: numberOf } = await this.#session();
    return ports.open(numberOf(port));
  }

  close(): void {
    this.#reached?.then(
      ({ ports }) => ports.close(),
      () => undefined,
    );
  }

  /** After a failure: whether that pod still is the one to ask is found out with the next connection. */
  async verifyPod(): Promise<void> {
    const doubted = this.#reached;
    if (doubted === undefined) return;
    const [before, now] = await Promise.allSettled([doubted, this.#find(this.#client)]);
    const same =
      before.status === 'fulfilled' &&
      now.status === 'fulfilled' &&
      before.value.pod.metadata.uid === now.value.pod.metadata.uid;
    if (same || this.#reached !== doubted) return;
    this.close();
    this.#reached = undefined;
  }

  #session(): Promise<Reached> {
    if (this.#reached === undefined) {
      const reached = this.#reach();
      this.#reached = reached;
      const forget = (): void => {
        if (this.#reached === reached) this.#reached = undefined;
      };
      reached.then(({ ports }) => ports.closed.then(forget), forget);
    }
    return this.#reached;
  }

  async #reach(): Promise<Reached> {
    const found = await this.#find(this.#client);
    const { namespace = '', name = '' } = found.pod.metadata;
    return { ...found, ports: await openPodPorts(this.#client, { namespace, pod: name, signal: this.#signal }) };
  }
}
