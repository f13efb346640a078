import type { QueueDriver } from '../queue-driver.ts';
import { KafkaChannel } from './kafka-channel.ts';
import { DEFAULT_KAFKA_QUEUE_SETTINGS, type KafkaQueueSettings } from './kafka-settings.ts';

/**
 * Carries news through a Kafka topic with a consumer group. The settings about idle time say only when a message that
 * its handler left is delivered again here: members that die are found by their session, and only they.
 */
export function kafkaQueueDriver(settings: Partial<KafkaQueueSettings> = {}): QueueDriver {
  return {
    name: 'kafka',
    capabilities: { shared: true, reclaim: 'by-session', redeliversOnJoin: true },
    open: (context) => new KafkaChannel({ ...DEFAULT_KAFKA_QUEUE_SETTINGS, ...settings }, context),
  };
}
