import { createPlatformClient } from '@kubemin/client';
import { expired, forbidden, type StatusError, tooManyRequests, unauthorized } from '@kubemin/kubeapi';
import { apiextensions, apps, core } from '@kubemin/kubeapi/resources';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPlatform } from '../../test-support/test-platform.ts';
import { clusterRequestError } from '../cluster-error.ts';

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

test('credentials in other objects, and what kubectl keeps of them, are masked; the rest is readable', async () => {
  const { client } = await startTestPlatform({ kube: cluster.client });
  const crds = cluster.client.resource(apiextensions.v1.customresourcedefinitions);
  await crds.create({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'stores.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'stores', singular: 'store', kind: 'Store', listKind: 'StoreList' },
      versions: [
        {
          ...{ name: 'v1', served: true, storage: true },
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
          additionalPrinterColumns: [{ name: 'Login', type: 'string', jsonPath: '.spec.dbPassword' }],
        },
      ],
    },
  });
  const stores = {
    ...{ group: 'example.com', version: 'v1', plural: 'stores', singular: 'store', kind: 'Store', namespaced: true },
    ...{ shortNames: [], categories: [], verbs: ['create'], subresources: [] },
  };
  const store = { apiVersion: 'example.com/v1', kind: 'Store', spec: { dbPassword: SECRET, size: '1Gi' } };
  const applied = { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(store), note: 'kept' };
  await eventually(() =>
    cluster.client
      .resource(stores, 'default')
      .create({ ...store, metadata: { name: 'orders', annotations: applied } })
      .then(
        () => true,
        () => false,
      ),
  );
  const { object } = await client.clusterObject('default', 'stores.example.com', 'orders', { namespace: 'default' });
  expect(object).toMatchObject({
    metadata: { name: 'orders', annotations: { note: 'kept' } },
    spec: { dbPassword: '********', size: '1Gi' },
  });
  const rows = await client.clusterObjects('default', 'stores.example.com');
  expect(rows).toMatchObject({ columns: ['Login'], objects: [{ name: 'orders', cells: ['********'] }] });
  await cluster.client.resource(core.v1.pods, 'default').create({
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'with-env' } },
    spec: {
      containers: [
        {
          ...{ name: 'main', image: 'main:1', args: [`--password=${SECRET}`] },
          env: [
            { name: 'DB_PASSWORD', value: SECRET },
            { name: 'REGION', value: 'north' },
          ],
        },
      ],
    },
  });
  const pod = (await client.clusterObject('default', 'pods', 'with-env', { namespace: 'default' })).object;
  expect(JSON.stringify([object, rows, pod])).not.toContain(SECRET);
  expect(JSON.stringify(object)).not.toContain('last-applied');
  expect(pod).toMatchObject({ spec: { containers: [{ args: ['--password=********'] }] } });
  expect(JSON.stringify(pod)).toContain('north');
});

test('objects are selected by fields, and what the cluster does not accept is not called unreachable', async () => {
  const { client } = await startTestPlatform({ kube: cluster.client });
  const secrets = cluster.client.resource(core.v1.secrets, 'default');
  const pull = 'kubernetes.io/dockerconfigjson';
  await secrets.create({
    ...{ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'pull' }, type: pull },
    data: { '.dockerconfigjson': btoa('{"auths":{}}') },
  });
  await secrets.create({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'opaque' } });
  const { objects } = await client.clusterObjects('default', 'secrets', { fieldSelector: `type=${pull}` });
  expect(objects.map(({ name }) => name)).toEqual(['pull']);
  await expect(client.clusterObjects('default', 'secrets', { fieldSelector: 'spec.x=1' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
  await expect(client.clusterObjects('default', 'secrets', { continue: 'nonsense' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
  const failures: readonly (readonly [StatusError, string])[] = [
    [expired('the continue token is too old'), 'BAD_REQUEST'],
    [tooManyRequests('busy', 1), 'CLUSTER_REFUSED'],
    [forbidden('User "x" cannot list resource "secrets" in API group ""'), 'CLUSTER_FORBIDS'],
    [forbidden('a policy does not allow it'), 'CLUSTER_REFUSED'],
    [unauthorized(), 'CLUSTER_UNREACHABLE'],
  ];
  for (const [error, code] of failures) {
    expect(clusterRequestError('default', error)).toMatchObject({ code });
  }
});

test('events of a cluster are listed by when they happened last, and cut after the newest', async () => {
  const { client } = await startTestPlatform({ kube: cluster.client });
  await cluster.client.resource(core.v1.namespaces).create({
    ...{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'noted' } },
  });
  const events = cluster.client.resource(core.v1.events, 'noted');
  const record = (name: string, minute: number) =>
    events.create({
      ...{ apiVersion: 'v1', kind: 'Event', metadata: { name }, reason: name, type: 'Warning', message: `${minute}` },
      involvedObject: { kind: 'Pod', name: 'web', namespace: 'noted' },
      lastTimestamp: `2026-01-01T00:0${minute}:00Z`,
    });
  for (const [name, minute] of [
    ['a', 1],
    ['b', 3],
    ['c', 2],
  ] as const) {
    await record(name, minute);
  }
  const newest = await client.newestEvents('default', { namespace: 'noted', limit: 2 });
  expect(newest.events.map(({ name }) => name)).toEqual(['b', 'c']);
  expect(newest).toMatchObject({ total: 3, events: [{ object: { kind: 'Pod', name: 'web' }, type: 'Warning' }, {}] });
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
