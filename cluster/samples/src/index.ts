export { atModule } from './at/at-module.ts';
export { type At, type AtStatus, ats } from './at/at-resource.ts';
export type { RedisInstances } from './redis/redis-address.ts';
export { redisMigrationMachine } from './redis-migration/redis-migration-machine.ts';
export { redisMigrationModule } from './redis-migration/redis-migration-module.ts';
export { type RedisMigration, redisMigrations } from './redis-migration/redis-migration-resource.ts';
export { registerSamples, type SampleOptions, sampleResources, sampleRules } from './sample-registry.ts';
