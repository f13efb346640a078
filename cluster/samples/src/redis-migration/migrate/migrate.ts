import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { type PhaseHandler, single } from '@kubemin/controller';
import { readRedisFacts, totalKeys } from '../../redis/redis-facts.ts';
import { formatKey } from '../../redis/redis-key.ts';
import { absentKeys, readEntries, writeEntries } from '../../redis/redis-page.ts';
import type { MigrationServers } from '../migration-servers.ts';
import type { RedisMigration } from '../redis-migration-resource.ts';
import { databaseWalk } from './database-walk.ts';

/** How many values are in memory and in one command: any of them may be large. */
const BATCH_SIZE = 64;

/** Copies every key with its value and expiry. */
export function copyKeys(servers: MigrationServers): PhaseHandler<RedisMigration> {
  return databaseWalk({
    name: 'copy',
    description: 'every key is copied, with its value and expiry',
    servers,
    visit: async (context, { source, dest, facts, keys }) => {
      for (let from = 0; from < keys.length; from += BATCH_SIZE) {
        const entries = await readEntries(source, keys.slice(from, from + BATCH_SIZE), facts.version);
        // Directly before the effect: another process may have taken over during the read.
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

/** Checks that the facts of both servers are known, and counts the keys. */
export function prepareMigration(servers: MigrationServers): PhaseHandler<RedisMigration> {
  return single<RedisMigration>(
    'prepare',
    async (context, migration) => {
      const { sourceStatus, destStatus } = migration.status ?? {};
      if (sourceStatus === undefined || destStatus === undefined) {
        const missing = sourceStatus === undefined ? 'sourceStatus' : 'destStatus';
        throw new TerminalError(
          verbatim(`status.${missing} is missing, so the keys to copy are unknown; create the migration again`),
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

const MAX_NAMED = 10;

/** Checks that the destination has every key of the source. */
export function verifyKeys(servers: MigrationServers): PhaseHandler<RedisMigration> {
  return databaseWalk({
    name: 'verify',
    description: 'every key of the source is at the destination',
    servers,
    visit: async (_context, { source, dest, keys }) => {
      const candidates = await absentKeys(dest, keys);
      if (candidates.length === 0) return;
      // Keys that have also disappeared at the source have expired or were deleted.
      const gone = new Set(await absentKeys(source, candidates));
      const missing = candidates.filter((key) => !gone.has(key));
      if (missing.length === 0) return;
      const named = missing.slice(0, MAX_NAMED).map(formatKey).join(', ');
      const more = missing.length > MAX_NAMED ? ` and ${missing.length - MAX_NAMED} more` : '';
      throw new TerminalError(
        verbatim(
          `${dest.where} lacks ${missing.length} of ${keys.length} checked keys: ${named}${more}; ` +
            'stop writes to the source and deletions at the destination, and create a migration with spec.onConflict: replace',
        ),
        { code: 'REDIS_KEYS_MISSING' },
      );
    },
  });
}
