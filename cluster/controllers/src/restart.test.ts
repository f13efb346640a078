import { apps, core } from '@kubemin/kubeapi/resources';
import { eventually, startTestCluster, startTestControllers, type TestCluster } from '@kubemin/testing';
import { afterEach, expect, test } from 'vitest';
import { deployment, template } from './test-support/workload.ts';

let cluster: TestCluster | undefined;
afterEach(async () => {
  await cluster?.close();
  cluster = undefined;
});

test('controllers stopped at any point of a rollout and started again finish it, with no pod lost and none too many', async () => {
  const { client } = await startTestCluster({ controllers: false }).then((started) => {
    cluster = started;
    return started;
  });
  const deployments = client.resource(apps.v1.deployments, 'default');
  const pods = client.resource(core.v1.pods, 'default');
  await deployments.create(deployment('web', 12));
  for (const image of ['shop:2', 'shop:3', 'shop:4', 'shop:5']) {
    const stop = await startTestControllers(client);
    // Far enough that something has happened, never so far that it is done.
    const before = (await pods.list()).metadata.resourceVersion;
    await eventually(async () => (await pods.list()).metadata.resourceVersion !== before);
    await stop();
    expect((await pods.list()).items.filter(({ metadata }) => !metadata.deletionTimestamp).length).toBeLessThanOrEqual(
      15,
    );
    await deployments.patch('web', { type: 'strategic', body: { spec: { template: template('web', { image }) } } });
  }
  const stop = await startTestControllers(client);
  await eventually(async () => {
    const { items } = await pods.list();
    const fresh = items.filter(
      ({ spec, status }) => spec?.containers[0]?.image === 'shop:5' && status?.phase === 'Running',
    );
    return items.length === 12 && fresh.length === 12;
  });
  const addresses = new Set((await pods.list()).items.map(({ status }) => status?.podIP));
  expect(addresses.size).toBe(12);
  await stop();
});

test('running pods stay as they are when all controllers start again', async () => {
  cluster = await startTestCluster({ controllers: false });
  const { client } = cluster;
  const pods = client.resource(core.v1.pods, 'default');
  const stop = await startTestControllers(client);
  await client.resource(apps.v1.deployments, 'default').create(deployment('web', 3));
  await eventually(
    async () => (await pods.list()).items.filter(({ status }) => status?.phase === 'Running').length === 3,
  );
  await eventually(
    async () => (await client.resource(apps.v1.deployments, 'default').get('web')).status?.availableReplicas === 3,
  );
  await stop();
  const before = (await pods.list()).items;
  const stopAgain = await startTestControllers(client);
  // Proof that the new controllers are at work: they bring a second Deployment up.
  await client.resource(apps.v1.deployments, 'default').create(deployment('other', 1));
  await eventually(
    async () => (await client.resource(apps.v1.deployments, 'default').get('other')).status?.availableReplicas === 1,
  );
  expect((await pods.list({ labelSelector: 'app=web' })).items).toEqual(before);
  await stopAgain();
});

test('started with fewer nodes, the pods of those that are gone move to those that are left', async () => {
  cluster = await startTestCluster({ controllers: false });
  const { client } = cluster;
  const pods = client.resource(core.v1.pods, 'default');
  const deployments = client.resource(apps.v1.deployments, 'default');
  const stop = await startTestControllers(client, { nodes: 3 });
  await deployments.create(deployment('web', 6));
  await eventually(async () => (await deployments.get('web')).status?.availableReplicas === 6);
  await stop();
  const stopAgain = await startTestControllers(client, { nodes: 1 });
  await eventually(async () => {
    const { items } = await pods.list();
    const moved = items.filter(
      ({ spec, status }) => spec?.nodeName === 'simulated-node-0' && status?.phase === 'Running',
    );
    return items.length === 6 && moved.length === 6;
  });
  expect((await client.resource(core.v1.nodes).list()).items).toHaveLength(1);
  await stopAgain();
});

test('the same controllers do their work over http', async () => {
  cluster = await startTestCluster({ controllers: false, transport: 'http' });
  const { client } = cluster;
  const stop = await startTestControllers(client);
  const deployments = client.resource(apps.v1.deployments, 'default');
  await deployments.create(deployment('web', 3));
  await eventually(async () => (await deployments.get('web')).status?.availableReplicas === 3);
  await deployments.delete('web', { propagationPolicy: 'Background' });
  await eventually(async () => (await client.resource(core.v1.pods, 'default').list()).items.length === 0);
  await stop();
});
