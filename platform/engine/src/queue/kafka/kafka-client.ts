import type { Admin, BaseOptions, Consumer, Producer } from '@platformatic/kafka';
import { queueClosed } from '../queue-error.ts';
import { isKafkaError, kafkaFailure } from './kafka-failure.ts';
import type { KafkaQueueSettings } from './kafka-settings.ts';

/** A consumer of texts. */
export type TextConsumer = Consumer<string, string, string, string>;

interface Connected {
  readonly admin: Admin;
  readonly producer: Producer<string, string, string, string>;
}

const CLIENT_ID = 'kubemin';
const RETRIES = 2;
const RETRY_DELAY_MS = 100;

/** Creates the library's clients: when first needed, and again after a failure, because they cache too much about a broker that is gone. */
export class KafkaClient {
  readonly #settings: KafkaQueueSettings;
  readonly #topic: string;
  #connected: Promise<Connected> | undefined;
  #closed = false;

  constructor(settings: KafkaQueueSettings, topic: string) {
    this.#settings = settings;
    this.#topic = topic;
  }

  /** Where errors happen, in words. */
  get where(): string {
    return `Kafka at ${this.#settings.brokers.join(', ')}`;
  }

  /** Does `work` on a topic that exists. */
  async run<T>(work: (connected: Connected) => Promise<T>): Promise<T> {
    if (this.#closed) throw queueClosed();
    try {
      this.#connected ??= this.#connect();
      return await work(await this.#connected);
    } catch (thrown) {
      await this.#drop();
      throw kafkaFailure(thrown, this.where);
    }
  }

  /** A member of the group that has not joined yet; the caller closes it. */
  async consumer(): Promise<TextConsumer> {
    await this.run(async () => undefined);
    const { Consumer, stringDeserializers } = await import('@platformatic/kafka');
    const { groupId, sessionTimeoutMs, heartbeatIntervalMs, rebalanceTimeoutMs } = this.#settings;
    const { requestTimeout: _, ...base } = this.#baseOptions();
    return new Consumer({
      ...base,
      groupId,
      autocommit: false,
      sessionTimeout: sessionTimeoutMs,
      heartbeatInterval: heartbeatIntervalMs,
      rebalanceTimeout: rebalanceTimeoutMs,
      deserializers: stringDeserializers,
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#drop();
  }

  async #connect(): Promise<Connected> {
    const { Admin, Producer, stringSerializers } = await import('@platformatic/kafka');
    const options = this.#baseOptions();
    const admin = new Admin(options);
    await this.#createTopic(admin);
    // From all replicas: a message that was acknowledged must not be lost with one broker.
    return { admin, producer: new Producer({ ...options, acks: -1, serializers: stringSerializers }) };
  }

  async #createTopic(admin: Admin): Promise<void> {
    const { partitions, replicationFactor } = this.#settings;
    const replicas = replicationFactor === undefined ? {} : { replicas: replicationFactor };
    try {
      await admin.createTopics({ topics: [this.#topic], partitions, ...replicas });
    } catch (thrown) {
      if (isKafkaError(thrown, 'TOPIC_ALREADY_EXISTS')) return;
      await closeQuietly(admin);
      throw thrown;
    }
  }

  async #drop(): Promise<void> {
    const connected = this.#connected;
    this.#connected = undefined;
    const open = await connected?.catch(() => undefined);
    if (open !== undefined) await Promise.all([closeQuietly(open.admin), closeQuietly(open.producer)]);
  }

  #baseOptions(): BaseOptions {
    const { brokers, tls, sasl, connectTimeoutMs, requestTimeoutMs } = this.#settings;
    return {
      clientId: CLIENT_ID,
      bootstrapBrokers: [...brokers],
      connectTimeout: connectTimeoutMs,
      requestTimeout: requestTimeoutMs,
      timeout: requestTimeoutMs,
      retries: RETRIES,
      retryDelay: RETRY_DELAY_MS,
      ...(tls ? { tls: {} } : {}),
      ...(sasl === undefined ? {} : { sasl: { ...sasl } }),
    };
  }
}

/** What is thrown away need not end well. */
export async function closeQuietly(client: { close(): Promise<void> }): Promise<void> {
  await client.close().catch(() => undefined);
}
