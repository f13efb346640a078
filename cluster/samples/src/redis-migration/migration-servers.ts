import { TerminalError } from '@kubemin/base';
import type { HandlerContext } from '@kubemin/controller';
import { splitKey } from '@kubemin/kube';
import { core } from '@kubemin/kubeapi/resources';
import { type RedisInstances, resolveRedis } from '../redis/redis-address.ts';
import type { RedisConnection, RedisCredentials } from '../redis/redis-connection.ts';
import { RedisConnector } from '../redis/redis-connector.ts';
import type { RedisMigration } from './redis-migration-resource.ts';

/** One of the two servers of a migration. */
export type Side = 'source' | 'dest';

/** The ways to the servers of migrations. Connections are made for a few calls each: what keeps none open loses none in a crash. */
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
    const credentials = secret === undefined ? {} : await credentialsIn(context, secret);
    return this.#connector.open({ address, credentials, database, clock: context.clock, signal: context.signal });
  }
}

async function credentialsIn({ client, key, signal }: HandlerContext, name: string): Promise<RedisCredentials> {
  const { namespace } = splitKey(key);
  const secret = await client.resource(core.v1.secrets, namespace).find(name, { signal });
  const [username, password] = ['username', 'password'].map((field) => decoded(secret?.data?.[field]));
  if (password === undefined) {
    const what = secret === undefined ? 'does not exist' : 'has no password';
    throw new TerminalError(
      `Secret ${namespace}/${name} ${what}; create it with: kubectl -n ${namespace} create secret generic ${name} --from-literal=password=…`,
      { code: 'REDIS_SECRET_UNUSABLE' },
    );
  }
  return { password, ...(username !== undefined && { username }) };
}

function decoded(value: string | undefined): string | undefined {
  return value === undefined ? undefined : Buffer.from(value, 'base64').toString();
}
