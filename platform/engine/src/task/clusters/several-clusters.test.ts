import { core } from '@kubemin/kubeapi/resources';
import { LABEL } from '@kubemin/render';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../engine.ts';
import { collect } from '../../test-support/bench.ts';
import { releaseShortNames, startClusterEngine } from '../../test-support/cluster-engine.ts';
import { parseDocument } from '../../test-support/documents.ts';
import type { Operation } from '../operation.ts';
import { SANDBOX_LABEL } from '../sandbox-objects.ts';
import type { Task } from '../task.ts';
import { type ClusterConnection, type ClusterSource, clusterUnknown } from './cluster-source.ts';

let here: TestCluster;
let there: TestCluster;
beforeAll(async () => {
  [here, there] = await Promise.all([startTestCluster({ nodes: 1 }), startTestCluster({ nodes: 1 })]);
});
afterAll(() => Promise.all([here.close(), there.close()]));
afterEach(() => Promise.all([here, there].map(({ client }) => releaseShortNames(client))));

/** Clusters by name, for as long as a test lets them be. */
function makeClusterSource(clusters: Readonly<Record<string, TestCluster>>): ClusterSource {
  const closed = new AbortController().signal;
  const connections = new Map<string, ClusterConnection>(
    Object.entries(clusters).map(([name, { client }]) => [name, { client, closed }]),
  );
  return {
    names: async () => [...connections.keys()],
    connect: async (name) => {
      const found = connections.get(name);
      if (found === undefined) throw clusterUnknown(name);
      return found;
    },
  };
}

interface Wanted {
  readonly appId: string;
  readonly cluster?: string;
  readonly component?: readonly unknown[];
  readonly workflow?: readonly unknown[];
  readonly operation?: Operation;
}

const web = { name: 'web', type: 'webservice', image: 'web:1', properties: { ports: [{ port: 80 }] } };

/** Runs an application called `shop` in the namespace `default`, whatever its id. */
async function run(engine: Engine, { appId, cluster, component = [web], workflow, operation }: Wanted): Promise<Task> {
  const document = parseDocument({
    name: 'shop',
    component,
    ...(cluster !== undefined && { cluster }),
    ...(workflow !== undefined && { workflow }),
  });
  const about = { appId, appName: 'shop', namespace: 'default', revision: 1, document, componentIds: { web: 1 } };
  const { id } = await engine.submit({ ...about, ...(operation !== undefined && { operation }) });
  await collect(engine.events(id));
  const task = await engine.task(id);
  if (task === undefined) throw new Error('the task is gone');
  return task;
}

/** The applications that have services in a cluster. */
async function owners({ client }: TestCluster): Promise<readonly (string | undefined)[]> {
  const { items } = await client.resource(core.v1.services).list({ labelSelector: LABEL.appId });
  return [...new Set(items.map(({ metadata }) => metadata.labels?.[LABEL.appId]))];
}

test('the same application lives in two clusters, is operated in each and deleted in one', async () => {
  const engine = await startClusterEngine(here.client, { clusters: makeClusterSource({ staging: there }) });
  expect(await run(engine, { appId: 'a-here' })).toMatchObject({ status: 'completed' });
  expect(await run(engine, { appId: 'a-there', cluster: 'staging' })).toMatchObject({ status: 'completed' });
  expect(await owners(here)).toEqual(['a-here']);
  expect(await owners(there)).toEqual(['a-there']);
  const scale = { kind: 'scale', replicas: { web: 3 } } as const;
  expect(await run(engine, { appId: 'a-there', cluster: 'staging', operation: scale })).toMatchObject({
    status: 'completed',
  });
  const pods = await there.client.resource(core.v1.pods, 'default').list({ labelSelector: LABEL.appId });
  expect(pods.items).toHaveLength(3);
  const gone = { kind: 'delete', claims: 'keep' } as const;
  expect(await run(engine, { appId: 'a-there', cluster: 'staging', operation: gone })).toMatchObject({
    status: 'completed',
  });
  expect([await owners(here), await owners(there)]).toEqual([['a-here'], []]);
});

test('steps and their programs run where the application is, and their pods are swept there', async () => {
  const engine = await startClusterEngine(here.client, {
    clusters: makeClusterSource({ staging: there }),
    settings: { retentionIntervalMs: 20 },
  });
  const sandbox = async ({ client }: TestCluster) =>
    (await client.resource(core.v1.namespaces).list()).items.map(({ metadata }) => metadata.name ?? '');
  const before = await sandbox(here);
  const workflow = [
    { name: 'deploy', components: ['web'] },
    { name: 'hello', type: 'script', properties: { image: 'busybox', script: 'echo hello' } },
  ];
  expect(await run(engine, { appId: 'steps', cluster: 'staging', workflow })).toMatchObject({ status: 'completed' });
  expect(await sandbox(here)).toEqual(before);
  await expect
    .poll(async () => (await there.client.resource(core.v1.pods).list({ labelSelector: SANDBOX_LABEL.task })).items)
    .toEqual([]);
});

test('what is shared in one cluster has no owner in another', async () => {
  const engine = await startClusterEngine(here.client, { clusters: makeClusterSource({ staging: there }) });
  const cache = { ...web, name: 'cache', traits: { share: { strategy: 'default' } } };
  await run(engine, { appId: 's-here', component: [cache] });
  const task = await run(engine, { appId: 's-there', cluster: 'staging', component: [cache] });
  const jobs = await engine.jobs(task.id);
  expect(jobs.map(({ status }) => status)).not.toContain('skipped');
  const user = await run(engine, { appId: 's-user', cluster: 'staging', component: [cache] });
  expect((await engine.jobs(user.id)).map(({ status }) => status)).toEqual(jobs.map(() => 'skipped'));
});

test('a cluster that is not registered fails the run with a message, and nothing is delivered anywhere', async () => {
  const engine = await startClusterEngine(here.client, { clusters: makeClusterSource({ staging: there }) });
  const task = await run(engine, { appId: 'lost', cluster: 'nowhere' });
  expect(task).toMatchObject({
    status: 'failed',
    error: 'cluster "nowhere" does not exist; register it, or name another one',
  });
  expect(await engine.jobs(task.id)).toEqual([]);
  expect([...(await owners(here)), ...(await owners(there))]).not.toContain('lost');
});

test('a cluster that is down fails its own runs and no others', async () => {
  const down = await startTestCluster({ transport: 'http', controllers: false });
  onTestFinished(() => down.close());
  const engine = await startClusterEngine(here.client, {
    clusters: makeClusterSource({ down, staging: there }),
    settings: { retries: 1, retryMinMs: 1, retryMaxMs: 2 },
  });
  await down.close();
  const [failed, ...others] = await Promise.all([
    run(engine, { appId: 'd-down', cluster: 'down' }),
    run(engine, { appId: 'd-here' }),
    run(engine, { appId: 'd-there', cluster: 'staging' }),
  ]);
  expect(failed).toMatchObject({ status: 'failed', error: expect.stringContaining('127.0.0.1') });
  expect(others.map(({ status }) => status)).toEqual(['completed', 'completed']);
});
