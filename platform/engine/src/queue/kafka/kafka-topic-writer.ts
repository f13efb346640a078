import { KafkaClient } from './kafka-client.ts';
import { DEFAULT_KAFKA_QUEUE_SETTINGS, type KafkaQueueSettings } from './kafka-settings.ts';

/** What goes into a topic. Messages of one key stay in their order. */
export interface KafkaMessage {
  readonly key: string;
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Writes to one topic of Kafka. */
export interface KafkaTopicWriter {
  /** Resolves once all replicas have all of them. Rejects with RetryableError, or TerminalError when Kafka refuses permanently. */
  write(messages: readonly KafkaMessage[]): Promise<void>;
  close(): Promise<void>;
}

/** A writer to a topic, which is made where it is missing. Kafka is looked for when something is written. */
export function kafkaTopicWriter(settings: Partial<KafkaQueueSettings>, topic: string): KafkaTopicWriter {
  const client = new KafkaClient({ ...DEFAULT_KAFKA_QUEUE_SETTINGS, ...settings }, topic);
  return {
    write: async (messages) => {
      const all = messages.map(({ key, value, headers }) => ({ topic, key, value, headers: { ...headers } }));
      await client.run(({ producer }) => producer.send({ messages: all }));
    },
    close: () => client.close(),
  };
}
