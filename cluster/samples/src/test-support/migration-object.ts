import type { RedisMigration } from '../redis-migration/redis-migration-resource.ts';

/** Small, so that a few keys make several pages. */
export const BATCH = 10;

/** A migration from the instance `old` to the instance `new`, with changes from `spec`. */
export function migrationNamed(name: string, spec: Partial<RedisMigration['spec']> = {}): RedisMigration {
  return {
    apiVersion: 'database.cloud.tencent.com/v1',
    kind: 'RedisMigration',
    metadata: { name },
    spec: { source: 'old', dest: 'new', batchSize: BATCH, onConflict: 'fail', ...spec },
  };
}
