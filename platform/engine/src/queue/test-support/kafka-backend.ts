import { missingService, startKafka } from '@kubemin/testing';
import { kafkaQueueDriver } from '../kafka/kafka-channel.ts';
import { crashConsumerProcess } from './crash-consumer-process.ts';
import type { QueueBackend } from './queue-backend.ts';

/** A private Kafka of one node. */
export const kafkaBackend: QueueBackend = {
  name: 'kafka',
  missing: missingService('kafka'),
  hasServer: true,
  start: async () => {
    const service = await startKafka();
    const server = {
      brokers: [`${service.host}:${service.port}`],
      partitions: 3,
      sessionTimeoutMs: 3_000,
      heartbeatIntervalMs: 300,
      rebalanceTimeoutMs: 5_000,
    };
    return {
      driver: () => kafkaQueueDriver(server),
      crashConsumer: (settings) => crashConsumerProcess({ driver: 'kafka', server, settings }),
      outage: service,
      close: service.close,
    };
  },
};
