import { kafkaQueueDriver } from '../../queue/kafka/kafka-channel.ts';
import type { QueueSettings } from '../../queue/queue-settings.ts';
import { redisQueueDriver } from '../../queue/redis/redis-channel.ts';
import type { EngineQueue } from '../../queue/task-queue.ts';

/** A queue, as serialized for another process. */
export interface QueueChoice {
  readonly driver: 'redis' | 'kafka';
  /** The driver's own settings. */
  readonly server: object;
  readonly settings: Partial<QueueSettings>;
}

/** The queue for an engine. */
export function toEngineQueue({ driver, server, settings }: QueueChoice): EngineQueue {
  return { driver: driver === 'redis' ? redisQueueDriver(server) : kafkaQueueDriver(server), settings };
}
