/**
 * Announces to executors that a task has work: `openTaskQueue` on a `QueueDriver` (Redis, Kafka, or in memory). The
 * database is the truth and the announcement only a hint: it is delivered at least once, may be repeated long after
 * the work has ended, and may be lost with the server of the queue; consumers are idempotent and the engine announces
 * again. Opening succeeds while the server is away. Client libraries are imported when a channel is first used.
 */
export { kafkaQueueDriver } from './kafka/kafka-channel.ts';
export { DEFAULT_KAFKA_QUEUE_SETTINGS, type KafkaQueueSettings } from './kafka/kafka-settings.ts';
export { type KafkaMessage, type KafkaTopicWriter, kafkaTopicWriter } from './kafka/kafka-topic-writer.ts';
export { noopQueueDriver } from './noop/noop-channel.ts';
export { openTaskQueue, type TaskQueueOptions } from './open-task-queue.ts';
export type {
  QueueCapabilities,
  QueueChannel,
  QueueContext,
  QueueDriver,
  QueueMessage,
  QueueStats,
  QueueSubscription,
  Reclaim,
} from './queue-driver.ts';
export type { QueueHealth } from './queue-health.ts';
export { DEFAULT_QUEUE_SETTINGS, type QueueSettings } from './queue-settings.ts';
export { redisQueueDriver } from './redis/redis-channel.ts';
export { DEFAULT_REDIS_QUEUE_SETTINGS, type RedisQueueSettings } from './redis/redis-settings.ts';
export type { TaskAnnouncement } from './task-announcement.ts';
export type { ConsumeOptions, Consumption, EngineQueue, PoisonedMessage, Settlement, TaskQueue } from './task-queue.ts';
