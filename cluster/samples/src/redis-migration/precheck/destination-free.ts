import { TerminalError } from '@kubemin/base';
import { type PhaseHandler, single } from '@kubemin/controller';
import { readRedisFacts } from '../../redis/redis-facts.ts';
import type { MigrationServers } from '../migration-servers.ts';
import type { RedisMigration } from '../redis-migration-resource.ts';

/** Nothing at the destination is in the way. Asked before the first key is copied and never after: then the keys are ours. */
export function destinationFree(servers: MigrationServers): PhaseHandler<RedisMigration> {
  return single<RedisMigration>(
    'destinationFree',
    async (context, migration) => {
      using dest = await servers.open(context, migration, 'dest');
      const { databases } = await readRedisFacts(dest);
      if (databases.length === 0) return { done: true };
      const held = databases.map(({ number, keys }) => `${keys} keys in database ${number}`).join(', ');
      if (migration.spec.onConflict === 'replace') {
        return { done: true, warning: `the destination holds ${held}; those of the same name are replaced` };
      }
      throw new TerminalError(
        `the destination holds ${held}; empty it, or say spec.onConflict: replace to overwrite keys of the same name`,
        { code: 'REDIS_NOT_EMPTY' },
      );
    },
    { description: 'nothing at the destination is in the way' },
  );
}
