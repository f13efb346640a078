import type { Logger } from '@kubemin/base';
import type { RedisClientType } from '@redis/client';
import type { QueueMessage, QueueSubscription } from '../queue-driver.ts';
import type { RedisConnection } from './redis-connection.ts';
import { isGroupExistingError, isGroupMissingError } from './redis-failure.ts';
import { type StreamEntry, toQueueMessage } from './stream-entry.ts';

/** Who reads what, and over which connections. */
export interface RedisSubscriptionOptions extends EntryOwner {
  readonly commands: RedisConnection;
  /** For looks that wait; closed with the subscription. */
  readonly reader: RedisConnection;
  readonly logger: Logger;
}

/** Longer than any minimal idle time that may be configured. */
const LONG_AGO_MS = 30 * 24 * 3_600_000;
/** A consumer that is alive looks every few seconds. */
const GONE_AFTER_MS = 3_600_000;
const ENTRIES_LEFT_AT_ONCE = 1_000;

/** One consumer of the group. The group is made when it turns out to be missing: at first, and after Redis lost its data. */
export class RedisSubscription implements QueueSubscription {
  readonly #options: RedisSubscriptionOptions;
  #swept = false;

  constructor(options: RedisSubscriptionOptions) {
    this.#options = options;
  }

  async read(options: {
    readonly count: number;
    readonly blockMs: number;
    readonly signal: AbortSignal;
  }): Promise<readonly QueueMessage[]> {
    const { stream, group, consumer, reader } = this.#options;
    const { count, blockMs, signal } = options;
    const drop = (): void => reader.drop();
    if (signal.aborted) return [];
    signal.addEventListener('abort', drop);
    try {
      const streams = await this.#withGroup(() =>
        reader.run(
          (client) => client.xReadGroup(group, consumer, { key: stream, id: '>' }, { COUNT: count, BLOCK: blockMs }),
          blockMs,
        ),
      );
      return (streams ?? []).flatMap(({ messages }) => messages.map(toQueueMessage));
    } catch (thrown) {
      // What was on its way is found again by `close`, or else by its idle time.
      if (signal.aborted) return [];
      throw thrown;
    } finally {
      signal.removeEventListener('abort', drop);
    }
  }

  async reclaim(options: { readonly count: number; readonly minIdleMs: number }): Promise<readonly QueueMessage[]> {
    const { stream, group, consumer, commands } = this.#options;
    if (!this.#swept) await this.#sweepConsumers();
    const messages: QueueMessage[] = [];
    let from = '0-0';
    do {
      const limit = { COUNT: options.count - messages.length };
      const start = from;
      const page = await this.#withGroup(() =>
        commands.run((client) => client.xAutoClaim(stream, group, consumer, options.minIdleMs, start, limit)),
      );
      messages.push(...page.messages.filter((entry): entry is StreamEntry => entry !== null).map(toQueueMessage));
      from = page.nextId;
    } while (from !== '0-0' && messages.length < options.count);
    return messages;
  }

  async acknowledge(ids: readonly string[]): Promise<void> {
    const { stream, group, commands } = this.#options;
    await commands.run((client) => client.xAck(stream, group, [...ids]));
  }

  extend(ids: readonly string[]): Promise<void> {
    return this.#setIdle(ids, 0);
  }

  release(ids: readonly string[]): Promise<void> {
    return this.#setIdle(ids, LONG_AGO_MS);
  }

  async close(): Promise<void> {
    const { commands, reader, logger, consumer } = this.#options;
    reader.close();
    try {
      await commands.run((client) => this.#leave(client));
    } catch (error) {
      if (!isGroupMissingError(error)) logger.warn('a consumer could not leave its group', { consumer, error });
    }
  }

  async #leave(client: RedisClientType): Promise<void> {
    const { stream, group, consumer } = this.#options;
    const left = await client.xPendingRange(stream, group, '-', '+', ENTRIES_LEFT_AT_ONCE, { consumer });
    // A consumer takes its entries along when it is removed, so one that has some stays until they are taken over.
    if (left.length === 0) await client.xGroupDelConsumer(stream, group, consumer);
    else await setIdleTime(client, { owner: this.#options, idleMs: LONG_AGO_MS, ids: left.map(({ id }) => id) });
  }

  async #setIdle(ids: readonly string[], idleMs: number): Promise<void> {
    try {
      await this.#options.commands.run((client) => setIdleTime(client, { owner: this.#options, idleMs, ids }));
    } catch (thrown) {
      // Then Redis lost the entries too: there is nothing to keep.
      if (!isGroupMissingError(thrown)) throw thrown;
    }
  }

  async #withGroup<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (thrown) {
      if (!isGroupMissingError(thrown)) throw thrown;
      await this.#createGroup();
      return work();
    }
  }

  /** From the beginning of the stream: what was published before there was a group counts too. */
  async #createGroup(): Promise<void> {
    const { stream, group, commands } = this.#options;
    try {
      await commands.run((client) => client.xGroupCreate(stream, group, '0', { MKSTREAM: true }));
    } catch (thrown) {
      if (!isGroupExistingError(thrown)) throw thrown;
    }
  }

  /** Every start has a name of its own, so names of the dead would pile up. */
  async #sweepConsumers(): Promise<void> {
    const { stream, group, consumer, commands } = this.#options;
    await this.#withGroup(() =>
      commands.run(async (client) => {
        for (const { name, pending, idle } of await client.xInfoConsumers(stream, group)) {
          if (name === consumer || pending > 0 || idle < GONE_AFTER_MS) continue;
          await client.xGroupDelConsumer(stream, group, name);
        }
      }),
    );
    this.#swept = true;
  }
}

/**
 * KEYS: stream. ARGV: group, consumer, idle time, ids.
 * Sets the idle time of those entries that the consumer still has. Atomic, because an entry must not be taken back from
 * a consumer that has claimed it by now.
 */
const SET_IDLE = `
for i = 4, #ARGV do
  local mine = redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[i], ARGV[i], 1, ARGV[2])
  if #mine > 0 then
    redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, ARGV[i], 'IDLE', ARGV[3], 'JUSTID')
  end
end
`;

/** Who has the entries, and where. */
interface EntryOwner {
  readonly stream: string;
  readonly group: string;
  readonly consumer: string;
}

/** Sets the idle time of the consumer's entries: 0 keeps them, a long time gives them away. */
async function setIdleTime(
  client: RedisClientType,
  options: { readonly owner: EntryOwner; readonly idleMs: number; readonly ids: readonly string[] },
): Promise<void> {
  const { stream, group, consumer } = options.owner;
  await client.eval(SET_IDLE, {
    keys: [stream],
    arguments: [group, consumer, String(options.idleMs), ...options.ids],
  });
}
