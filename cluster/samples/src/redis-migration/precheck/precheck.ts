import { TerminalError } from '@kubemin/base';
import { type PhaseHandler, single } from '@kubemin/controller';
import { majorVersion, type RedisFacts, readRedisFacts } from '../../redis/redis-facts.ts';
import type { MigrationServers, Side } from '../migration-servers.ts';
import type { RedisMigration } from '../redis-migration-resource.ts';

/** The destination has as many databases as the source uses. Found out by going there: to ask for settings is often forbidden. */
export function checkDatabases(servers: MigrationServers): PhaseHandler<RedisMigration> {
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

/** Nothing at the destination is in the way. Asked before the first key is copied and never after: then the keys are ours. */
export function checkDestinationFree(servers: MigrationServers): PhaseHandler<RedisMigration> {
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

/** One of the servers answers. */
export function checkReachable(servers: MigrationServers, side: Side): PhaseHandler<RedisMigration> {
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

const MIB = 1024 ** 2;

/** Why what one server holds does not fit into the other; undefined when it does. */
export function roomProblem(source: RedisFacts, dest: RedisFacts): string | undefined {
  const free = dest.maxBytes - dest.usedBytes;
  if (dest.maxBytes === 0 || free >= source.usedBytes) return undefined;
  const [needed, left] = [source.usedBytes, Math.max(0, free)].map((bytes) => (bytes / MIB).toFixed(1));
  return `the source uses ${needed} MiB and the destination has room for ${left} MiB; raise its maxmemory`;
}

/** What the source holds fits into the destination. */
export function checkRoom(servers: MigrationServers): PhaseHandler<RedisMigration> {
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

/** The first version that takes expiry as a moment instead of a remaining time. */
const OLDEST_DESTINATION = 5;

/** Why values cannot be carried from one version to the other; undefined when they can. */
export function versionProblem(source: string, dest: string): string | undefined {
  if (majorVersion(dest) < OLDEST_DESTINATION) {
    return `the destination runs Redis ${dest}; upgrade it to ${OLDEST_DESTINATION} or later`;
  }
  if (majorVersion(dest) < majorVersion(source)) {
    return `the destination runs Redis ${dest} and does not read what Redis ${source} writes; upgrade it to ${majorVersion(source)} or later`;
  }
  return undefined;
}

/** The destination reads what the source writes. */
export function checkVersion(servers: MigrationServers): PhaseHandler<RedisMigration> {
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
