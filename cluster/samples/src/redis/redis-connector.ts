import type { RedisClientType } from '@redis/client';
import { RedisConnection, type RedisConnectionOptions } from './redis-connection.ts';

const CONNECT_TIMEOUT_MS = 5_000;

/** Makes connections. One is enough for all of them: it keeps the class of the client, which takes long to build. */
export class RedisConnector {
  #factory: Promise<ClientFactory> | undefined;

  /** Connects to a database of a server; the caller disposes of the connection. Throws as `RedisConnection.connect` does. */
  async open(options: RedisConnectionOptions): Promise<RedisConnection> {
    this.#factory ??= clientFactory();
    const make = await this.#factory;
    const connection = new RedisConnection(options, make(options));
    await connection.connect();
    return connection;
  }
}

type ClientFactory = (options: RedisConnectionOptions) => RedisClientType;

async function clientFactory(): Promise<ClientFactory> {
  // By its default: the names of a CommonJS module are not to be relied on in a bundle.
  const { default: redis } = await import('@redis/client');
  // `createClient` would build the class anew for each set of options: 50 ms, where to connect takes 2.
  const make = redis.RedisClient.factory();
  return ({ address: { host, port, tls }, credentials, database = 0 }) =>
    make({
      // The library would queue and retry by itself, without end and unseen.
      socket: { host, port, connectTimeout: CONNECT_TIMEOUT_MS, reconnectStrategy: false, ...(tls ? { tls } : {}) },
      disableOfflineQueue: true,
      database,
      ...credentials,
    });
}
