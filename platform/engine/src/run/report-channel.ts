import { type Clock, type Logger, toError } from '@kubemin/base';
import { bounded } from './bounded-text.ts';

/** Words a job may store at once before it is slowed down. */
const BURST = 20;
/** How often a job that talks more than that is heard. */
const PACE_MS = 250;

/** Where a job's words go. */
export interface ReportChannelOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Aborts when the job is over: nothing is stored any more. */
  readonly signal: AbortSignal;
  readonly store: (message: string) => Promise<unknown>;
}

/**
 * A job's words on their way to the database, where each is a commit and an event that others read. The newest replace
 * those that are not stored yet, and a job that does not stop talking waits its turn. Words are never worth an error.
 */
export class ReportChannel {
  readonly #options: ReportChannelOptions;
  #last = '';
  #next: string | undefined;
  #storing: Promise<void> | undefined;
  #underWay: Promise<unknown> | undefined;
  #left = BURST;
  #refilledAt: number;

  constructor(options: ReportChannelOptions) {
    this.#options = options;
    this.#refilledAt = options.clock.monotonic();
  }

  /** The newest words, stored or not. */
  get last(): string {
    return this.#last;
  }

  /** For words that come too late: whoever keeps talking regardless, in a loop, must not take all the time there is. */
  async pass(): Promise<void> {
    await this.#options.clock.sleep(PACE_MS);
  }

  /** Words that were stored by other means. */
  note(message: string): void {
    this.#last = message;
  }

  /**
   * The job is about to end: nothing more is stored, and what is being stored comes first. Side by side, one that came
   * second in vain would leave a gap between the events of the task.
   */
  async close(): Promise<void> {
    this.#next = undefined;
    await this.#underWay;
  }

  /** Resolves when these words, or newer ones, are stored. */
  async send(message: string): Promise<void> {
    if (this.#options.signal.aborted) return this.pass();
    const words = bounded(message);
    if (words === this.#last) return;
    this.#last = words;
    this.#next = words;
    this.#storing ??= this.#store();
    await this.#storing;
  }

  async #store(): Promise<void> {
    const { logger, signal, store } = this.#options;
    try {
      // Nothing may be awaited between the last look at what is next and the end: words that come then would stay.
      while (this.#next !== undefined && !signal.aborted) {
        await this.#turn();
        const words = this.#next;
        this.#next = undefined;
        if (words === undefined || signal.aborted) return;
        const stored = store(words);
        this.#underWay = stored.catch(() => undefined);
        await stored;
      }
    } catch (thrown) {
      logger.warn('what a job says could not be stored', { error: toError(thrown) });
    } finally {
      this.#storing = undefined;
    }
  }

  async #turn(): Promise<void> {
    const { clock, signal } = this.#options;
    this.#refill();
    if (this.#left === 0) {
      await clock.sleep(this.#refilledAt + PACE_MS - clock.monotonic(), signal);
      this.#refill();
    }
    this.#left = Math.max(0, this.#left - 1);
  }

  #refill(): void {
    const earned = Math.floor((this.#options.clock.monotonic() - this.#refilledAt) / PACE_MS);
    this.#left = Math.min(BURST, this.#left + earned);
    this.#refilledAt += earned * PACE_MS;
  }
}
