import type { ResourceType } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { LABEL } from '@kubemin/render';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverTo, startClusterEngine } from '../../test-support/cluster-engine.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 2 });
});
afterAll(() => cluster.close());

const volume = (size: string) => ({ name: 'data', type: 'persistent', mountPath: '/data', tmpCreate: true, size });
const app = (type: 'store' | 'webservice', size: string) => [
  { name: 'db', type, image: 'db:1', traits: { storage: [volume(size)] } },
];

async function uids(resource: ResourceType, appId: string): Promise<readonly string[]> {
  const labelSelector = `${LABEL.appId}=${appId}`;
  const { items } = await cluster.client.resource(resource, 'default').list({ labelSelector });
  return items.map(({ metadata }) => `${metadata.name} ${metadata.uid}`);
}

async function sizes(appId: string): Promise<readonly (string | undefined)[]> {
  const labelSelector = `${LABEL.appId}=${appId}`;
  const { items } = await cluster.client.resource(core.v1.persistentvolumeclaims, 'default').list({ labelSelector });
  return items.map(({ spec }) => spec?.resources?.requests?.storage);
}

test('W-27: a StatefulSet with other claim templates is created again around its pods and claims, which stay', async () => {
  const engine = await startClusterEngine(cluster.client);
  await deliverTo(engine, 'around', app('store', '1Gi'));
  const [pods, claims] = [await uids(core.v1.pods, 'around'), await uids(core.v1.persistentvolumeclaims, 'around')];
  const { task, jobs } = await deliverTo(engine, 'around', app('store', '2Gi'));
  expect(task).toMatchObject({ status: 'completed' });
  expect(jobs.find(({ objectKind }) => objectKind === 'StatefulSet')?.message).toBe(
    'deleted and created again; claim data-store-db-around-0: grown from 1Gi to 2Gi, 1 of 1 ready',
  );
  expect(await sizes('around')).toEqual(['2Gi']);
  expect(await uids(core.v1.pods, 'around')).toEqual(pods);
  expect(await uids(core.v1.persistentvolumeclaims, 'around')).toEqual(claims);
});

test('W-27: a claim grows in place and never shrinks', async () => {
  const engine = await startClusterEngine(cluster.client);
  await deliverTo(engine, 'roomy', app('webservice', '1Gi'));
  const claims = await uids(core.v1.persistentvolumeclaims, 'roomy');
  const message = async (size: string) => {
    const { task, jobs } = await deliverTo(engine, 'roomy', app('webservice', size));
    expect(task).toMatchObject({ status: 'completed' });
    return jobs.find(({ objectKind }) => objectKind === 'PersistentVolumeClaim')?.message;
  };
  expect(await message('2Gi')).toMatch(/^updated: grown from 1Gi to 2Gi/);
  expect(await sizes('roomy')).toEqual(['2Gi']);
  expect(await message('1Gi')).toMatch(/^exists, kept as it is: it has 2Gi, and claims never shrink to 1Gi/);
  expect(await message('2048Mi')).toMatch(/^exists, kept as it is,/);
  expect(await sizes('roomy')).toEqual(['2Gi']);
  expect(await uids(core.v1.persistentvolumeclaims, 'roomy')).toEqual(claims);
});
