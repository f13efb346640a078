import type { PhaseHandler } from '@kubemin/controller';
import { readEntries, writeEntries } from '../../redis/redis-page.ts';
import type { MigrationServers } from '../migration-servers.ts';
import type { RedisMigration } from '../redis-migration-resource.ts';
import { databaseWalk } from './database-walk.ts';

/** How many values are held in memory, and have to arrive in the time of one command: any of them may be large. */
const AT_ONCE = 64;

/** Copies every key with its value and expiry. */
export function copy(servers: MigrationServers): PhaseHandler<RedisMigration> {
  return databaseWalk({
    name: 'copy',
    description: 'every key is copied, with its value and expiry',
    servers,
    visit: async (context, { source, dest, facts, keys }) => {
      for (let from = 0; from < keys.length; from += AT_ONCE) {
        const entries = await readEntries(source, keys.slice(from, from + AT_ONCE), facts.version);
        // Right before the effect: reading may have taken until long after another process took over.
        context.assertLeading();
        await writeEntries(dest, entries);
      }
    },
    status: (migration, copied) => {
      const total = migration.status?.progress?.total ?? copied;
      return { progress: { copied, total: Math.max(copied, total) } };
    },
  });
}
