import { TerminalError } from '@kubemin/base';
import { type PhaseHandler, single } from '@kubemin/controller';
import { type RedisFacts, readRedisFacts } from '../../redis/redis-facts.ts';
import type { MigrationServers } from '../migration-servers.ts';
import type { RedisMigration } from '../redis-migration-resource.ts';

const MIB = 1024 ** 2;

/** Why what one server holds does not fit into the other; undefined when it does. */
export function roomProblem(source: RedisFacts, dest: RedisFacts): string | undefined {
  const free = dest.maxBytes - dest.usedBytes;
  if (dest.maxBytes === 0 || free >= source.usedBytes) return undefined;
  const [needed, left] = [source.usedBytes, Math.max(0, free)].map((bytes) => (bytes / MIB).toFixed(1));
  return `the source uses ${needed} MiB and the destination has room for ${left} MiB; raise its maxmemory`;
}

/** What the source holds fits into the destination. */
export function room(servers: MigrationServers): PhaseHandler<RedisMigration> {
  return single<RedisMigration>(
    'room',
    async (context, migration) => {
      using source = await servers.open(context, migration, 'source');
      using dest = await servers.open(context, migration, 'dest');
      const problem = roomProblem(await readRedisFacts(source), await readRedisFacts(dest));
      if (problem !== undefined) throw new TerminalError(problem, { code: 'REDIS_NO_ROOM' });
      return { done: true };
    },
    { description: 'what the source holds fits into the destination' },
  );
}
