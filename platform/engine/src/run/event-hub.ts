import { Nudge } from '@kubemin/base';

/** Tells followers in this process that a task has new events; those elsewhere look at intervals. */
export class EventHub {
  readonly #followers = new Map<string, Set<Nudge>>();

  announce(taskId: string): void {
    for (const nudge of this.#followers.get(taskId) ?? []) nudge.nudge();
  }

  follow(taskId: string): { readonly nudge: Nudge; readonly stop: () => void } {
    const nudge = new Nudge();
    const followers = this.#followers.get(taskId) ?? new Set();
    this.#followers.set(taskId, followers.add(nudge));
    const stop = (): void => {
      followers.delete(nudge);
      if (followers.size === 0 && this.#followers.get(taskId) === followers) this.#followers.delete(taskId);
    };
    return { nudge, stop };
  }
}
