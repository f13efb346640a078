import type { QueueChannel, QueueContext, QueueDriver, QueueStats, QueueSubscription } from '../queue-driver.ts';
import { channelName } from '../queue-settings.ts';
import { KafkaClient } from './kafka-client.ts';
import { DEFAULT_KAFKA_QUEUE_SETTINGS, type KafkaQueueSettings } from './kafka-settings.ts';
import { KafkaSubscription } from './kafka-subscription.ts';
import { topicStats } from './topic-stats.ts';

/** A topic that all instances write to, and read as one group. */
class KafkaChannel implements QueueChannel {
  readonly #settings: KafkaQueueSettings;
  readonly #context: QueueContext;
  readonly #topic: string;
  readonly #client: KafkaClient;
  readonly #subscriptions = new Set<KafkaSubscription>();

  constructor(settings: KafkaQueueSettings, context: QueueContext) {
    this.#settings = settings;
    this.#context = context;
    this.#topic = channelName(context.settings);
    this.#client = new KafkaClient(settings, this.#topic);
  }

  async publish({ key, payload }: { readonly key: string; readonly payload: string }): Promise<void> {
    const message = { topic: this.#topic, key, value: payload };
    await this.#client.run(({ producer }) => producer.send({ messages: [message] }));
  }

  subscribe(_consumer: string): QueueSubscription {
    const subscription = new KafkaSubscription({
      client: this.#client,
      topic: this.#topic,
      offsetReset: this.#settings.offsetReset,
      clock: this.#context.clock,
    });
    this.#subscriptions.add(subscription);
    return subscription;
  }

  async stats(): Promise<QueueStats> {
    const { groupId } = this.#settings;
    const counts = await this.#client.run(({ admin }) => topicStats(admin, { topic: this.#topic, groupId }));
    let pending = 0;
    for (const subscription of this.#subscriptions) pending += subscription.pending;
    if (counts.backlog === 0) return { ...counts, pending, oldestMs: 0 };
    // Kafka reports no ages: each instance knows those of the partitions that it reads.
    const known = [...this.#subscriptions].flatMap(({ oldestAt }) => oldestAt ?? []);
    if (known.length === 0) return { ...counts, pending };
    return { ...counts, pending, oldestMs: Math.max(0, this.#context.clock.now() - Math.min(...known)) };
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}

/**
 * Publishes task announcements through a Kafka topic with a consumer group. The idle-time settings only define when a message that
 * its handler returned is delivered again here: members that die are detected by their session, and only those.
 */
export function kafkaQueueDriver(settings: Partial<KafkaQueueSettings> = {}): QueueDriver {
  return {
    name: 'kafka',
    capabilities: { shared: true, reclaim: 'by-session', redeliversOnJoin: true },
    open: (context) => new KafkaChannel({ ...DEFAULT_KAFKA_QUEUE_SETTINGS, ...settings }, context),
  };
}
