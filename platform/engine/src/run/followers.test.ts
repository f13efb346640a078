import { systemClock } from '@kubemin/base';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { createTestSqlite } from '@kubemin/testing/vitest';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../engine.ts';
import { TEST_SETTINGS } from '../queue/test-support/queue-backend.ts';
import type { EngineSettings } from '../task/settings.ts';
import type { EngineTables } from '../task/tables.ts';
import { makeBench } from '../test-support/bench.ts';
import { deliverTo, releaseShortNames, startClusterEngine } from '../test-support/cluster-engine.ts';
import { memoryBackend } from '../test-support/queue-backends.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 2 });
});
afterAll(() => cluster.close());
afterEach(() => releaseShortNames(cluster.client));

const QUICK: Partial<EngineSettings> = {
  replicaCheckMs: 50,
  leaseRetryMs: 50,
  leaseDurationMs: 400,
  renewDeadlineMs: 300,
  dispatchPollIntervalMs: 100,
};
const web = (image: string) => [{ name: 'web', type: 'webservice', image, properties: { ports: [{ port: 80 }] } }];

test('W-09: an instance that does not lead notices what its jobs wait for', async () => {
  const place = await createTestSqlite();
  const server = await memoryBackend.start();
  onTestFinished(() => server.close());
  const engines: Engine[] = [];
  for (let index = 0; index < 3; index++) {
    const queue = { driver: server.driver(), settings: TEST_SETTINGS };
    engines.push(await startClusterEngine(cluster.client, { database: await place.open(), settings: QUICK, queue }));
  }
  await eventually(() => engines.map((engine) => engine.status()), {
    until: (all) => all.every(({ leads, executes, instances }) => executes === !leads && instances === 3),
  });
  const [leader] = engines.filter((engine) => engine.status().leads);
  if (leader === undefined) throw new Error('no instance leads');
  const { task, jobs } = await deliverTo(leader, 'followed', web('web:1'));
  expect(task).toMatchObject({ status: 'completed' });
  expect(jobs.find(({ type }) => type === 'deploy')?.message).toContain('1 of 1 ready');
});

test('W-09: an instance that lost the lead and leads again still sees what its jobs wait for', async () => {
  const database = await (await createTestSqlite()).open();
  const engine = await startClusterEngine(cluster.client, { database, settings: QUICK });
  const tables = await database.withTables<EngineTables>('usurper', []);
  await eventually(() => engine.status().leads);
  const first = engine.status().term ?? 0;
  expect((await deliverTo(engine, 'reelected', web('web:1'))).task).toMatchObject({ status: 'completed' });
  const usurped = { holder: 'another', term: first + 1, expires_at: systemClock.now() + 500 };
  await tables.query.updateTable('leaders').set(usurped).execute();
  await eventually(() => !engine.status().leads);
  await eventually(() => engine.status().leads);
  expect(engine.status().term).toBeGreaterThan(first + 1);
  expect((await deliverTo(engine, 'reelected', web('web:2'))).task).toMatchObject({ status: 'completed' });
});

test('W-09: every instance runs no more at once than its limit, whichever leads', async () => {
  const place = await createTestSqlite();
  const server = await memoryBackend.start();
  onTestFinished(() => server.close());
  const busy = new Map<string, number>();
  const peaks = new Map<string, number>();
  const crew = await Promise.all(
    ['one', 'two', 'three'].map((executorId) =>
      makeBench(systemClock, {
        place,
        executorId,
        settings: { ...QUICK, maxConcurrentWorkflows: 2 },
        queue: { driver: server.driver(), settings: TEST_SETTINGS },
        script: () => async () => {
          const now = (busy.get(executorId) ?? 0) + 1;
          busy.set(executorId, now);
          peaks.set(executorId, Math.max(now, peaks.get(executorId) ?? 0));
          await systemClock.sleep(20);
          busy.set(executorId, (busy.get(executorId) ?? 0) - 1);
        },
      }),
    ),
  );
  for (const { engine } of crew) await engine.start();
  const tasks = [];
  for (let index = 0; index < 12; index++) tasks.push(await crew[index % 3]?.submit(['c1'], `app-${index}`));
  for (const task of tasks) {
    await eventually(async () => (await crew[0]?.engine.task(task?.id ?? ''))?.status === 'completed');
  }
  expect(Math.max(...peaks.values())).toBe(2);
});
