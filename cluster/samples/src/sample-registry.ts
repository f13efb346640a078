import { type ControllerRegistry, type CustomResource, controllerRules } from '@kubemin/controller';
import type { PolicyRule } from '@kubemin/kubeapi/types/rbac.v1';
import { atModule } from './at/at-reconciler.ts';
import { ats } from './at/at-resource.ts';
import type { RedisInstances } from './redis/redis-address.ts';
import { redisMigrationModule } from './redis-migration/redis-migration-machine.ts';
import { redisMigrations } from './redis-migration/redis-migration-resource.ts';

/** Options of the samples. */
export interface SampleOptions {
  /** Addresses of Redis servers by the ids that migrations may use for them. */
  readonly instances?: RedisInstances;
}

/** The resources of the samples. */
export const sampleResources: readonly CustomResource[] = [ats, redisMigrations];

/** The RBAC rules of the samples, besides those of every manager. */
export const sampleRules: readonly PolicyRule[] = controllerRules(sampleResources, [
  { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch', 'create'] },
  { apiGroups: [''], resources: ['secrets'], verbs: ['get'] },
]);

/** Registers the controllers of the samples; nothing runs yet. */
export function registerSamples(registry: ControllerRegistry, { instances = {} }: SampleOptions = {}): void {
  registry.register(atModule, redisMigrationModule(instances));
}
