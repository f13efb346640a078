import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { type PhaseHandler, single } from '@kubemin/controller';
import { majorVersion, type RedisFacts, readRedisFacts } from '../../redis/redis-facts.ts';
import type { MigrationServers, Side } from '../migration-servers.ts';
import type { RedisMigration } from '../redis-migration-resource.ts';

/** Checks that the destination has as many databases as the source uses, by connecting: CONFIG is often forbidden. */
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
          verbatim(
            `the source holds keys in database ${highest}, which the destination does not have; set its "databases" to ${highest + 1} or more`,
          ),
          { code: 'REDIS_TOO_FEW_DATABASES', cause: error },
        );
      }
    },
    { description: 'the destination has the databases that the source uses' },
  );
}

/** Checks that the destination is empty or may be overwritten. Only before the first key is copied: later it contains copied keys. */
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
        verbatim(
          `the destination holds ${held}; empty it, or set spec.onConflict: replace to overwrite keys of the same name`,
        ),
        { code: 'REDIS_NOT_EMPTY' },
      );
    },
    { description: 'the destination is empty or may be overwritten' },
  );
}

/** Checks that one of the servers responds. */
export function checkReachable(servers: MigrationServers, side: Side): PhaseHandler<RedisMigration> {
  return single<RedisMigration>(
    side,
    async (context, migration) => {
      using connection = await servers.open(context, migration, side);
      await connection.run((client) => client.ping());
      return { done: true };
    },
    { description: side === 'source' ? 'the source responds' : 'the destination responds' },
  );
}

const MIB = 1024 ** 2;

/** The problem when the data of one server does not fit into the other; undefined when it fits. */
export function memoryProblem(source: RedisFacts, dest: RedisFacts): string | undefined {
  const free = dest.maxBytes - dest.usedBytes;
  if (dest.maxBytes === 0 || free >= source.usedBytes) return undefined;
  const [needed, left] = [source.usedBytes, Math.max(0, free)].map((bytes) => (bytes / MIB).toFixed(1));
  return `the source uses ${needed} MiB and the destination has room for ${left} MiB; raise its maxmemory`;
}

/** Checks that the data of the source fits into the destination. */
export function checkMemory(servers: MigrationServers): PhaseHandler<RedisMigration> {
  return single<RedisMigration>(
    'room',
    async (context, migration) => {
      using source = await servers.open(context, migration, 'source');
      using dest = await servers.open(context, migration, 'dest');
      const problem = memoryProblem(await readRedisFacts(source), await readRedisFacts(dest));
      if (problem !== undefined) throw new TerminalError(verbatim(problem), { code: 'REDIS_NO_ROOM' });
      return { done: true };
    },
    { description: 'the data of the source fits into the destination' },
  );
}

/** The first version that accepts expiry as an absolute time. */
const OLDEST_DESTINATION = 5;

/** The problem when values cannot be copied between the versions; undefined when they can. */
export function versionProblem(source: string, dest: string): string | undefined {
  if (majorVersion(dest) < OLDEST_DESTINATION) {
    return `the destination runs Redis ${dest}; upgrade it to ${OLDEST_DESTINATION} or later`;
  }
  if (majorVersion(dest) < majorVersion(source)) {
    return `the destination runs Redis ${dest} and does not read what Redis ${source} writes; upgrade it to ${majorVersion(source)} or later`;
  }
  return undefined;
}

/** Checks that the destination reads the format of the source. */
export function checkVersion(servers: MigrationServers): PhaseHandler<RedisMigration> {
  return single<RedisMigration>(
    'version',
    async (context, migration) => {
      using source = await servers.open(context, migration, 'source');
      using dest = await servers.open(context, migration, 'dest');
      const [from, to] = await Promise.all([readRedisFacts(source), readRedisFacts(dest)]);
      const problem = versionProblem(from.version, to.version);
      if (problem !== undefined) throw new TerminalError(verbatim(problem), { code: 'REDIS_VERSION_TOO_OLD' });
      return { done: true };
    },
    { description: 'the destination reads what the source writes' },
  );
}
