import { TerminalError } from '@kubemin/base';
import { type HandlerContext, type PhaseHandler, single } from '@kubemin/controller';
import { readRedisFacts, totalKeys } from '../redis/redis-facts.ts';
import type { MigrationServers, Side } from './migration-servers.ts';
import type { RedisMigration } from './redis-migration-resource.ts';

type ServerFacts = NonNullable<NonNullable<RedisMigration['status']>['sourceStatus']>;

/** Finds out what the two servers are. */
export function collectFacts(servers: MigrationServers): PhaseHandler<RedisMigration> {
  const factsOf = async (context: HandlerContext, migration: RedisMigration, side: Side): Promise<ServerFacts> => {
    using connection = await servers.open(context, migration, side);
    const facts = await readRedisFacts(connection);
    if (facts.mode !== 'standalone') {
      // A node of a cluster answers for its own keys alone: what it has copied would look like everything.
      throw new TerminalError(
        `${connection.where} runs in ${facts.mode} mode, of which only a part can be seen from here; spec.${side} must be a server that holds all its keys`,
        { code: 'REDIS_MODE_UNSUPPORTED' },
      );
    }
    const name = migration.spec[side].toUpperCase();
    return { id: facts.runId, name, version: facts.version, keys: totalKeys(facts) };
  };
  return single('collectFacts', async (context, migration) => {
    const sourceStatus = await factsOf(context, migration, 'source');
    const destStatus = await factsOf(context, migration, 'dest');
    if (sourceStatus.id === destStatus.id) {
      throw new TerminalError(
        `spec.source ${migration.spec.source} and spec.dest ${migration.spec.dest} are the same server; name another one in spec.dest`,
        { code: 'REDIS_SAME_SERVER' },
      );
    }
    return { done: true, status: { sourceStatus, destStatus } };
  });
}
