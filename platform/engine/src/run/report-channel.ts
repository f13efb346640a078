import { type Clock, type Logger, toError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import type { MessageOrText } from '../task/index.ts';
import { boundedMessage } from './storable-text.ts';

/** Messages a job may store at once before it is slowed down. */
const BURST = 20;
/** How often messages of a job that reports more than that are stored. */
const PACE_MS = 250;

/** Where the messages of a job go. */
export interface ReportChannelOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Aborts when the job is over: nothing is stored any more. */
  readonly signal: AbortSignal;
  readonly store: (message: Message) => Promise<unknown>;
}

/**
 * Messages of a job on their way to the database, where each is a commit and an event that others read. The newest replaces
 * one that is not stored yet, and a job that reports too often is slowed down. A message that cannot be stored is no error.
 */
export class ReportChannel {
  readonly #options: ReportChannelOptions;
  #last: Message | undefined;
  #next: Message | undefined;
  #storing: Promise<void> | undefined;
  #underWay: Promise<unknown> | undefined;
  #left = BURST;
  #refilledAt: number;

  constructor(options: ReportChannelOptions) {
    this.#options = options;
    this.#refilledAt = options.clock.monotonic();
  }

  /** The newest message, stored or not. */
  get last(): Message | undefined {
    return this.#last;
  }

  /** For messages that come too late: a job that reports in a loop must not take all the time there is. */
  async pass(): Promise<void> {
    await this.#options.clock.sleep(PACE_MS);
  }

  /** A message that was stored by other means. */
  note(message: Message): void {
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

  /** Resolves when this message, or a newer one, is stored. */
  async send(text: MessageOrText): Promise<void> {
    if (this.#options.signal.aborted) return this.pass();
    const message = boundedMessage(text);
    if (message.message === this.#last?.message) return;
    this.#last = message;
    this.#next = message;
    this.#storing ??= this.#store();
    await this.#storing;
  }

  async #store(): Promise<void> {
    const { logger, signal, store } = this.#options;
    try {
      // Nothing may be awaited between the last look at what is next and the end: a message that comes then would stay.
      while (this.#next !== undefined && !signal.aborted) {
        await this.#turn();
        const message = this.#next;
        this.#next = undefined;
        if (message === undefined || signal.aborted) return;
        const stored = store(message);
        this.#underWay = stored.catch(() => undefined);
        await stored;
      }
    } catch (thrown) {
      logger.warn('a message of a job could not be stored', { error: toError(thrown) });
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
