import { missingService, startRedis } from '@kubemin/testing';
import { createClient } from '@redis/client';
import { redisQueueDriver } from '../redis/redis-channel.ts';
import { crashConsumerProcess } from './crash-consumer-process.ts';
import type { QueueBackend } from './queue-backend.ts';

/** A private Redis. */
export const redisBackend: QueueBackend = {
  name: 'redis',
  missing: missingService('redis'),
  hasServer: true,
  start: async () => {
    const service = await startRedis();
    const server = { host: service.host, port: service.port, connectTimeoutMs: 1_000, commandTimeoutMs: 2_000 };
    return {
      driver: () => redisQueueDriver(server),
      crashConsumer: (settings) => crashConsumerProcess({ driver: 'redis', server, settings }),
      outage: {
        stop: service.stop,
        start: service.start,
        erase: async () => {
          await service.start();
          const client = await createClient({ socket: { host: service.host, port: service.port } }).connect();
          await client.flushAll();
          client.destroy();
          await service.stop();
        },
      },
      close: service.close,
    };
  },
};
