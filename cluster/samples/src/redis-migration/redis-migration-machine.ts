import { definePhaseMachine, type PhaseMachine, parallel, serial } from '@kubemin/controller';
import type { RedisInstances } from '../redis/redis-address.ts';
import { collectFacts } from './collect-facts.ts';
import { copy } from './migrate/copy.ts';
import { prepare } from './migrate/prepare.ts';
import { verify } from './migrate/verify.ts';
import { MigrationServers } from './migration-servers.ts';
import { databases } from './precheck/databases.ts';
import { destinationFree } from './precheck/destination-free.ts';
import { reachable } from './precheck/reachable.ts';
import { room } from './precheck/room.ts';
import { version } from './precheck/version.ts';
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
