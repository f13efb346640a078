import { missingService, startPostgres, startTcpProxy, type TcpProxy, type TestService } from '@kubemin/testing';
import { afterAll, beforeAll } from 'vitest';
import { describeProof, PROOF_RUNS } from './test-support/describe-proof.ts';
import { cutFor, through } from './test-support/outage.ts';

let postgres: TestService;
let proxy: TcpProxy;
beforeAll(async () => {
  if (missingService('postgres') !== undefined) return;
  postgres = await startPostgres();
  proxy = await startTcpProxy(postgres);
});
afterAll(async () => {
  await proxy?.close();
  await postgres?.close();
});

describeProof(
  'PostgreSQL, three instances, the database cut for ten seconds',
  async () => ({
    databaseUrl: through(proxy, postgres.url),
    observerUrl: postgres.url,
    instances: 3,
    runs: PROOF_RUNS,
    applications: 8,
    settings: { pollIntervalMs: 100, heartbeatMs: 250, deadAfterMs: 3_000 },
    incidents: [cutFor(proxy, 10_000, PROOF_RUNS / 3)],
  }),
  missingService('postgres'),
);
