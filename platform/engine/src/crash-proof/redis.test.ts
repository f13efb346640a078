import { missingService, startRedis, type TestService } from '@kubemin/testing';
import { createClient } from '@redis/client';
import { afterAll, beforeAll } from 'vitest';
import { describeProof } from './test-support/describe-proof.ts';
import { INSTANCE_SETTINGS, QUEUE_SETTINGS } from './test-support/fast-settings.ts';
import { databaseCut } from './test-support/outage.ts';
import { type ProofDatabase, startProofDatabase } from './test-support/postgres-database.ts';
import { PROOF_SIZE } from './test-support/proof-size.ts';

const missing = missingService('postgres') ?? missingService('redis');

let database: ProofDatabase | undefined;
let redis: TestService | undefined;
beforeAll(async () => {
  if (missing !== undefined) return;
  database = await startProofDatabase();
  redis = await startRedis();
});
afterAll(async () => {
  await redis?.close();
  await database?.close();
});

/** Everything the queue knew is gone when it comes back. */
async function restartEmpty({ host, port, stop, start }: TestService): Promise<void> {
  const client = await createClient({ socket: { host, port } }).connect();
  await client.flushAll();
  client.destroy();
  await stop();
  await start();
}

describeProof(
  'PostgreSQL and Redis, three instances; the database is cut, Redis restarts empty',
  async () => {
    if (database === undefined || redis === undefined) throw new Error('there are no servers');
    const queueServer = redis;
    return {
      ...database,
      instances: 3,
      settings: INSTANCE_SETTINGS,
      queue: {
        driver: 'redis',
        server: { host: redis.host, port: redis.port, connectTimeoutMs: 1_000, commandTimeoutMs: 2_000 },
        settings: QUEUE_SETTINGS,
      },
      incidents: [
        { afterRuns: PROOF_SIZE.runs * 0.2, run: () => restartEmpty(queueServer) },
        databaseCut(database, PROOF_SIZE.cutMs, PROOF_SIZE.runs * 0.4),
        { afterRuns: PROOF_SIZE.runs * 0.7, run: () => restartEmpty(queueServer) },
      ],
    };
  },
  missing,
);
