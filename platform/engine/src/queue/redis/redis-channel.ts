import type { QueueChannel, QueueContext, QueueDriver, QueueStats, QueueSubscription } from '../queue-driver.ts';
import { channelName } from '../queue-settings.ts';
import { RedisConnection } from './redis-connection.ts';
import { isStreamMissingError } from './redis-failure.ts';
import { DEFAULT_REDIS_QUEUE_SETTINGS, type RedisQueueSettings } from './redis-settings.ts';
import { RedisSubscription } from './redis-subscription.ts';
import { PAYLOAD_FIELD } from './stream-entry.ts';
import { oldestUnsettled, streamTime, trimStream } from './stream-trimming.ts';

const EMPTY: QueueStats = { length: 0, backlog: 0, pending: 0, oldestMs: 0 };
const TRIMS_PER_LENGTH = 10;
const MOST_BETWEEN_TRIMS = 1_000;

/** A stream that all instances write to, and read as one group. */
class RedisChannel implements QueueChannel {
  readonly #settings: RedisQueueSettings;
  readonly #context: QueueContext;
  readonly #stream: string;
  readonly #commands: RedisConnection;
  readonly #trimEvery: number;
  #published = 0;

  constructor(settings: RedisQueueSettings, context: QueueContext) {
    this.#settings = settings;
    this.#context = context;
    this.#stream = channelName(context.settings);
    this.#commands = new RedisConnection(settings, context.clock);
    this.#trimEvery = Math.max(1, Math.min(MOST_BETWEEN_TRIMS, Math.floor(settings.maxLength / TRIMS_PER_LENGTH)));
  }

  async publish({ payload }: { readonly payload: string }): Promise<void> {
    await this.#commands.run((client) => client.xAdd(this.#stream, '*', { [PAYLOAD_FIELD]: payload }));
    this.#published++;
    if (this.#settings.maxLength > 0 && this.#published % this.#trimEvery === 0) await this.#trim();
  }

  subscribe(consumer: string): QueueSubscription {
    return new RedisSubscription({
      stream: this.#stream,
      group: this.#settings.group,
      consumer,
      commands: this.#commands,
      // A look that waits holds up everything behind it.
      reader: new RedisConnection(this.#settings, this.#context.clock),
      logger: this.#context.logger,
    });
  }

  async stats(): Promise<QueueStats> {
    try {
      const length = await this.#commands.run((client) => client.xLen(this.#stream));
      const groups = await this.#commands.run((client) => client.xInfoGroups(this.#stream));
      const group = groups.find(({ name }) => name === this.#settings.group);
      const oldest = await this.#commands.run((client) =>
        oldestUnsettled(client, { stream: this.#stream, group: group?.name, delivered: group?.['last-delivered-id'] }),
      );
      const oldestMs = oldest === undefined ? 0 : Math.max(0, this.#context.clock.now() - streamTime(oldest));
      if (group === undefined) return { length, backlog: length, pending: 0, oldestMs };
      const { pending } = group;
      // Redis before 7 has no lag, and later ones sometimes do not know it; then this is the upper bound.
      const undelivered: number | null | undefined = group.lag;
      return { length, backlog: undelivered == null ? length : undelivered + pending, pending, oldestMs };
    } catch (thrown) {
      if (isStreamMissingError(thrown)) return EMPTY;
      throw thrown;
    }
  }

  async close(): Promise<void> {
    this.#commands.close();
  }

  /** The message is out by now: trouble with old ones is none of the publisher's. */
  async #trim(): Promise<void> {
    const { maxLength } = this.#settings;
    try {
      await this.#commands.run((client) => trimStream(client, { stream: this.#stream, maxLength }));
    } catch (error) {
      this.#context.logger.warn('the stream could not be trimmed', { stream: this.#stream, error });
    }
  }
}

/** Publishes task announcements through a Redis stream with a consumer group. Redis 6.2 or newer. */
export function redisQueueDriver(settings: Partial<RedisQueueSettings> = {}): QueueDriver {
  return {
    name: 'redis',
    capabilities: { shared: true, reclaim: 'by-idle-time', redeliversOnJoin: false },
    open: (context) => new RedisChannel({ ...DEFAULT_REDIS_QUEUE_SETTINGS, ...settings }, context),
  };
}
