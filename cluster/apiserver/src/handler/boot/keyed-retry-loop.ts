import type { Clock, Logger } from '@kubemin/base';

const RETRY_MS = 1000;

/** What a loop calls, and with what. */
export interface KeyedRetryLoopOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Logged when a call fails, before it is retried. */
  readonly failureMessage: string;
  /** Reconciles one key from the current state, not from events. */
  reconcile(key: string): Promise<void>;
}

/**
 * Reconciles a key whenever it is enqueued. Calls for one key never overlap: a key that is enqueued during its call is
 * reconciled once more, and a failed one is retried after a second.
 */
export class KeyedRetryLoop {
  readonly #options: KeyedRetryLoopOptions;
  /** Keys being reconciled, and whether they were enqueued again meanwhile. */
  readonly #running = new Map<string, 'working' | 'again'>();
  readonly #retries = new Map<string, () => void>();
  #stopped = false;

  constructor(options: KeyedRetryLoopOptions) {
    this.#options = options;
  }

  enqueue(key: string): void {
    if (this.#stopped) return;
    this.#retries.get(key)?.();
    this.#retries.delete(key);
    const idle = !this.#running.has(key);
    this.#running.set(key, 'again');
    if (idle) void this.#run(key);
  }

  /** Running calls are not interrupted; no new ones begin. */
  stop(): void {
    this.#stopped = true;
    for (const cancel of this.#retries.values()) cancel();
    this.#retries.clear();
  }

  async #run(key: string): Promise<void> {
    const { clock, logger, failureMessage, reconcile } = this.#options;
    while (this.#running.get(key) === 'again' && !this.#stopped) {
      this.#running.set(key, 'working');
      try {
        await reconcile(key);
      } catch (error) {
        if (this.#stopped) break;
        logger.warn(`${failureMessage}, trying again`, { key, error });
        this.#retries.set(
          key,
          clock.after(RETRY_MS, () => this.enqueue(key)),
        );
      }
    }
    // In the same step as the last check: a key enqueued between the two would be lost.
    this.#running.delete(key);
  }
}
