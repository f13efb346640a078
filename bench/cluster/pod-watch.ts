import type { KubeClient } from '@kubemin/kube';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';

/** How many pods there are, and how far they are. */
export interface PodNumbers {
  readonly present: number;
  readonly bound: number;
  readonly running: number;
}

/** Follows all pods with one plain watch: as little beside the cluster as possible. */
export class PodWatch {
  readonly #client: KubeClient;
  readonly #stop = new AbortController();
  readonly #present = new Set<string>();
  readonly #bound = new Set<string>();
  readonly #running = new Set<string>();
  readonly #waiting = new Set<() => void>();

  constructor(client: KubeClient) {
    this.#client = client;
  }

  async start(): Promise<void> {
    const batches = await this.#client.resource(core.v1.pods).watch({ signal: this.#stop.signal });
    void this.#follow(batches);
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Resolves when the pods are as they should be. */
  until(reached: (numbers: PodNumbers) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        const numbers = { present: this.#present.size, bound: this.#bound.size, running: this.#running.size };
        if (!reached(numbers)) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }

  async #follow(batches: AsyncIterable<readonly { readonly type: string; readonly object: Pod }[]>): Promise<void> {
    for await (const batch of batches) {
      for (const { type, object } of batch) if (type !== 'BOOKMARK') this.#take(type, object);
      for (const look of [...this.#waiting]) look();
    }
    if (!this.#stop.signal.aborted) throw new Error('the watch of the benchmark was cut: its figures would be wrong');
  }

  #take(type: string, { metadata, spec, status }: Pod): void {
    if (type === 'ERROR') throw new Error('the watch of the benchmark failed: its figures would be wrong');
    const uid = metadata.uid ?? '';
    const exists = type !== 'DELETED';
    note(this.#present, uid, exists);
    note(this.#bound, uid, exists && spec?.nodeName !== undefined);
    note(this.#running, uid, exists && status?.phase === 'Running');
  }
}

function note(set: Set<string>, uid: string, holds: boolean): void {
  if (holds) set.add(uid);
  else set.delete(uid);
}
