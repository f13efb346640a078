import { apps } from '@kubemin/kubeapi/resources';
import type { ReplicaSet } from '@kubemin/kubeapi/types/apps.v1';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deployment, replicaSet } from '../test-support/workload.ts';
import { advanceStatus, isStatusChange, writeAnnotatedStatus, writeStatus } from './status-writer.ts';

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

function replicaSetWith(metadata: ReplicaSet['metadata'], readyReplicas: number): ReplicaSet {
  const standard = { name: 'web-1', namespace: 'default', generation: 1, resourceVersion: '1' };
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { ...standard, ...metadata },
    status: { replicas: 3, readyReplicas },
  };
}

const OLD = replicaSetWith({}, 0);

test('new numbers are a change of the status alone', () => {
  const object = replicaSetWith({ resourceVersion: '2', managedFields: [{ manager: 'm' }] }, 1);
  expect(isStatusChange({ type: 'updated', key: 'k', old: OLD, object })).toBe(true);
});

test.each([
  ['asks for something else', { generation: 2 }],
  ['is marked otherwise', { annotations: { 'deployment.kubernetes.io/revision': '2' } }],
  ['begins to be deleted', { deletionTimestamp: '2026-01-01T00:00:00Z' }],
])('an object that %s changes in more than its status', (_, metadata) => {
  expect(isStatusChange({ type: 'updated', key: 'k', old: OLD, object: replicaSetWith(metadata, 1) })).toBe(false);
});

test('without a generation, changes of spec and status cannot be distinguished', () => {
  const { generation: _none, ...metadata } = OLD.metadata;
  const old = { ...OLD, metadata };
  const object = { ...old, metadata: { ...metadata, resourceVersion: '2' } };
  expect(isStatusChange({ type: 'updated', key: 'k', old, object })).toBe(false);
});

test('objects that come and go change in more than their status', () => {
  expect(isStatusChange({ type: 'added', key: 'k', object: OLD })).toBe(false);
  expect(isStatusChange({ type: 'deleted', key: 'k', object: OLD, old: OLD })).toBe(false);
});
