import { type Clock, RetryableError } from '@kubemin/base';
import type { RedisClientType } from '@redis/client';
import { queueMessages } from '../../messages/index.ts';
import { queueClosed, queueUnavailable } from '../queue-error.ts';
import { redisFailure } from './redis-failure.ts';
import type { RedisQueueSettings } from './redis-settings.ts';

/** One connection to Redis. It is opened when first needed, and again after it broke; the caller decides when to retry. */
export class RedisConnection {
  readonly #settings: RedisQueueSettings;
  readonly #clock: Clock;
  #client: Promise<RedisClientType> | undefined;
  #closed = false;

  constructor(settings: RedisQueueSettings, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
  }

  /** The server, as messages name it. */
  get #place(): string {
    const { host, port } = this.#settings;
    return `Redis at ${host}:${port}`;
  }

  /** Runs `work`, to which Redis must respond within `waitMs` plus the time any command may take. */
  async run<T>(work: (client: RedisClientType) => Promise<T>, waitMs = 0): Promise<T> {
    if (this.#closed) throw queueClosed();
    const { commandTimeoutMs } = this.#settings;
    try {
      const client = await this.#connected();
      return await this.#withDeadline(work(client), waitMs + commandTimeoutMs);
    } catch (thrown) {
      throw redisFailure(thrown, this.#place);
    }
  }

  /** Breaks the connection; what is under way fails, and the next call makes a new one. */
  drop(): void {
    const client = this.#client;
    this.#client = undefined;
    client?.then(
      (open) => (open.isOpen ? open.destroy() : undefined),
      () => undefined,
    );
  }

  close(): void {
    this.#closed = true;
    this.drop();
  }

  #connected(): Promise<RedisClientType> {
    if (this.#client !== undefined) return this.#client;
    const client = this.#connect(() => {
      if (this.#client === client) this.#client = undefined;
    });
    this.#client = client;
    return client;
  }

  async #connect(broken: () => void): Promise<RedisClientType> {
    const { host, port, tls, database, username, password, connectTimeoutMs } = this.#settings;
    // By its default: the names of a CommonJS module are not to be relied on in a bundle.
    const { default: redis } = await import('@redis/client');
    const client: RedisClientType = redis.createClient({
      // The library would queue and retry commands without limit and without a report.
      socket: { host, port, connectTimeout: connectTimeoutMs, reconnectStrategy: false, ...(tls ? { tls } : {}) },
      disableOfflineQueue: true,
      database,
      ...(username ? { username } : {}),
      ...(password ? { password } : {}),
    });
    // Without a listener an error would end the process.
    client.on('error', broken);
    try {
      return await client.connect();
    } catch (thrown) {
      broken();
      throw thrown;
    }
  }

  async #withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const stop = this.#clock.after(ms, () => {
      this.drop();
      const reason = new RetryableError(queueMessages.noResponse({ ms }), { code: 'QUEUE_TIMEOUT' });
      reject(queueUnavailable(this.#place, reason));
    });
    // Reached only if the work loses the race: its own failure is of no interest then.
    work.catch(() => undefined);
    try {
      return await Promise.race([work, late]);
    } finally {
      stop();
    }
  }
}
