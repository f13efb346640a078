import type { PhaseHandler } from '@kubemin/controller';
import { readEntries, writeEntries } from '../../redis/redis-page.ts';
import type { MigrationServers } from '../migration-servers.ts';
import type { RedisMigration } from '../redis-migration-resource.ts';
import { databaseWalk } from './database-walk.ts';

/** Copies every key with its value and expiry. */
export function copy(servers: MigrationServers): PhaseHandler<RedisMigration> {
  return databaseWalk({
    name: 'copy',
    description: 'every key is copied, with its value and expiry',
    servers,
    visit: async (context, { source, dest, facts, keys }) => {
      const entries = await readEntries(source, keys, facts.version);
      // Right before the effect: reading may have taken until long after another process took over.
      context.assertLeading();
      await writeEntries(dest, entries);
    },
    status: (migration, copied) => {
      const total = migration.status?.progress?.total ?? copied;
      return { progress: { copied, total: Math.max(copied, total) } };
    },
  });
}
