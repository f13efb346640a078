import { backoffDelay, type Clock, type Logger, type Random, toError, WakeSignal } from '@kubemin/base';
import { waitForSignal } from '../task/index.ts';
import { MessagesInWork } from './messages-in-work.ts';
import type { QueueMessage, QueueSubscription } from './queue-driver.ts';
import type { HealthMonitor } from './queue-health.ts';
import type { QueueSettings } from './queue-settings.ts';
import { decodeAnnouncement, type TaskAnnouncement } from './task-announcement.ts';
import type { ConsumeOptions, Consumption, PoisonedMessage, Settlement } from './task-queue.ts';

/** What consuming takes. */
export interface ConsumptionOptions extends ConsumeOptions {
  readonly subscription: QueueSubscription;
  readonly settings: QueueSettings;
  readonly health: HealthMonitor;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly poisoned: (message: PoisonedMessage) => void;
}

const PAYLOAD_SHOWN = 200;
/** An extension may fail twice before a message is taken for abandoned. */
const EXTENSIONS_PER_IDLE_TIME = 3;

/** Reads, hands out, extends, acknowledges: everything about consuming that does not depend on the kind of queue. */
export class QueueConsumption implements Consumption {
  readonly #options: ConsumptionOptions;
  readonly #messages: MessagesInWork;
  readonly #stop = new AbortController();
  readonly #room = new WakeSignal();
  readonly #back = new WakeSignal();
  #running: Promise<unknown> = Promise.resolve();
  #stopped: Promise<void> | undefined;
  #readFailures = 0;
  #reclaimFailures = 0;
  #nextReclaim: number;
  #redeliveries = 0;

  constructor(options: ConsumptionOptions) {
    this.#options = options;
    this.#messages = new MessagesInWork(options);
    this.#nextReclaim = options.clock.monotonic();
  }

  /** Messages that were handled here after they had been delivered before, here or elsewhere. */
  get redeliveries(): number {
    return this.#redeliveries;
  }

  start(): void {
    this.#running = Promise.all([this.#consume(), this.#pulse()]);
  }

  /** The queue is available again: no pause is needed any more. */
  wake(): void {
    this.#back.notify();
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#end();
    return this.#stopped;
  }

  async #end(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    await this.#messages.leave();
    await this.#options.subscription.close();
  }

  async #consume(): Promise<void> {
    const { clock, concurrency } = this.#options;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const room = concurrency - this.#messages.size;
      const untilReclaim = this.#nextReclaim - clock.monotonic();
      if (room <= 0) await this.#room.wait(signal);
      else if (untilReclaim <= 0) await this.#reclaim(room);
      else await this.#read(room, untilReclaim);
    }
  }

  async #read(room: number, untilReclaim: number): Promise<void> {
    const { subscription, settings, health, clock, random } = this.#options;
    const { signal } = this.#stop;
    const count = Math.min(room, settings.readCount);
    // Never zero: that means for ever to some.
    const blockMs = Math.max(1, Math.ceil(Math.min(settings.readBlockMs, untilReclaim)));
    try {
      this.#deliver(await health.watch(() => subscription.read({ count, blockMs, signal })));
      this.#readFailures = 0;
    } catch (thrown) {
      this.#readFailures++;
      if (this.#giveUp(this.#readFailures, settings.maxReadFailures, thrown)) return;
      await waitForSignal({ nudge: this.#back, clock, ms: this.#backoff(this.#readFailures, random), signal });
    }
  }

  async #reclaim(room: number): Promise<void> {
    const { subscription, settings, health, clock, random } = this.#options;
    const count = Math.min(room, settings.reclaimCount);
    let pauseMs = settings.reclaimIntervalMs;
    try {
      const messages = await health.watch(() => subscription.reclaim({ count, minIdleMs: settings.reclaimMinIdleMs }));
      this.#deliver(messages.map((message) => ({ ...message, redelivered: true })));
      this.#reclaimFailures = 0;
      if (messages.length === count) pauseMs = 0;
    } catch (thrown) {
      this.#reclaimFailures++;
      if (this.#giveUp(this.#reclaimFailures, settings.maxReclaimFailures, thrown)) return;
      // Reading goes on meanwhile: it may well be allowed where reclaiming is not.
      pauseMs = Math.max(pauseMs, this.#backoff(this.#reclaimFailures, random));
    }
    this.#nextReclaim = clock.monotonic() + pauseMs;
  }

  #backoff(failures: number, random: Random): number {
    const { backoffMinMs, backoffMaxMs } = this.#options.settings;
    return backoffDelay({ minMs: backoffMinMs, maxMs: backoffMaxMs }, failures - 1, random);
  }

  #giveUp(failures: number, limit: number, thrown: unknown): boolean {
    if (limit <= 0 || failures < limit) return false;
    this.#options.health.giveUp(toError(thrown), failures);
    this.#stop.abort();
    return true;
  }

  #deliver(messages: readonly QueueMessage[]): void {
    for (const message of messages) {
      if (!this.#messages.begin(message.id)) continue;
      if (message.redelivered === true) this.#redeliveries++;
      try {
        void this.#handle(message.id, decodeAnnouncement(message.payload));
      } catch (thrown) {
        const error = toError(thrown);
        this.#options.logger.error('a queue message cannot be read; it is dropped', { id: message.id, error });
        this.#options.poisoned({ id: message.id, payload: message.payload.slice(0, PAYLOAD_SHOWN), error });
        void this.#messages.settle(message.id, 'done');
      }
    }
  }

  async #handle(id: string, announcement: TaskAnnouncement): Promise<void> {
    const nearlyDone = (): void => {
      this.#messages.nearlyDone(id);
      this.#room.notify();
    };
    const settled = this.#messages.settle(id, await this.#settlement(announcement, nearlyDone));
    this.#room.notify();
    await settled;
  }

  async #settlement(announcement: TaskAnnouncement, nearlyDone: () => void): Promise<Settlement> {
    try {
      return await this.#options.handle(announcement, nearlyDone);
    } catch (error) {
      this.#options.logger.error('handling a queue message failed; it is delivered again', { ...announcement, error });
      return 'again';
    }
  }

  async #pulse(): Promise<void> {
    const { clock, settings } = this.#options;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await clock.sleep(settings.reclaimMinIdleMs / EXTENSIONS_PER_IDLE_TIME, signal);
      if (!signal.aborted) await this.#messages.pulse();
    }
  }
}
