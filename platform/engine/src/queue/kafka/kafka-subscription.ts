import { type Clock, toError } from '@kubemin/base';
import { queueMessages } from '../../messages/index.ts';
import { waitForSignal } from '../../task/index.ts';
import type { QueueMessage, QueueSubscription } from '../queue-driver.ts';
import { queueClosed } from '../queue-error.ts';
import type { KafkaClient } from './kafka-client.ts';
import { kafkaFailure, notJoined } from './kafka-failure.ts';
import { KafkaMembership } from './kafka-membership.ts';

/** Who reads what. */
export interface KafkaSubscriptionOptions {
  readonly client: KafkaClient;
  readonly topic: string;
  readonly offsetReset: 'earliest' | 'latest';
  readonly clock: Clock;
}

interface Delivered {
  readonly message: QueueMessage;
  readonly touchedAt: number;
}

/** Joining cannot be called off; who closes meanwhile does not wait for it for ever, and it leaves when it is through. */
const CLOSE_PATIENCE_MS = 5_000;

/** One consumer of the group. After a failure it joins again with the next look. */
export class KafkaSubscription implements QueueSubscription {
  readonly #options: KafkaSubscriptionOptions;
  readonly #delivered = new Map<string, Delivered>();
  /** The highest offset of each partition that was delivered here. */
  readonly #highest = new Map<string, bigint>();
  #joining: Promise<void> | undefined;
  #membership: KafkaMembership | undefined;
  #joinFailure: Error | undefined;
  #closed = false;

  constructor(options: KafkaSubscriptionOptions) {
    this.#options = options;
  }

  /** Messages in work here. */
  get pending(): number {
    return this.#delivered.size;
  }

  /** When the oldest message in work or about to be was published. */
  get oldestAt(): number | undefined {
    return this.#membership?.oldestAt();
  }

  async read(options: {
    readonly count: number;
    readonly blockMs: number;
    readonly signal: AbortSignal;
  }): Promise<readonly QueueMessage[]> {
    if (this.#closed) throw queueClosed();
    const { count, blockMs: ms, signal } = options;
    const { clock } = this.#options;
    if (this.#membership === undefined) {
      // However long the group takes to agree: only its outcome shows whether the queue is available.
      this.#joining ??= this.#join();
      await Promise.race([this.#joining, aborted(signal)]);
    }
    await this.#throwFailure();
    const membership = this.#membership;
    if (membership === undefined || signal.aborted) return [];
    const ready = membership.take(count);
    if (ready.length > 0) return this.#first(ready);
    await waitForSignal({ nudge: membership.changed, clock, ms, signal });
    await this.#throwFailure();
    return signal.aborted ? [] : this.#first(membership.take(count));
  }

  /** Others' messages come with their partitions; these are our own that were left unsettled. */
  async reclaim(options: { readonly count: number; readonly minIdleMs: number }): Promise<readonly QueueMessage[]> {
    const before = this.#options.clock.monotonic() - options.minIdleMs;
    for (const id of this.#delivered.keys()) if (!this.#membership?.holds(id)) this.#delivered.delete(id);
    const idle = [...this.#delivered.values()].filter(({ touchedAt }) => touchedAt <= before);
    return this.#deliver(idle.slice(0, options.count).map(({ message }) => message));
  }

  async acknowledge(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#delivered.delete(id);
    const membership = this.#membership;
    try {
      if (membership === undefined) throw notJoined(queueMessages.notInGroup);
      membership.finish(ids);
      await membership.commit();
    } catch (thrown) {
      throw kafkaFailure(thrown, this.#options.client.where);
    }
  }

  /** The member's heartbeat keeps all its messages; only our own looks count idle time. */
  async extend(ids: readonly string[]): Promise<void> {
    this.#deliver(ids.flatMap((id) => this.#delivered.get(id)?.message ?? []));
  }

  /** A member cannot give single messages away: others get all of them when it leaves. */
  async release(_ids: readonly string[]): Promise<void> {
    await Promise.resolve();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#delivered.clear();
    const patience = new AbortController();
    const { clock } = this.#options;
    await Promise.race([this.#joining, clock.sleep(CLOSE_PATIENCE_MS, patience.signal)]);
    patience.abort();
    await this.#membership?.leave();
  }

  async #join(): Promise<void> {
    const { client, topic, offsetReset } = this.#options;
    try {
      const consumer = await client.consumer();
      const membership = await KafkaMembership.join({ consumer, topic, offsetReset });
      if (this.#closed) await membership.leave();
      else this.#membership = membership;
    } catch (thrown) {
      this.#joinFailure = toError(thrown);
    } finally {
      this.#joining = undefined;
    }
  }

  /** A failure is thrown once; the next look starts over. */
  async #throwFailure(): Promise<void> {
    const failure = this.#joinFailure ?? this.#membership?.failure;
    if (failure === undefined) return;
    const membership = this.#membership;
    this.#joinFailure = undefined;
    this.#membership = undefined;
    await membership?.leave();
    throw kafkaFailure(failure, this.#options.client.where);
  }

  /** Marks those that were delivered here before: after a rebalance a partition is read again from its last commit. */
  #first(messages: readonly QueueMessage[]): readonly QueueMessage[] {
    return this.#deliver(messages).map((message) => {
      const [partition, offset] = splitId(message.id);
      const highest = this.#highest.get(partition) ?? -1n;
      if (offset <= highest) return { ...message, redelivered: true };
      this.#highest.set(partition, offset);
      return message;
    });
  }

  #deliver(messages: readonly QueueMessage[]): readonly QueueMessage[] {
    const touchedAt = this.#options.clock.monotonic();
    for (const message of messages) this.#delivered.set(message.id, { message, touchedAt });
    return messages;
  }
}

/** Partition of a topic, and offset. */
function splitId(id: string): readonly [partition: string, offset: bigint] {
  const end = id.lastIndexOf('/');
  return [id.slice(0, end), BigInt(id.slice(end + 1))];
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
