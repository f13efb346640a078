import type { KubeClient } from '@kubemin/kube';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';

/** Follows all pods with one plain watch, and notes when each became Ready. */
export class PodWatch implements Disposable {
  readonly #client: KubeClient;
  readonly #stop = new AbortController();
  readonly #readyAt = new Map<string, number>();
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

  /** Resolves with the time at which the last of the pods became Ready. */
  async ready(names: readonly string[]): Promise<number> {
    await this.#until(() => names.every((name) => this.#readyAt.has(name)));
    return Math.max(...names.map((name) => this.#readyAt.get(name) ?? Number.NaN));
  }

  /** Resolves when there is none of the pods. */
  gone(names: readonly string[]): Promise<void> {
    return this.#until(() => !names.some((name) => this.#readyAt.has(name)));
  }

  #until(isReached: () => boolean): Promise<void> {
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
      for (const { type, object } of batch) if (type !== 'BOOKMARK') this.#take(type, object);
      for (const look of [...this.#waiting]) look();
    }
    if (!this.#stop.signal.aborted) throw new Error('the watch of the benchmark was cut: its figures would be wrong');
  }

  #take(type: string, { metadata, status }: Pod): void {
    const name = metadata.name ?? '';
    const isReady = status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True');
    if (type === 'DELETED') this.#readyAt.delete(name);
    else if (isReady === true && !this.#readyAt.has(name)) this.#readyAt.set(name, performance.now());
  }
}
