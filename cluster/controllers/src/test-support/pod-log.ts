import type { KubeClient } from '@kubemin/kube';
import { deepEqual } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { isActive, isReady } from '../pod-owner/pod/pod-state.ts';

/** What a watch saw of the pods of one namespace, from the beginning of the recording. */
export class PodLog {
  readonly #pods = new Map<string, Pod>();
  readonly #stop = new AbortController();
  readonly #list: () => Promise<readonly Pod[]>;
  /** Names in the order they appeared and disappeared: '+a', '-a'. */
  readonly comings: string[] = [];
  /** The most and the fewest active, and the fewest ready, pods after any deletion or change. */
  most = 0;
  fewest = Number.POSITIVE_INFINITY;
  fewestReady = Number.POSITIVE_INFINITY;

  private constructor(list: () => Promise<readonly Pod[]>) {
    this.#list = list;
  }

  static async start(client: KubeClient, namespace: string): Promise<PodLog> {
    const pods = client.resource(core.v1.pods, namespace);
    const log = new PodLog(async () => (await pods.list()).items);
    const { items, metadata } = await pods.list();
    for (const pod of items) log.#pods.set(pod.metadata.name ?? '', pod);
    const { resourceVersion } = metadata;
    const events = await pods.watch({ resourceVersion, signal: log.#stop.signal });
    void log.#follow(events);
    return log;
  }

  stop(): void {
    this.#stop.abort();
  }

  get created(): number {
    return this.comings.filter((coming) => coming.startsWith('+')).length;
  }

  /** Whether it shows what is there now, and so all that was before. */
  async isCaughtUp(): Promise<boolean> {
    return deepEqual(resourceVersions(await this.#list()), resourceVersions(this.#pods.values()));
  }

  async #follow(events: AsyncIterable<readonly { readonly type: string; readonly object: Pod }[]>): Promise<void> {
    for await (const batch of events) {
      for (const { type, object } of batch) this.#see(type, object);
    }
  }

  #see(type: string, pod: Pod): void {
    const name = pod.metadata.name ?? '';
    if (type === 'ADDED') this.comings.push(`+${name}`);
    if (type === 'DELETED') this.comings.push(`-${name}`);
    if (type === 'DELETED') this.#pods.delete(name);
    else this.#pods.set(name, pod);
    const active = [...this.#pods.values()].filter(isActive);
    this.most = Math.max(this.most, active.length);
    // While pods still come for the first time, few are there because few were made.
    if (type !== 'ADDED') this.fewest = Math.min(this.fewest, active.length);
    this.fewestReady = Math.min(this.fewestReady, active.filter(isReady).length);
  }
}

function resourceVersions(pods: Iterable<Pod>): readonly string[] {
  return Array.from(pods, ({ metadata }) => `${metadata.uid} ${metadata.resourceVersion}`).toSorted();
}
