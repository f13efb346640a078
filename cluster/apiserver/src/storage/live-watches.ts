import type { ResourceInfo } from '@kubemin/kubeapi';
import type { Watcher } from './cache/watcher.ts';

/** All open watches, so that closing the server ends them. */
export class LiveWatches {
  readonly #watchers = new Map<Watcher, ResourceInfo>();

  add(watcher: Watcher, info: ResourceInfo): void {
    this.#watchers.set(watcher, info);
    watcher.onEnd(() => this.#watchers.delete(watcher));
  }

  /** How many there are of each resource that is watched. */
  counts(): ReadonlyMap<ResourceInfo, number> {
    const counts = new Map<ResourceInfo, number>();
    for (const info of this.#watchers.values()) counts.set(info, (counts.get(info) ?? 0) + 1);
    return counts;
  }

  finishAll(): void {
    for (const watcher of [...this.#watchers.keys()]) watcher.finish();
  }
}
