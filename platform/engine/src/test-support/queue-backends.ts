import type { QueueDriver } from '../queue/queue-driver.ts';
import { kafkaBackend } from '../queue/test-support/kafka-backend.ts';
import { noopBackend } from '../queue/test-support/noop-backend.ts';
import type { QueueBackend } from '../queue/test-support/queue-backend.ts';
import { redisBackend } from '../queue/test-support/redis-backend.ts';

/** A queue in memory that all engines of a test share, as if they were processes with a server between them. */
export const memoryBackend: QueueBackend = {
  ...noopBackend,
  name: 'memory',
  start: async () => {
    const server = await noopBackend.start();
    const driver = (): QueueDriver => {
      const noop = server.driver();
      return { ...noop, name: 'memory', capabilities: { ...noop.capabilities, shared: true } };
    };
    return { ...server, driver };
  },
};

/** Every kind of queue that works between processes. */
export const SHARED_BACKENDS: readonly QueueBackend[] = [memoryBackend, redisBackend, kafkaBackend];

/** The same queue, but what is published gets lost on the way. */
export function losingDriver(driver: QueueDriver): QueueDriver {
  return {
    ...driver,
    open: (context) => {
      const channel = driver.open(context);
      return {
        publish: async () => undefined,
        subscribe: (consumer) => channel.subscribe(consumer),
        stats: () => channel.stats(),
        close: () => channel.close(),
      };
    },
  };
}
