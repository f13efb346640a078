import type { KubeObject, ResourceType } from '@kubemin/kubeapi';
import { apps, core } from '@kubemin/kubeapi/resources';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { deliverTo, releaseShortNames, startClusterEngine } from '../../test-support/cluster-engine.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 1 });
});
afterAll(() => cluster.close());
afterEach(() => releaseShortNames(cluster.client));

const web = (properties: object = {}) => ({
  name: 'web',
  type: 'webservice',
  image: 'web:1',
  properties: { ports: [{ port: 80 }], ...properties },
  traits: { storage: [{ name: 'data', type: 'persistent', mountPath: '/data', tmpCreate: true }] },
});

test('wait-ready: waits for what runs, and hands on nothing before', async () => {
  const engine = await startClusterEngine(cluster.client);
  const { task, jobs } = await deliverTo(
    engine,
    'waits',
    [web()],
    [
      { name: 'go', components: ['web'] },
      { name: 'ready', type: 'wait-ready', components: ['web'] },
    ],
  );
  expect(task?.status).toBe('completed');
  expect(jobs.at(-1)).toMatchObject({ type: 'wait-ready', component: 'web', message: 'ready: web' });
});

test('wait-ready: that there is nothing to wait for is reported until the time is up', async () => {
  const engine = await startClusterEngine(cluster.client);
  const { task } = await deliverTo(
    engine,
    'void',
    [web()],
    [{ name: 'ready', type: 'wait-ready', components: ['web'], timeout: '100ms' }],
  );
  expect(task).toMatchObject({
    status: 'timeout',
    error: expect.stringMatching(/step "ready": .*not done after 0.1 s: "web" has no workload yet/),
  });
});

test.each([
  ['keep', 1],
  ['delete', 0],
])('W-26: cleanup deletes exactly what the component has, and claims as configured (%s)', async (claims, left) => {
  const engine = await startClusterEngine(cluster.client);
  const appId = `clean-${claims}`;
  const other = { name: 'other', type: 'config', properties: { conf: { a: '1' } } };
  const { task, jobs } = await deliverTo(
    engine,
    appId,
    [web(), { ...other, name: `other-${claims}` }],
    [
      { name: 'go', components: ['web', `other-${claims}`] },
      { name: 'away', type: 'cleanup', components: ['web'], properties: { claims } },
      { name: 'again', type: 'cleanup', components: ['web'] },
    ],
  );
  expect(task).toMatchObject({ status: 'completed' });
  expect(jobs.at(-2)?.message).toMatch(/^deleted Deployment .*, Service /);
  expect(jobs.at(-1)?.message).toBe('nothing to delete');
  const labelSelector = `kube-min-cli-appId=${appId}`;
  const count = async <T extends KubeObject>(type: ResourceType<T>) =>
    (await cluster.client.resource(type, 'default').list({ labelSelector })).items.length;
  expect(await count(core.v1.configmaps)).toBe(1);
  expect(await count(core.v1.persistentvolumeclaims)).toBe(left);
  expect(await count(apps.v1.deployments)).toBe(0);
});

test('outputs of a step that deploys come from the delivered objects', async () => {
  const engine = await startClusterEngine(cluster.client);
  const { task, jobs } = await deliverTo(
    engine,
    'outs',
    [web()],
    [
      { name: 'go', components: ['web'], outputs: [{ name: 'address', from: 'service.spec.clusterIP' }] },
      { name: 'hold', type: 'pause', properties: { duration: '1ms' }, if: 'steps.go.outputs.address != ""' },
    ],
  );
  expect(task?.status).toBe('completed');
  expect(jobs.find(({ objectKind }) => objectKind === 'Service')?.outputs?.address).toMatch(/^\d+\.\d+\.\d+\.\d+$/);
});

test('script: runs where the scheduler puts it, within the bounds of its namespace', async () => {
  const engine = await startClusterEngine(cluster.client);
  const config = { name: 'settings', type: 'config', properties: { conf: { a: '1' } } };
  const step = { name: 'work', type: 'script', properties: { image: 'tools:1', script: 'true' } };
  const { task, jobs } = await deliverTo(engine, 'scripted', [config], [step]);
  expect(task?.status).toBe('completed');
  expect(jobs).toMatchObject([{ type: 'script', message: expect.stringContaining('"tools:1" completed') }]);
});
