import { createPlatformClient } from '@kubemin/client';
import { apps, core } from '@kubemin/kubeapi/resources';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPlatform } from '../../test-support/test-platform.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 1 });
});
afterAll(() => cluster.close());

const SECRET = 'c2VjcmV0LW9mLXRoZS10ZXN0';

test('kinds are listed in their preferred version, and objects of each as the rows of kubectl', async () => {
  const { client } = await startTestPlatform({ kube: cluster.client });
  const { kinds } = await client.clusterKinds('default');
  expect(kinds).toContainEqual({
    resource: 'deployments.apps',
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    namespaced: true,
    shortNames: ['deploy'],
  });
  expect(kinds[0]?.apiVersion).toBe('v1');
  expect(new Set(kinds.map(({ resource }) => resource)).size).toBe(kinds.length);
  // Reviews can only be created.
  expect(kinds.map(({ kind }) => kind)).not.toContain('TokenReview');

  await cluster.client.resource(apps.v1.deployments, 'default').create({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: {
      replicas: 0,
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'main', image: 'web:1' }] } },
    },
  });
  const listed = await client.clusterObjects('default', 'deployments.apps');
  expect(listed.columns).toEqual(['Ready', 'Up-to-date', 'Available']);
  expect(listed.objects).toEqual([
    { namespace: 'default', name: 'web', createTime: expect.stringMatching(/Z$/), cells: ['0/0', '0', '0'] },
  ]);
  expect((await client.clusterObjects('default', 'deploy', { namespace: 'kube-system' })).objects).toEqual([]);
  const { object } = await client.clusterObject('default', 'deployments.apps', 'web', { namespace: 'default' });
  expect(object).toMatchObject({ kind: 'Deployment', metadata: { name: 'web' }, spec: { replicas: 0 } });
  expect(object.metadata).not.toHaveProperty('managedFields');

  const first = await client.clusterObjects('default', 'namespaces', { limit: 1 });
  const second = await client.clusterObjects('default', 'namespaces', { limit: 1, continue: first.next ?? '' });
  expect(first.objects[0]?.name).not.toBe(second.objects[0]?.name);
});

test('no way of reading a Secret shows its values', async () => {
  const { client } = await startTestPlatform({ kube: cluster.client });
  const manifest = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'password' }, data: { password: SECRET } };
  await cluster.client.resource(core.v1.secrets, 'default').create({
    ...{ apiVersion: 'v1', kind: 'Secret', data: { password: SECRET } },
    metadata: {
      name: 'password',
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(manifest) },
    },
  });
  const { object } = await client.clusterObject('default', 'secrets', 'password', { namespace: 'default' });
  expect(object).toMatchObject({ kind: 'Secret', data: { password: '********' } });
  const listed = await client.clusterObjects('default', 'secrets', { namespace: 'default' });
  expect(listed.objects.map(({ name }) => name)).toContain('password');
  expect(JSON.stringify([object, listed])).not.toContain(SECRET);
});

test('kinds and objects that are not there, and names that are paths, are refused by name', async () => {
  const { client } = await startTestPlatform({ kube: cluster.client });
  const missing = { code: 'OBJECT_NOT_FOUND', status: 404 };
  await expect(client.clusterObjects('default', 'carts')).rejects.toMatchObject(missing);
  await expect(client.clusterObject('default', 'pods', 'none', { namespace: 'default' })).rejects.toMatchObject(
    missing,
  );
  await expect(client.clusterKinds('other')).rejects.toMatchObject({ code: 'CLUSTER_NOT_FOUND' });
  for (const name of ['a/b', 'a%2Fb']) {
    await expect(client.clusterObject('default', 'pods', name)).rejects.toMatchObject({ status: 400 });
  }
});

test('objects of all projects are for administrators of the platform alone', async () => {
  const platform = await startTestPlatform({ kube: cluster.client });
  await platform.client.createUser({ name: 'lin', roles: [{ project: 'shop', role: 'admin' }] });
  const { token } = await platform.client.createToken({ name: 'of a test', user: 'lin' });
  const lin = createPlatformClient({ url: platform.url, token });
  const forbidden = { code: 'FORBIDDEN' };
  await expect(lin.clusterKinds('default')).rejects.toMatchObject(forbidden);
  await expect(lin.clusterObjects('default', 'pods')).rejects.toMatchObject(forbidden);
  await expect(lin.clusterObject('default', 'secrets', 'password')).rejects.toMatchObject(forbidden);
});
