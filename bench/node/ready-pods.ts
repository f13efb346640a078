import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { PodWatch } from '../support/pod-watch.ts';

/** Notes when each pod became Ready. */
export class ReadyPods extends PodWatch {
  readonly #readyAt = new Map<string, number>();

  /** Resolves with the time at which the last of the pods became Ready. */
  async ready(names: readonly string[]): Promise<number> {
    await this.waitFor(() => names.every((name) => this.#readyAt.has(name)));
    return Math.max(...names.map((name) => this.#readyAt.get(name) ?? Number.NaN));
  }

  /** Resolves when there is none of the pods. */
  gone(names: readonly string[]): Promise<void> {
    return this.waitFor(() => !names.some((name) => this.#readyAt.has(name)));
  }

  protected apply(type: string, { metadata, status }: Pod): void {
    const name = metadata.name ?? '';
    const isReady = status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True');
    if (type === 'DELETED') this.#readyAt.delete(name);
    else if (isReady === true && !this.#readyAt.has(name)) this.#readyAt.set(name, performance.now());
  }
}
