import type { Clock, Logger } from '@kubemin/base';

const RETRY_MS = 1000;

/** What has to be kept in order. */
export interface KeyedRetryLoopOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** What is said when it fails, before it is tried again. */
  readonly failureMessage: string;
  /** Brings one thing into order; looks at how things are, not at what happened. */
  reconcile(key: string): Promise<void>;
}

/**
 * Work that is due again whenever something happens. Never twice at a time for one key; what happens meanwhile makes it
 * run once more, and a failure makes it run again later.
 */
export class KeyedRetryLoop {
  readonly #options: KeyedRetryLoopOptions;
  /** Keys being worked on, and whether something happened to them meanwhile. */
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

  /** What is under way ends by itself; nothing new begins. */
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
    // In the same step as the last look: a key enqueued between the two would be lost.
    this.#running.delete(key);
  }
}
