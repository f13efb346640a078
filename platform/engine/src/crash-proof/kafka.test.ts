import { type KafkaService, missingService, startKafka } from '@kubemin/testing';
import { afterAll, beforeAll } from 'vitest';
import { describeProof } from './test-support/describe-proof.ts';
import { INSTANCE_SETTINGS, QUEUE_SETTINGS } from './test-support/fast-settings.ts';
import { databaseCut } from './test-support/outage.ts';
import { type ProofDatabase, startProofDatabase } from './test-support/postgres-database.ts';
import { PROOF_SIZE } from './test-support/proof-size.ts';

const missing = missingService('postgres') ?? missingService('kafka');

let database: ProofDatabase | undefined;
let kafka: KafkaService | undefined;
beforeAll(async () => {
  if (missing !== undefined) return;
  database = await startProofDatabase();
  kafka = await startKafka();
});
afterAll(async () => {
  await kafka?.close();
  await database?.close();
});

describeProof(
  'PostgreSQL and Kafka, three instances; the database is cut',
  async () => {
    if (database === undefined || kafka === undefined) throw new Error('there are no servers');
    return {
      ...database,
      instances: 3,
      settings: INSTANCE_SETTINGS,
      queue: {
        driver: 'kafka',
        server: {
          brokers: [`${kafka.host}:${kafka.port}`],
          partitions: 3,
          sessionTimeoutMs: 3_000,
          heartbeatIntervalMs: 300,
          rebalanceTimeoutMs: 5_000,
        },
        settings: QUEUE_SETTINGS,
      },
      incidents: [databaseCut(database, PROOF_SIZE.cutMs, PROOF_SIZE.runs * 0.4)],
    };
  },
  missing,
);
