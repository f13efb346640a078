import { TerminalError } from '@kubemin/base';
import type { PhaseHandler } from '@kubemin/controller';
import { escapedKey } from '../../redis/redis-key.ts';
import { absentKeys } from '../../redis/redis-page.ts';
import type { MigrationServers } from '../migration-servers.ts';
import type { RedisMigration } from '../redis-migration-resource.ts';
import { databaseWalk } from './database-walk.ts';

const MOST_NAMED = 10;

/** Looks for every key of the source at the destination. */
export function verify(servers: MigrationServers): PhaseHandler<RedisMigration> {
  return databaseWalk({
    name: 'verify',
    description: 'every key of the source is at the destination',
    servers,
    visit: async (_context, { source, dest, keys }) => {
      const candidates = await absentKeys(dest, keys);
      if (candidates.length === 0) return;
      // Those that have gone at the source meanwhile have gone at the destination for the same reason.
      const gone = new Set(await absentKeys(source, candidates));
      const missing = candidates.filter((key) => !gone.has(key));
      if (missing.length === 0) return;
      const named = missing.slice(0, MOST_NAMED).map(escapedKey).join(', ');
      const more = missing.length > MOST_NAMED ? ` and ${missing.length - MOST_NAMED} more` : '';
      throw new TerminalError(
        `${dest.where} lacks ${missing.length} of ${keys.length} keys that were looked at: ${named}${more}; ` +
          'stop whoever writes to the source or deletes from the destination, and create a migration with spec.onConflict: replace',
        { code: 'REDIS_KEYS_MISSING' },
      );
    },
  });
}
