import type { Logger } from '@kubemin/base';
import type { QueueSubscription } from './queue-driver.ts';
import type { HealthMonitor } from './queue-health.ts';
import type { Settlement } from './task-queue.ts';

/** What the bookkeeping of messages talks to. */
export interface MessagesInWorkOptions {
  readonly subscription: QueueSubscription;
  readonly health: HealthMonitor;
  readonly logger: Logger;
}

/** The messages a consumer has in work, and those whose end the queue has not heard of yet. Nothing here rejects. */
export class MessagesInWork {
  readonly #options: MessagesInWorkOptions;
  readonly #inWork = new Set<string>();
  readonly #nearlyDone = new Set<string>();
  readonly #done = new Set<string>();
  #left = false;

  constructor(options: MessagesInWorkOptions) {
    this.#options = options;
  }

  /** Those that leave no room for others. */
  get size(): number {
    return this.#inWork.size - this.#nearlyDone.size;
  }

  /** False when the message needs no handler: it is in work already, or only its acknowledgement was lost. */
  begin(id: string): boolean {
    if (this.#done.has(id) || this.#inWork.has(id)) return false;
    this.#inWork.add(id);
    return true;
  }

  nearlyDone(id: string): void {
    if (this.#inWork.has(id)) this.#nearlyDone.add(id);
  }

  async settle(id: string, settlement: Settlement): Promise<void> {
    this.#inWork.delete(id);
    this.#nearlyDone.delete(id);
    if (this.#left || settlement === 'again') return;
    this.#done.add(id);
    await this.#acknowledge();
  }

  /** Keeps what is in work, and repeats acknowledgements that failed. */
  async pulse(): Promise<void> {
    await this.#acknowledge();
    const ids = [...this.#inWork];
    await this.#attempt('messages in work could not be extended', ids, () => this.#options.subscription.extend(ids));
  }

  /** Leaves what is in work to others; whatever comes of it here is of no interest to the queue any more. */
  async leave(): Promise<void> {
    this.#left = true;
    await this.#acknowledge();
    const ids = [...this.#inWork];
    await this.#attempt('messages in work could not be released; they are redelivered after the idle time', ids, () =>
      this.#options.subscription.release(ids),
    );
  }

  async #acknowledge(): Promise<void> {
    const ids = [...this.#done];
    const { subscription } = this.#options;
    const acknowledged = await this.#attempt('messages could not be acknowledged; this is tried again', ids, () =>
      subscription.acknowledge(ids),
    );
    if (acknowledged) for (const id of ids) this.#done.delete(id);
  }

  async #attempt(failure: string, ids: readonly string[], work: () => Promise<void>): Promise<boolean> {
    if (ids.length === 0) return true;
    try {
      await this.#options.health.watch(work);
      return true;
    } catch (error) {
      this.#options.logger.warn(failure, { ids, error });
      return false;
    }
  }
}
