import type { Watcher } from '../cache/watcher.ts';

/** All open watches, so that closing the server ends them. */
export class LiveWatches {
  readonly #watchers = new Set<Watcher>();

  add(watcher: Watcher): void {
    this.#watchers.add(watcher);
    watcher.onEnd(() => this.#watchers.delete(watcher));
  }

  finishAll(): void {
    for (const watcher of [...this.#watchers]) watcher.finish();
  }
}
