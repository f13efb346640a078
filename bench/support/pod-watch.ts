import type { KubeClient } from '@kubemin/kube';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';

/** Follows all pods with one plain watch: as little beside the cluster as possible. */
export abstract class PodWatch implements Disposable {
  readonly #client: KubeClient;
  readonly #stop = new AbortController();
  readonly #waiting = new Set<() => void>();

  constructor(client: KubeClient) {
    this.#client = client;
  }

  async start(): Promise<void> {
    const batches = await this.#client.resource(core.v1.pods).watch({ signal: this.#stop.signal });
    void this.#follow(batches);
  }

  [Symbol.dispose](): void {
    this.#stop.abort();
  }

  protected abstract apply(type: string, pod: Pod): void;

  /** Resolves when the condition holds; it is checked after each batch of events. */
  protected waitFor(isReached: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!isReached()) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }

  async #follow(batches: AsyncIterable<readonly { readonly type: string; readonly object: Pod }[]>): Promise<void> {
    for await (const batch of batches) {
      for (const { type, object } of batch) {
        if (type === 'ERROR') throw new Error('the watch of the benchmark failed: its figures would be wrong');
        if (type !== 'BOOKMARK') this.apply(type, object);
      }
      for (const look of [...this.#waiting]) look();
    }
    if (!this.#stop.signal.aborted) throw new Error('the watch of the benchmark was cut: its figures would be wrong');
  }
}
