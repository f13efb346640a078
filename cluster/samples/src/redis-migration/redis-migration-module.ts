import { type ControllerModule, phaseModule } from '@kubemin/controller';
import type { RedisInstances } from '../redis/redis-address.ts';
import { redisMigrationMachine } from './redis-migration-machine.ts';

/** The controller of RedisMigration objects. */
export function redisMigrationModule(instances: RedisInstances = {}): ControllerModule {
  return phaseModule(redisMigrationMachine(instances), { name: 'redismigration' });
}
