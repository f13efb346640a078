import type { Clock, Logger } from '@kubemin/base';

const RETRY_MS = 1000;

/** What has to be kept in order. */
export interface ChoresOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** What is said when it fails, before it is tried again. */
  readonly complaint: string;
  /** Brings one thing into order; looks at how things are, not at what happened. */
  work(key: string): Promise<void>;
}

/**
 * Work that is due again whenever something happens. Never twice at a time for one key; what happens meanwhile makes it
 * run once more, and a failure makes it run again later.
 */
export class Chores {
  readonly #options: ChoresOptions;
  /** Keys being worked on, and whether something happened to them meanwhile. */
  readonly #busy = new Map<string, 'working' | 'again'>();
  readonly #retries = new Map<string, () => void>();
  #stopped = false;

  constructor(options: ChoresOptions) {
    this.#options = options;
  }

  nudge(key: string): void {
    if (this.#stopped) return;
    this.#retries.get(key)?.();
    this.#retries.delete(key);
    const idle = !this.#busy.has(key);
    this.#busy.set(key, 'again');
    if (idle) void this.#run(key);
  }

  /** What is under way ends by itself; nothing new begins. */
  stop(): void {
    this.#stopped = true;
    for (const cancel of this.#retries.values()) cancel();
    this.#retries.clear();
  }

  async #run(key: string): Promise<void> {
    const { clock, logger, complaint, work } = this.#options;
    while (this.#busy.get(key) === 'again' && !this.#stopped) {
      this.#busy.set(key, 'working');
      try {
        await work(key);
      } catch (error) {
        if (this.#stopped) break;
        logger.warn(`${complaint}, trying again`, { key, error });
        this.#retries.set(
          key,
          clock.after(RETRY_MS, () => this.nudge(key)),
        );
      }
    }
    // In the same step as the last look: a nudge between the two would be lost.
    this.#busy.delete(key);
  }
}
