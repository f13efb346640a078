/**
 * Controllers to learn from, which `kubemin hub` runs: `ats` with a reconciler, `redisMigrations` with a phase machine;
 * `registerSamples` adds both. `initialise` applies the first objects of a new server.
 */
export { atModule } from './at/at-reconciler.ts';
export { type At, type AtStatus, ats } from './at/at-resource.ts';
export { FIRST_USER, initialObjects } from './initial/initial-objects.ts';
export { initialResources } from './initial/initial-resources.ts';
export { initialise } from './initial/initialise.ts';
export type { InitialisedObject, InitialiseOptions } from './initial/initialised-object.ts';
export type { RedisInstances } from './redis/redis-address.ts';
export { redisMigrationMachine, redisMigrationModule } from './redis-migration/redis-migration-machine.ts';
export { type RedisMigration, redisMigrations } from './redis-migration/redis-migration-resource.ts';
export { registerSamples, type SampleOptions, sampleResources, sampleRules } from './sample-registry.ts';
