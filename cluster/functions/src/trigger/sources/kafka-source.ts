import type { JsonObject, JsonValue } from '@kubemin/kubeapi';
import type { SourceContext, TriggerSource } from '../trigger-source.ts';

const CONNECT_TIMEOUT_MS = 10_000;

/** Messages of a Kafka topic. The position is that of the consumer group, committed when a message is stored. */
export const kafkaSource: TriggerSource = {
  async run({ trigger, signal, accept, ready }: SourceContext): Promise<void> {
    const spec = trigger.spec.kafka;
    if (spec === undefined) throw new TypeError('spec.kafka is missing');
    const { namespace = '', name = '' } = trigger.metadata;
    const { Consumer, stringDeserializers } = await import('@platformatic/kafka');
    const consumer = new Consumer({
      clientId: 'kubemin-trigger',
      groupId: spec.group ?? `kubemin-trigger.${namespace}.${name}`,
      bootstrapBrokers: [...spec.brokers],
      connectTimeout: CONNECT_TIMEOUT_MS,
      autocommit: false,
      deserializers: stringDeserializers,
    });
    // Without a listener an error would end the process; the stream reports it as well.
    consumer.on('error', () => undefined);
    const close = async (): Promise<void> => {
      await consumer.close(true).catch(() => undefined);
    };
    const end = (): void => void close();
    signal.addEventListener('abort', end, { once: true });
    try {
      const fallbackMode = spec.from === 'earliest' ? 'earliest' : 'latest';
      const stream = await consumer.consume({ topics: [spec.topic], mode: 'committed', fallbackMode });
      ready();
      for await (const { topic, partition, offset, key, value, timestamp } of stream) {
        if (signal.aborted) return;
        const data: JsonObject = {
          ...{ type: 'kafka', topic, partition, offset: `${offset}`, key: key ?? null },
          timestamp: new Date(Number(timestamp)).toISOString(),
          value: parseValue(value ?? ''),
        };
        await accept({ events: [{ id: `${trigger.metadata.uid}.${topic}.${partition}.${offset}`, data }] });
        await consumer.commit({ offsets: [{ topic, partition, offset: offset + 1n, leaderEpoch: -1 }] });
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      signal.removeEventListener('abort', end);
      await close();
    }
  },
};

/** JSON where it is; the text otherwise. */
function parseValue(text: string): JsonValue {
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}
