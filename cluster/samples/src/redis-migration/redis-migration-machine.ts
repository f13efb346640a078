import { TerminalError } from '@kubemin/base';
import {
  type ControllerModule,
  definePhaseMachine,
  type HandlerContext,
  type PhaseHandler,
  type PhaseMachine,
  parallel,
  phaseModule,
  serial,
  single,
} from '@kubemin/controller';
import type { RedisInstances } from '../redis/redis-address.ts';
import { readRedisFacts, totalKeys } from '../redis/redis-facts.ts';
import { copy, prepare, verify } from './migrate/migrate.ts';
import { MigrationServers, type Side } from './migration-servers.ts';
import { databases, destinationFree, reachable, room, version } from './precheck/precheck.ts';
import { type RedisMigration, redisMigrations } from './redis-migration-resource.ts';

/** How a migration gets from its declaration to the last key. */
export function redisMigrationMachine(instances: RedisInstances): PhaseMachine<RedisMigration> {
  const servers = new MigrationServers(instances);
  return definePhaseMachine({
    resource: redisMigrations,
    initialPhase: 'Pending',
    terminalPhases: ['PreFailed', 'Failed', 'Succeeded'],
    failedPhases: ['PreFailed', 'Failed'],
    handlers: {
      Pending: collectFacts(servers),
      Precheck: serial(
        'Precheck',
        parallel('reachable', reachable(servers, 'source'), reachable(servers, 'dest')),
        version(servers),
        parallel('space', room(servers), databases(servers), destinationFree(servers)),
      ),
      Migrate: serial('Migrate', prepare(servers), copy(servers), verify(servers)),
    },
    normalTrans: { Pending: 'Precheck', Precheck: 'Migrate', Migrate: 'Succeeded' },
    errorTrans: { Pending: 'PreFailed', Precheck: 'PreFailed', Migrate: 'Failed' },
  });
}

type ServerFacts = NonNullable<NonNullable<RedisMigration['status']>['sourceStatus']>;

/** Finds out what the two servers are. */
function collectFacts(servers: MigrationServers): PhaseHandler<RedisMigration> {
  const factsOf = async (context: HandlerContext, migration: RedisMigration, side: Side): Promise<ServerFacts> => {
    using connection = await servers.open(context, migration, side);
    const facts = await readRedisFacts(connection);
    if (facts.mode !== 'standalone') {
      // A node of a cluster answers for its own keys alone: what it has copied would look like everything.
      throw new TerminalError(
        `${connection.where} runs in ${facts.mode} mode, of which only a part can be seen from here; spec.${side} must be a server that holds all its keys`,
        { code: 'REDIS_MODE_UNSUPPORTED' },
      );
    }
    const name = migration.spec[side].toUpperCase();
    return { id: facts.runId, name, version: facts.version, keys: totalKeys(facts) };
  };
  return single('collectFacts', async (context, migration) => {
    const sourceStatus = await factsOf(context, migration, 'source');
    const destStatus = await factsOf(context, migration, 'dest');
    if (sourceStatus.id === destStatus.id) {
      throw new TerminalError(
        `spec.source ${migration.spec.source} and spec.dest ${migration.spec.dest} are the same server; name another one in spec.dest`,
        { code: 'REDIS_SAME_SERVER' },
      );
    }
    return { done: true, status: { sourceStatus, destStatus } };
  });
}

/** The controller of RedisMigration objects. */
export function redisMigrationModule(instances: RedisInstances = {}): ControllerModule {
  return phaseModule(redisMigrationMachine(instances), { name: 'redismigration' });
}
