import { TerminalError } from '@kubemin/base';
import { type PhaseHandler, single } from '@kubemin/controller';
import { readRedisFacts, totalKeys } from '../../redis/redis-facts.ts';
import type { MigrationServers } from '../migration-servers.ts';
import type { RedisMigration } from '../redis-migration-resource.ts';

/** Both servers are known, and how much there is to copy. */
export function prepare(servers: MigrationServers): PhaseHandler<RedisMigration> {
  return single<RedisMigration>(
    'prepare',
    async (context, migration) => {
      const { sourceStatus, destStatus } = migration.status ?? {};
      if (sourceStatus === undefined || destStatus === undefined) {
        const missing = sourceStatus === undefined ? 'sourceStatus' : 'destStatus';
        throw new TerminalError(
          `status.${missing} is missing, so it is not known what to copy; create the migration anew`,
          { code: 'REDIS_FACTS_MISSING' },
        );
      }
      using source = await servers.open(context, migration, 'source');
      const total = totalKeys(await readRedisFacts(source));
      return { done: true, status: { progress: { copied: 0, total } } };
    },
    { description: 'both servers are known' },
  );
}
