import type { EngineQueue } from '../../engine-queue.ts';
import { kafkaQueueDriver } from '../../queue/kafka/kafka-driver.ts';
import { QueueDriverRegistry } from '../../queue/queue-driver-registry.ts';
import type { QueueSettings } from '../../queue/queue-settings.ts';
import { redisQueueDriver } from '../../queue/redis/redis-driver.ts';

/** A queue as it is told to another process. */
export interface QueueChoice {
  readonly driver: 'redis' | 'kafka';
  /** The driver's own settings. */
  readonly server: object;
  readonly settings: Partial<QueueSettings>;
}

/** The queue for an engine. */
export function queueOf({ driver, server, settings }: QueueChoice): EngineQueue {
  const drivers = new QueueDriverRegistry([redisQueueDriver(server), kafkaQueueDriver(server)]);
  return { driver: drivers.named(driver), settings };
}
