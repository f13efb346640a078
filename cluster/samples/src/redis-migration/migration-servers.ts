import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { HandlerContext } from '@kubemin/controller';
import { splitKey } from '@kubemin/kube';
import { core } from '@kubemin/kubeapi/resources';
import type { RedisClientType } from '@redis/client';
import { type RedisInstances, resolveRedis } from '../redis/redis-address.ts';
import { RedisConnection, type RedisConnectionOptions, type RedisCredentials } from '../redis/redis-connection.ts';
import type { RedisMigration } from './redis-migration-resource.ts';

/** One of the two servers of a migration. */
export type Side = 'source' | 'dest';

/** Connects to the servers of migrations. Connections are opened for a few calls each, so that a crash leaves none open. */
export class MigrationServers {
  readonly #instances: RedisInstances;
  readonly #connector = new RedisConnector();

  constructor(instances: RedisInstances) {
    this.#instances = instances;
  }

  /** Connects to a database of a server; the caller disposes of the connection. */
  async open(context: HandlerContext, migration: RedisMigration, side: Side, database = 0): Promise<RedisConnection> {
    const { spec } = migration;
    const address = resolveRedis(spec[side], this.#instances);
    const secret = side === 'source' ? spec.sourceSecret : spec.destSecret;
    const credentials = secret === undefined ? {} : await readCredentials(context, secret);
    return this.#connector.open({ address, credentials, database, clock: context.clock, signal: context.signal });
  }
}

async function readCredentials({ client, key, signal }: HandlerContext, name: string): Promise<RedisCredentials> {
  const { namespace } = splitKey(key);
  const secret = await client.resource(core.v1.secrets, namespace).find(name, { signal });
  const [username, password] = ['username', 'password'].map((field) => decodeBase64(secret?.data?.[field]));
  if (password === undefined) {
    const what = secret === undefined ? 'does not exist' : 'has no password';
    throw new TerminalError(
      verbatim(
        `Secret ${namespace}/${name} ${what}; create it with: kubectl -n ${namespace} create secret generic ${name} --from-literal=password=…`,
      ),
      { code: 'REDIS_SECRET_UNUSABLE' },
    );
  }
  return { password, ...(username !== undefined && { username }) };
}

function decodeBase64(value: string | undefined): string | undefined {
  return value === undefined ? undefined : Buffer.from(value, 'base64').toString();
}

const CONNECT_TIMEOUT_MS = 5_000;

/** Opens connections. One instance is enough: it caches the client class, which is slow to build. */
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
  // The default import: named exports of a CommonJS module are unreliable in a bundle.
  const { default: redis } = await import('@redis/client');
  // `createClient` would build the class again for each set of options: 50 ms, while connecting takes 2 ms.
  const make = redis.RedisClient.factory();
  return ({ address: { host, port, tls }, credentials, database = 0 }) =>
    make({
      // Disables the unlimited queueing and retries of the library.
      socket: { host, port, connectTimeout: CONNECT_TIMEOUT_MS, reconnectStrategy: false, ...(tls ? { tls } : {}) },
      disableOfflineQueue: true,
      database,
      ...credentials,
    });
}
