import { type Clock, WakeSignal } from '@kubemin/base';
import { waitForSignal } from '../../task/index.ts';
import type { QueueChannel, QueueDriver, QueueMessage, QueueStats, QueueSubscription } from '../queue-driver.ts';

interface Delivered {
  readonly message: QueueMessage;
  readonly consumer: string;
  readonly touchedAt: number;
}

/** A queue in memory. */
export class NoopChannel implements QueueChannel {
  readonly #clock: Clock;
  readonly #arrived = new WakeSignal();
  readonly #pending = new Map<string, Delivered>();
  /** When messages that are not settled were published, the oldest first. */
  readonly #publishedAt = new Map<string, number>();
  #waiting: QueueMessage[] = [];
  #published = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async publish({ payload }: { readonly payload: string }): Promise<void> {
    this.#published++;
    const id = String(this.#published);
    this.#publishedAt.set(id, this.#clock.monotonic());
    this.#waiting.push({ id, payload });
    this.#arrived.notify();
  }

  subscribe(consumer: string): QueueSubscription {
    return {
      read: async ({ count, blockMs, signal }) => {
        if (this.#waiting.length === 0) {
          await waitForSignal({ nudge: this.#arrived, clock: this.#clock, ms: blockMs, signal });
        }
        return this.#take(this.#waiting.splice(0, signal.aborted ? 0 : count), consumer);
      },
      reclaim: async ({ count, minIdleMs }) => {
        const before = this.#clock.monotonic() - minIdleMs;
        const idle = [...this.#pending.values()].filter(({ touchedAt }) => touchedAt <= before).slice(0, count);
        return this.#take(
          idle.map(({ message }) => message),
          consumer,
        );
      },
      acknowledge: async (ids) => {
        for (const id of ids) {
          this.#pending.delete(id);
          this.#publishedAt.delete(id);
        }
      },
      extend: async (ids) => {
        this.#take(this.#own(ids, consumer), consumer);
      },
      release: async (ids) => this.#giveBack(this.#own(ids, consumer)),
      close: async () => {
        const left = [...this.#pending.values()].filter((delivered) => delivered.consumer === consumer);
        this.#giveBack(left.map(({ message }) => message));
      },
    };
  }

  async stats(): Promise<QueueStats> {
    const backlog = this.#waiting.length + this.#pending.size;
    const [oldest] = this.#publishedAt.values();
    const oldestMs = oldest === undefined ? 0 : this.#clock.monotonic() - oldest;
    return { length: backlog, backlog, pending: this.#pending.size, oldestMs };
  }

  async close(): Promise<void> {
    this.#arrived.notify();
  }

  #take(messages: readonly QueueMessage[], consumer: string): readonly QueueMessage[] {
    const touchedAt = this.#clock.monotonic();
    for (const message of messages) this.#pending.set(message.id, { message, consumer, touchedAt });
    return messages;
  }

  #own(ids: readonly string[], consumer: string): readonly QueueMessage[] {
    return ids.flatMap((id) => {
      const delivered = this.#pending.get(id);
      return delivered?.consumer === consumer ? [delivered.message] : [];
    });
  }

  #giveBack(messages: readonly QueueMessage[]): void {
    if (messages.length === 0) return;
    for (const { id } of messages) this.#pending.delete(id);
    this.#waiting = [...messages, ...this.#waiting];
    this.#arrived.notify();
  }
}

/** Delivers announcements inside one process, and loses them with it. Needs no server. */
export function noopQueueDriver(): QueueDriver {
  return {
    name: 'noop',
    capabilities: { shared: false, reclaim: 'by-idle-time', redeliversOnJoin: false },
    open: ({ clock }) => new NoopChannel(clock),
  };
}
