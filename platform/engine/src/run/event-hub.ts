import { WakeSignal } from '@kubemin/base';

interface EventSubscription {
  readonly nudge: WakeSignal;
  readonly stop: () => void;
}

/** Notifies followers in this process that a task has new events; those elsewhere poll. */
export class EventHub {
  readonly #followers = new Map<string, Set<WakeSignal>>();
  readonly #followersOfAll = new Set<WakeSignal>();

  /** A task has new events. */
  notify(taskId: string): void {
    this.notifyFollowers(taskId);
    for (const nudge of this.#followersOfAll) nudge.notify();
  }

  /** Lets those look again that follow this very task. */
  notifyFollowers(taskId: string): void {
    for (const nudge of this.#followers.get(taskId) ?? []) nudge.notify();
  }

  follow(taskId: string): EventSubscription {
    const nudge = new WakeSignal();
    const followers = this.#followers.get(taskId) ?? new Set();
    this.#followers.set(taskId, followers.add(nudge));
    const stop = (): void => {
      followers.delete(nudge);
      if (followers.size === 0 && this.#followers.get(taskId) === followers) this.#followers.delete(taskId);
    };
    return { nudge, stop };
  }

  /** Is nudged whenever a task of this process has new events. */
  followAll(): EventSubscription {
    const nudge = new WakeSignal();
    this.#followersOfAll.add(nudge);
    return { nudge, stop: () => this.#followersOfAll.delete(nudge) };
  }
}
