import { TerminalError } from '@kubemin/base';
import { type PhaseHandler, single } from '@kubemin/controller';
import { readRedisFacts } from '../../redis/redis-facts.ts';
import type { MigrationServers } from '../migration-servers.ts';
import type { RedisMigration } from '../redis-migration-resource.ts';

/** The destination has as many databases as the source uses. Found out by going there: to ask for settings is often forbidden. */
export function databases(servers: MigrationServers): PhaseHandler<RedisMigration> {
  return single<RedisMigration>(
    'databases',
    async (context, migration) => {
      using source = await servers.open(context, migration, 'source');
      const highest = (await readRedisFacts(source)).databases.at(-1)?.number ?? 0;
      try {
        using _dest = await servers.open(context, migration, 'dest', highest);
        return { done: true };
      } catch (error) {
        if (!(error instanceof TerminalError) || !/DB index is out of range/.test(error.message)) throw error;
        throw new TerminalError(
          `the source holds keys in database ${highest}, which the destination does not have; set its "databases" to ${highest + 1} or more`,
          { code: 'REDIS_TOO_FEW_DATABASES', cause: error },
        );
      }
    },
    { description: 'the destination has the databases that the source uses' },
  );
}
