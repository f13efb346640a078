import { apps, core } from '@kubemin/kubeapi/resources';
import { openSqlite } from '@kubemin/sql';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverTo, startClusterEngine } from '../test-support/cluster-engine.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 1 });
});
afterAll(() => cluster.close());

const shared = (name: string, share: object = {}, image = `${name}:1`) => ({
  name,
  type: 'webservice',
  image,
  properties: { ports: [{ port: 80 }] },
  traits: { share: { strategy: 'default', ...share } },
});
const own = (name: string) => ({ name, type: 'config', properties: { conf: { a: '1' } } });

async function deployments(shareName: string) {
  const options = { labelSelector: `kubemin-share-name=${shareName}` };
  return (await cluster.client.resource(apps.v1.deployments, 'default').list(options)).items;
}
const ends = (jobs: readonly { readonly objectKind: string; readonly status: string }[]) =>
  jobs.map(({ objectKind, status }) => `${objectKind} ${status}`);

test('W-24: the first application makes it, others use it, its owner still updates it', async () => {
  const engine = await startClusterEngine(cluster.client);
  expect((await deliverTo(engine, 'one', [shared('cache')])).task?.status).toBe('completed');
  const second = await deliverTo(engine, 'two', [shared('cache')]);
  expect(second.task?.status).toBe('completed');
  expect(new Set(second.jobs.map(({ status }) => status))).toEqual(new Set(['skipped']));
  expect(second.jobs[0]?.message).toMatch(/^shared: Deployment .* of application one is used$/);
  const updated = await deliverTo(engine, 'one', [shared('cache', {}, 'cache:2')]);
  expect(updated.task?.status).toBe('completed');
  const [only, ...more] = await deployments('cache-webservice');
  expect(more).toEqual([]);
  expect(only?.spec?.template.spec?.containers[0]?.image).toBe('cache:2');
});

test('W-24: two different shared components of one namespace do not exclude each other', async () => {
  const engine = await startClusterEngine(cluster.client);
  await deliverTo(engine, 'left', [shared('mysql')]);
  const { jobs } = await deliverTo(engine, 'right', [shared('redis')]);
  expect(ends(jobs)).toContain('Deployment completed');
});

test('what others use is kept when its owner drops it, and is deleted once it is unused', async () => {
  const engine = await startClusterEngine(cluster.client);
  const [mine, theirs] = [own('own-mine'), own('own-theirs')];
  await deliverTo(engine, 'maker', [mine, shared('bus')]);
  await deliverTo(engine, 'user', [theirs, shared('bus')]);
  const dropped = await deliverTo(engine, 'maker', [mine]);
  expect(dropped.task?.status).toBe('completed');
  expect(dropped.jobs.find(({ objectKind }) => objectKind === 'Deployment')?.message).toBe(
    'kept: it is shared, and used by user',
  );
  expect(await deployments('bus-webservice')).toHaveLength(1);
  await deliverTo(engine, 'user', [theirs]);
  await deliverTo(engine, 'maker', [mine]);
  expect(await deployments('bus-webservice')).toEqual([]);
});

test('ignore makes no request; force makes a copy of its own', async () => {
  const engine = await startClusterEngine(cluster.client);
  const ignored = await deliverTo(engine, 'ignorer', [shared('queue', { strategy: 'ignore' })]);
  expect(new Set(ignored.jobs.map(({ status }) => status))).toEqual(new Set(['skipped']));
  expect(await deployments('queue-webservice')).toEqual([]);
  await deliverTo(engine, 'first-forcer', [shared('queue', { strategy: 'force' })]);
  await deliverTo(engine, 'second-forcer', [shared('queue', { strategy: 'force' })]);
  expect(await deployments('queue-webservice')).toHaveLength(2);
});

test('what an application of a bound project shares is not used by one of another project', async () => {
  const bindings = [{ project: 'bound', clusters: ['default'], namespaces: ['elsewhere'] }];
  const tenancy = {
    bindings: async () => bindings,
    applicationProject: async (appId: string) => (appId === 'old-owner' ? 'bound' : ''),
  };
  const engine = await startClusterEngine(cluster.client, { tenancy });
  await deliverTo(engine, 'old-owner', [shared('vault')]);
  const { task } = await deliverTo(engine, 'stranger', [shared('vault')]);
  expect(task).toMatchObject({ status: 'failed', error: expect.stringContaining('is not shared') });
  expect(await deployments('vault-webservice')).toHaveLength(1);
});

test('W-24: applications that come at the same moment end up with one', async () => {
  const database = openSqlite({ path: ':memory:' });
  const engine = await startClusterEngine(cluster.client, { database });
  const crowd = Array.from({ length: 5 }, (_, index) => `crowd-${index}`);
  const runs = await Promise.all(crowd.map((appId) => deliverTo(engine, appId, [shared('crowd')])));
  expect(runs.map(({ task }) => task?.status)).toEqual(crowd.map(() => 'completed'));
  expect(await deployments('crowd-webservice')).toHaveLength(1);
});

test('a namespace that is missing is created with the first object, if wanted; otherwise the run reports what to do', async () => {
  const engine = await startClusterEngine(cluster.client, { settings: { createNamespace: true } });
  const settings = [own('in-a-new-place')];
  const configMaps = (namespace: string) => cluster.client.resource(core.v1.configmaps, namespace);
  const { task } = await deliverTo(engine, 'pioneer', settings, undefined, 'brand-new');
  expect(task?.status).toBe('completed');
  expect(await configMaps('brand-new').get('in-a-new-place')).toBeDefined();
  const strict = await startClusterEngine(cluster.client);
  const refused = await deliverTo(strict, 'settler', settings, undefined, 'never-made');
  expect(refused.task).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('namespace "never-made" does not exist; create it'),
  });
});
