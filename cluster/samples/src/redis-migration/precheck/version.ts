import { TerminalError } from '@kubemin/base';
import { type PhaseHandler, single } from '@kubemin/controller';
import { majorOf, readRedisFacts } from '../../redis/redis-facts.ts';
import type { MigrationServers } from '../migration-servers.ts';
import type { RedisMigration } from '../redis-migration-resource.ts';

/** The first version that takes expiry as a moment instead of a remaining time. */
const OLDEST_DESTINATION = 5;

/** Why values cannot be carried from one version to the other; undefined when they can. */
export function versionProblem(source: string, dest: string): string | undefined {
  if (majorOf(dest) < OLDEST_DESTINATION) {
    return `the destination runs Redis ${dest}; upgrade it to ${OLDEST_DESTINATION} or later`;
  }
  if (majorOf(dest) < majorOf(source)) {
    return `the destination runs Redis ${dest} and does not read what Redis ${source} writes; upgrade it to ${majorOf(source)} or later`;
  }
  return undefined;
}

/** The destination reads what the source writes. */
export function version(servers: MigrationServers): PhaseHandler<RedisMigration> {
  return single<RedisMigration>(
    'version',
    async (context, migration) => {
      using source = await servers.open(context, migration, 'source');
      using dest = await servers.open(context, migration, 'dest');
      const [from, to] = await Promise.all([readRedisFacts(source), readRedisFacts(dest)]);
      const problem = versionProblem(from.version, to.version);
      if (problem !== undefined) throw new TerminalError(problem, { code: 'REDIS_VERSION_TOO_OLD' });
      return { done: true };
    },
    { description: 'the destination reads what the source writes' },
  );
}
