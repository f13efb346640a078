import { apps, core } from '@kubemin/kubeapi/resources';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverTo, startClusterEngine } from '../test-support/cluster-engine.ts';
import { parseDocument } from '../test-support/documents.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ controllers: false });
});
afterAll(() => cluster.close());

const GPU = 'nvidia.com/gpu';
const model = (count: number) => ({
  name: 'model',
  type: 'worker',
  image: 'model:1',
  traits: { resources: { gpu: `${count}` } },
});

test('a component that requests more cards than a node has free is rejected before anything is written', async () => {
  const engine = await startClusterEngine(cluster.client);
  const deployments = cluster.client.resource(apps.v1.deployments, 'default');
  const conditions = [{ type: 'Ready', status: 'True' }];
  await cluster.client.resource(core.v1.nodes).create({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'with-cards' },
    status: { allocatable: { [GPU]: '2' }, conditions },
  });
  const settings = { name: 'settings', type: 'config', properties: { conf: { a: '1' } } };
  const refused = await deliverTo(engine, 'greedy', [settings, model(3)]);
  expect(refused.task).toMatchObject({
    status: 'rejected',
    error: expect.stringMatching(
      /^refused by the platform, nothing was changed: component "model": no node has 3 nvidia/,
    ),
  });
  expect(refused.jobs).toEqual([]);
  expect((await deployments.list()).items).toEqual([]);
  const document = parseDocument({ name: 'greedy', namespace: 'default', component: [model(3)] });
  const request = { appId: 'greedy', appName: 'greedy', namespace: 'default', revision: 1, document, componentIds: {} };
  await expect(engine.preview(request)).rejects.toMatchObject({ code: 'NO_CAPACITY' });
  const fitting = {
    ...request,
    document: parseDocument({ name: 'greedy', namespace: 'default', component: [model(2)] }),
  };
  expect((await engine.preview(fitting)).steps).toHaveLength(1);
  const patient = await startClusterEngine(cluster.client, { settings: { missingDevices: 'wait' } });
  expect((await patient.preview(request)).steps).toHaveLength(1);
});
