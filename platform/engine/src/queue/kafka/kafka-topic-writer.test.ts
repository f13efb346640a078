import { type KafkaService, missingService, startKafka } from '@kubemin/testing';
import { Consumer, stringDeserializers } from '@platformatic/kafka';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { kafkaTopicWriter } from './kafka-topic-writer.ts';

const missing = missingService('kafka');

describe.skipIf(missing !== undefined)(`a topic of kafka${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let service: KafkaService;

  beforeAll(async () => {
    service = await startKafka();
  });

  afterAll(() => service?.close());

  test('is made when it is missing, and messages of one key are read in the order they were written', async () => {
    const brokers = [`${service.host}:${service.port}`];
    const writer = kafkaTopicWriter({ brokers, partitions: 4 }, 'events');
    onTestFinished(() => writer.close());
    const headers = { 'content-type': 'text/plain' };
    const keys = ['a', 'b', 'c'];
    for (let batch = 0; batch < 5; batch += 1) {
      const numbers = [0, 1, 2].map((index) => String(3 * batch + index));
      await writer.write(numbers.flatMap((value) => keys.map((key) => ({ key, value, headers }))));
    }
    const consumer = new Consumer({
      clientId: 'test',
      groupId: 'test',
      bootstrapBrokers: brokers,
      deserializers: stringDeserializers,
    });
    onTestFinished(() => consumer.close(true));
    const stream = await consumer.consume({ topics: ['events'], mode: 'earliest', autocommit: false });
    const read = new Map<string, string[]>();
    let count = 0;
    for await (const message of stream) {
      const key = message.key ?? '';
      read.set(key, [...(read.get(key) ?? []), message.value ?? '']);
      expect(message.headers.get('content-type')).toBe('text/plain');
      count += 1;
      if (count === 45) break;
    }
    const expected = Array.from({ length: 15 }, (_, index) => String(index));
    for (const key of keys) expect(read.get(key)).toEqual(expected);
  });

  test('that cannot be reached is worth another try', async () => {
    const writer = kafkaTopicWriter({ brokers: ['127.0.0.1:1'], connectTimeoutMs: 200 }, 'nowhere');
    onTestFinished(() => writer.close());
    await expect(writer.write([{ key: 'a', value: '1', headers: {} }])).rejects.toMatchObject({
      code: 'QUEUE_UNAVAILABLE',
    });
  });
});
