import { core } from '@kubemin/kubeapi/resources';
import { appIdOf } from '@kubemin/render';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverTo, startClusterEngine } from '../test-support/cluster-engine.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 1 });
});
afterAll(() => cluster.close());

const web = (name: string, image = 'web:1') => ({
  name,
  type: 'webservice',
  image,
  properties: { ports: [{ port: 80 }] },
});
const services = () => cluster.client.resource(core.v1.services, 'default');

test('R-14: a component name that another application has in the namespace refuses the run, the cluster untouched', async () => {
  const engine = await startClusterEngine(cluster.client);
  await deliverTo(engine, 'first', [web('front')]);
  const { task, jobs } = await deliverTo(engine, 'second', [
    { name: 'second-settings', type: 'config', properties: { conf: { value: '1' } } },
    web('front'),
  ]);
  expect(task?.status).toBe('failed');
  expect(task?.error).toContain(
    'component "front": the Service name "front" in namespace "default" belongs to application "first"',
  );
  expect(jobs.filter(({ status }) => status === 'completed')).toEqual([]);
  expect((await services().list()).items.filter((each) => appIdOf(each) === 'second')).toEqual([]);
  expect((await deliverTo(engine, 'first', [web('front', 'web:2')])).task?.status).toBe('completed');
});

test('R-14: of two runs that claim a name at once, one fails', async () => {
  const engine = await startClusterEngine(cluster.client);
  const runs = await Promise.all(['left', 'right'].map((app) => deliverTo(engine, app, [web('both')])));
  expect(runs.map(({ task }) => task?.status).toSorted()).toEqual(['completed', 'failed']);
  const owner = appIdOf(await services().get('both'));
  expect(runs.find(({ task }) => task?.status === 'completed')?.task?.appId).toBe(owner);
});

test('R-14: a Service that no application owns is left alone, and the run completes', async () => {
  await services().create({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'legacy', namespace: 'default' },
    spec: { ports: [{ port: 80 }] },
  });
  const engine = await startClusterEngine(cluster.client);
  expect((await deliverTo(engine, 'third', [web('legacy')])).task?.status).toBe('completed');
  expect(appIdOf(await services().get('legacy'))).toBeUndefined();
});

test('R-14: an application that never had the name goes on without it', async () => {
  const engine = await startClusterEngine(cluster.client);
  await services().create({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'late', namespace: 'default' },
    spec: { ports: [{ port: 80 }] },
  });
  await deliverTo(engine, 'old', [web('late')]);
  await services().delete('late');
  await deliverTo(engine, 'new', [web('late')]);
  expect((await deliverTo(engine, 'old', [web('late', 'web:2')])).task?.status).toBe('completed');
  expect(appIdOf(await services().get('late'))).toBe('new');
});
