import type { QueueDriver } from '../queue-driver.ts';
import { RedisChannel } from './redis-channel.ts';
import { DEFAULT_REDIS_QUEUE_SETTINGS, type RedisQueueSettings } from './redis-settings.ts';

/** Carries news through a Redis stream with a consumer group. Redis 6.2 or newer. */
export function redisQueueDriver(settings: Partial<RedisQueueSettings> = {}): QueueDriver {
  return {
    name: 'redis',
    capabilities: { shared: true, reclaim: 'by-idle-time', redeliversOnJoin: false },
    open: (context) => new RedisChannel({ ...DEFAULT_REDIS_QUEUE_SETTINGS, ...settings }, context),
  };
}
