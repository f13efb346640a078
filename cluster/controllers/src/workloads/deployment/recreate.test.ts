import { apps } from '@kubemin/kubeapi/resources';
import { ManualClock, startTestCluster } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { runModule } from '../../test-support/run-module.ts';
import { deployment } from '../../test-support/workload.ts';
import { deploymentController } from './deployment-controller.ts';

test('Recreate waits for the pods in the status of an old ReplicaSet, also for those not in the cache yet', async () => {
  const clock = new ManualClock();
  const cluster = await startTestCluster({ controllers: false, clock });
  const stop = await runModule(cluster.client, deploymentController, clock);
  onTestFinished(async () => {
    await stop();
    await cluster.close();
  });
  const deployments = cluster.client.resource(apps.v1.deployments, 'default');
  const sets = cluster.client.resource(apps.v1.replicasets, 'default');
  const { spec, ...head } = deployment('web', 2);
  if (spec === undefined) throw new Error('a Deployment has a spec');
  await deployments.create({ ...head, spec: { ...spec, strategy: { type: 'Recreate' } } });
  await clock.advance(1_000);
  const [old] = (await sets.list()).items;
  const report = (replicas: number) =>
    sets.patch(old?.metadata.name ?? '', { type: 'merge', body: { status: { replicas } } }, { subresource: 'status' });
  await report(2);
  const template = { spec: { containers: [{ name: 'main', image: 'shop:2' }] } };
  await deployments.patch('web', { type: 'strategic', body: { spec: { template } } });
  await clock.advance(1_000);
  const sizes = async () => (await sets.list()).items.map(({ spec: of }) => of?.replicas);
  expect(await sizes()).toEqual([0]);
  await report(0);
  await clock.advance(1_000);
  expect((await sizes()).toSorted()).toEqual([0, 2]);
});
