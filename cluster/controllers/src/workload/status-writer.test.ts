import { apps } from '@kubemin/kubeapi/resources';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deployment, replicaSet } from '../test-support/workload.ts';
import { advanceStatus, writeAnnotatedStatus, writeStatus } from './status-writer.ts';

let cluster: TestCluster;
beforeEach(async () => {
  cluster = await startTestCluster({ controllers: false });
});
afterEach(() => cluster.close());

const sets = () => cluster.client.resource(apps.v1.replicasets, 'default');
const write = async (status: { readonly replicas: number; readonly terminatingReplicas: number }) =>
  writeStatus(cluster.client, apps.v1.replicasets, await sets().get('web'), status);

test('a status that was busy once and one that never was end up as the same status', async () => {
  await sets().create(replicaSet('web', 2));
  await write({ replicas: 2, terminatingReplicas: 0 });
  const calm = (await sets().get('web')).status;
  await write({ replicas: 2, terminatingReplicas: 1 });
  await write({ replicas: 2, terminatingReplicas: 0 });
  expect((await sets().get('web')).status).toEqual(calm);
});

test('zeroes alone are nothing new', async () => {
  await sets().create(replicaSet('web', 0));
  expect(await write({ replicas: 0, terminatingReplicas: 0 })).toBe(false);
});

test('a status is written over what others have changed meanwhile, and keeps that', async () => {
  const known = await sets().create(replicaSet('web', 2));
  await sets().patch('web', { type: 'merge', body: { metadata: { annotations: { seen: 'yes' } } } });
  expect(await writeStatus(cluster.client, apps.v1.replicasets, known, { replicas: 2 })).toBe(true);
  expect(await sets().get('web')).toMatchObject({
    metadata: { annotations: { seen: 'yes' } },
    status: { replicas: 2 },
  });
  await expect(advanceStatus(cluster.client, apps.v1.replicasets, known, { replicas: 3 })).rejects.toThrow(
    'the object has been modified',
  );
});

test('the status of an object is not written to another one that has its name now', async () => {
  const known = await sets().create(replicaSet('web', 2));
  await sets().delete('web', { propagationPolicy: 'Background' });
  expect(await writeStatus(cluster.client, apps.v1.replicasets, known, { replicas: 2 })).toBe(false);
  await sets().create(replicaSet('web', 2));
  expect(await writeStatus(cluster.client, apps.v1.replicasets, known, { replicas: 2 })).toBe(false);
});

test('annotations that go with a status are written with it, beside those of others, and only once', async () => {
  const deployments = cluster.client.resource(apps.v1.deployments, 'default');
  const known = await deployments.create(deployment('web', 2));
  await deployments.patch('web', { type: 'merge', body: { metadata: { annotations: { seen: 'yes' } } } });
  const next = { status: { replicas: 2 }, annotations: { note: '1' } };
  const write = (object: typeof known) => writeAnnotatedStatus(cluster.client, apps.v1.deployments, object, next);
  expect(await write(known)).toBe(true);
  const live = await deployments.get('web');
  expect(live).toMatchObject({ metadata: { annotations: { seen: 'yes', note: '1' } }, status: { replicas: 2 } });
  expect(await write(live)).toBe(false);
  await deployments.patch('web', { type: 'merge', body: { metadata: { annotations: { note: '0' } } } });
  expect(await write(await deployments.get('web'))).toBe(true);
  expect((await deployments.get('web')).metadata.annotations).toEqual({ seen: 'yes', note: '1' });
});
