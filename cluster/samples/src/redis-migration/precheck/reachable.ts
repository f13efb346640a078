import { type PhaseHandler, single } from '@kubemin/controller';
import type { MigrationServers, Side } from '../migration-servers.ts';
import type { RedisMigration } from '../redis-migration-resource.ts';

/** One of the servers answers. */
export function reachable(servers: MigrationServers, side: Side): PhaseHandler<RedisMigration> {
  return single<RedisMigration>(
    side,
    async (context, migration) => {
      using connection = await servers.open(context, migration, side);
      await connection.run((client) => client.ping());
      return { done: true };
    },
    { description: side === 'source' ? 'the source answers' : 'the destination answers' },
  );
}
