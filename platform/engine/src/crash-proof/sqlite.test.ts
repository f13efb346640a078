import { join } from 'node:path';
import { temporaryDirectory } from '@kubemin/testing';
import { afterAll, beforeAll } from 'vitest';
import { describeProof } from './test-support/describe-proof.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeAll(async () => {
  directory = await temporaryDirectory();
});
afterAll(() => directory.remove());

describeProof('SQLite, one instance that is killed and started again', async () => ({
  databaseUrl: `sqlite:${join(directory.path, 'engine.db')}`,
  instances: 1,
  settings: { takeOver: 'all', pollIntervalMs: 50, heartbeatMs: 200 },
}));
