import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
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
import { copyKeys, prepareMigration, verifyKeys } from './migrate/migrate.ts';
import { MigrationServers, type Side } from './migration-servers.ts';
import {
  checkDatabases,
  checkDestinationFree,
  checkMemory,
  checkReachable,
  checkVersion,
} from './precheck/precheck.ts';
import { type RedisMigration, redisMigrations } from './redis-migration-resource.ts';

/** The phase machine of migrations. */
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
        parallel('reachable', checkReachable(servers, 'source'), checkReachable(servers, 'dest')),
        checkVersion(servers),
        parallel('space', checkMemory(servers), checkDatabases(servers), checkDestinationFree(servers)),
      ),
      Migrate: serial('Migrate', prepareMigration(servers), copyKeys(servers), verifyKeys(servers)),
    },
    normalTrans: { Pending: 'Precheck', Precheck: 'Migrate', Migrate: 'Succeeded' },
    errorTrans: { Pending: 'PreFailed', Precheck: 'PreFailed', Migrate: 'Failed' },
  });
}

type ServerFacts = NonNullable<NonNullable<RedisMigration['status']>['sourceStatus']>;

/** Reads the facts of the two servers. */
function collectFacts(servers: MigrationServers): PhaseHandler<RedisMigration> {
  const readServerFacts = async (
    context: HandlerContext,
    migration: RedisMigration,
    side: Side,
  ): Promise<ServerFacts> => {
    using connection = await servers.open(context, migration, side);
    const facts = await readRedisFacts(connection);
    if (facts.mode !== 'standalone') {
      // A node of a cluster has only its own keys: a partial copy would look complete.
      throw new TerminalError(
        verbatim(
          `${connection.where} runs in ${facts.mode} mode, which is not supported; spec.${side} must be a standalone server with all keys`,
        ),
        { code: 'REDIS_MODE_UNSUPPORTED' },
      );
    }
    const name = migration.spec[side].toUpperCase();
    return { id: facts.runId, name, version: facts.version, keys: totalKeys(facts) };
  };
  return single('collectFacts', async (context, migration) => {
    const sourceStatus = await readServerFacts(context, migration, 'source');
    const destStatus = await readServerFacts(context, migration, 'dest');
    if (sourceStatus.id === destStatus.id) {
      throw new TerminalError(
        verbatim(
          `spec.source ${migration.spec.source} and spec.dest ${migration.spec.dest} are the same server; name another one in spec.dest`,
        ),
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
