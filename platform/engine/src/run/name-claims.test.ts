import { apps, core } from '@kubemin/kubeapi/resources';
import { objectAppId } from '@kubemin/render';
import { openSqlite, type SqlDatabase, sql } from '@kubemin/sql';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useKey } from '../task/guard/guarded-use.ts';
import { collect } from '../test-support/bench.ts';
import { deliverTo, startClusterEngine } from '../test-support/cluster-engine.ts';
import { parseDocument } from '../test-support/documents.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 1 });
});
afterAll(() => cluster.close());

const restricted = { settings: { restrictUses: true, missingGraceMs: 100, createNamespace: true } } as const;
const secret = (name: string, traits: object = {}) => ({
  name,
  type: 'secret',
  properties: { secret: { PASSWORD: 'of-its-owner' } },
  traits,
});
const reader = (name: string, sourceName: string) => ({
  name,
  type: 'webservice',
  image: 'web:1',
  traits: { envFrom: [{ type: 'secret', sourceName }] },
});
const plain = (name: string) => ({ name, type: 'webservice', image: 'web:1' });
/** Makes a database that of a version that did not write claims down. */
const forgetClaims = (database: SqlDatabase) => sql`delete from name_claims`.execute(database.query);
const secretOwner = async (name: string) => {
  const found = await cluster.client.resource(core.v1.secrets, 'default').find(name);
  return found && objectAppId(found);
};
const listDeployments = async (appId: string) => {
  const { items } = await cluster.client.resource(apps.v1.deployments).list();
  return items.filter((each) => objectAppId(each) === appId).length;
};

test('R-01: a Secret that pods of another application wait for is not made, until they let go of the name', async () => {
  const engine = await startClusterEngine(cluster.client, restricted);
  const waiting = await deliverTo(engine, 'waiting', [reader('waiting', 'late-key')]);
  expect(waiting.task?.status).toBe('failed');
  expect(await listDeployments('waiting')).toBe(1);
  const { task, jobs } = await deliverTo(engine, 'owner', [plain('owner'), secret('late-key')]);
  expect(task).toMatchObject({
    status: 'failed',
    error:
      'component "late-key": Secret "late-key" in namespace "default" is referred to by application "waiting", which would get its content. Nothing was changed; choose another name, add the trait "share", or remove it from that application first',
  });
  expect(jobs).toEqual([]);
  expect(await secretOwner('late-key')).toBeUndefined();
  // Once the other application does without it, the name is free.
  expect((await deliverTo(engine, 'waiting', [plain('waiting')])).task?.status).toBe('completed');
  expect((await deliverTo(engine, 'owner', [plain('owner'), secret('late-key')])).task?.status).toBe('completed');
  const again = await deliverTo(engine, 'waiting', [reader('waiting', 'late-key')]);
  expect(again.task?.error).toBe(
    'component waiting: Secret "late-key" in namespace default belongs to another application and is not shared; have its owner add the trait "share", or an administrator save this application',
  );
});

test('R-01: what is shared is available to waiting tasks, and is not taken from those that use it', async () => {
  const engine = await startClusterEngine(cluster.client, restricted);
  await deliverTo(engine, 'guest', [reader('guest', 'offered')]);
  const offered = [secret('offered', { share: { strategy: 'default' } })];
  expect((await deliverTo(engine, 'host', offered)).task?.status).toBe('completed');
  expect((await deliverTo(engine, 'guest', [reader('guest', 'offered')])).task?.status).toBe('completed');
  expect((await deliverTo(engine, 'host', [secret('offered')])).task?.error).toContain('application "guest"');
  expect((await deliverTo(engine, 'host', offered)).task?.status).toBe('completed');
});

test('R-01: a Secret that belonged to no application when it was first used does not become that of another one', async () => {
  const engine = await startClusterEngine(cluster.client, restricted);
  const secrets = cluster.client.resource(core.v1.secrets, 'default');
  await secrets.create({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'by-hand' } });
  expect((await deliverTo(engine, 'early', [reader('early', 'by-hand')])).task?.status).toBe('completed');
  await secrets.delete('by-hand');
  expect((await deliverTo(engine, 'heir', [secret('by-hand')])).task?.error).toContain('application "early"');
});

test('R-01: of a reader and an owner that are delivered at once, only one gets to the cluster', async () => {
  const engine = await startClusterEngine(cluster.client, restricted);
  for (const round of ['a', 'b', 'c']) {
    const runs = [
      () => deliverTo(engine, `reads-${round}`, [reader(`reads-${round}`, `at-once-${round}`)]),
      () => deliverTo(engine, `makes-${round}`, [secret(`at-once-${round}`)]),
    ];
    await Promise.all((round === 'b' ? runs.toReversed() : runs).map((run) => run()));
    const isMade = (await secretOwner(`at-once-${round}`)) !== undefined;
    expect([isMade, await listDeployments(`reads-${round}`)]).toEqual(isMade ? [true, 0] : [false, 1]);
  }
});

test('R-01: a name that an application declares and has not made yet is not made by another one', async () => {
  const engine = await startClusterEngine(cluster.client, restricted);
  const parts = [reader('first', 'declared'), secret('declared')];
  const steps = [
    { name: 'one', components: ['first'] },
    { name: 'two', components: ['declared'] },
  ];
  const first = await deliverTo(engine, 'declaring', parts, steps);
  expect(first.task?.status).toBe('failed');
  expect((await deliverTo(engine, 'taking', [secret('declared')])).task?.error).toContain(
    'Secret "declared" in namespace "default" belongs to application "declaring"',
  );
});

test('R-01: what an administrator permits an application to use may be made after it', async () => {
  const engine = await startClusterEngine(cluster.client, restricted);
  const deliver = async (permitted: readonly string[]) => {
    const document = parseDocument({ name: 'given', namespace: 'default', component: [reader('given', 'granted')] });
    const run = { appId: 'given', appName: 'given', namespace: 'default', revision: 1, document, componentIds: {} };
    await collect(engine.events((await engine.submit({ ...run, operation: { kind: 'deploy', permitted } })).id));
  };
  await deliver([]);
  expect((await deliverTo(engine, 'giving', [secret('granted')])).task?.status).toBe('failed');
  await deliver([useKey({ component: 'given', kind: 'Secret', namespace: 'default', name: 'granted' })]);
  expect((await deliverTo(engine, 'giving', [secret('granted')])).task?.status).toBe('completed');
});

test('R-01: what was delivered before claims were written down counts, and goes on being delivered', async () => {
  const database = openSqlite({ path: ':memory:' });
  const engine = await startClusterEngine(cluster.client, { ...restricted, database });
  const secrets = cluster.client.resource(core.v1.secrets, 'default');
  await secrets.create({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'old-key' } });
  expect((await deliverTo(engine, 'old', [reader('old', 'old-key')])).task?.status).toBe('completed');
  await secrets.delete('old-key');
  await forgetClaims(database);
  const upgraded = await startClusterEngine(cluster.client, { ...restricted, database });
  expect((await deliverTo(upgraded, 'new', [secret('old-key')])).task?.error).toContain('application "old"');
});
