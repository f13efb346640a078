import { createPlatformClient, type PlatformClient } from '@kubemin/client';
import type { KubeClient } from '@kubemin/kube';
import { core } from '@kubemin/kubeapi/resources';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { json, webservice } from '../../test-support/documents.ts';
import { startTestPlatform, type TestPlatform } from '../../test-support/test-platform.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 2 });
});
afterAll(() => cluster.close());

const asking = (cpu: string) => ({ traits: { resources: { cpu, memory: '64Mi' } } });

async function deliver({ client }: TestPlatform, document: object): Promise<string> {
  const { id } = await client.saveApplication(json(document));
  await client.execWorkflow(id, {});
  return id;
}

async function createViewer(platform: TestPlatform, project: string): Promise<PlatformClient> {
  await platform.client.createUser({ name: `of-${project}`, roles: [{ project, role: 'viewer' }] });
  const { token } = await platform.client.createToken({ name: 'of a test', user: `of-${project}` });
  return createPlatformClient({ url: platform.url, token });
}

const podManifest = (name: string) => ({
  apiVersion: 'v1' as const,
  kind: 'Pod' as const,
  metadata: { name },
  spec: { containers: [{ name: 'main', image: 'main:1' }] },
});

test('pods are shown to who may read their application, and those of none to who may read everything', async () => {
  const platform = await startTestPlatform({ kube: cluster.client, jobs: 'delivery' });
  await cluster.client.resource(core.v1.pods, 'default').create(podManifest('stray'));
  const appId = await deliver(platform, {
    name: 'shop',
    project: 'a',
    component: [webservice('web', { replicas: 2 })],
  });
  await deliver(platform, { name: 'other', project: 'b', component: [webservice('hidden')] });
  const seen = await eventually(() => platform.client.clusterPods('default'), {
    until: ({ pods }) => pods.length === 3 && pods.every(({ status }) => status === 'Running'),
  });
  expect(seen.pods.map(({ appName, component }) => `${appName}/${component}`)).toEqual([
    'other/hidden',
    'shop/web',
    'shop/web',
  ]);
  expect(seen.pods[1]).toMatchObject({
    appId,
    readyContainers: 1,
    containers: 1,
    restarts: 0,
    node: expect.stringMatching(/./),
  });

  const viewer = await createViewer(platform, 'a');
  const { pods } = await viewer.clusterPods('default');
  expect(new Set(pods.map(({ appName }) => appName))).toEqual(new Set(['shop']));
  await expect(viewer.clusterPods('default', { all: true })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const all = await platform.client.clusterPods('default', { all: true });
  expect(all.pods.map(({ name }) => name)).toContain('stray');

  const [pod] = pods;
  expect((await viewer.clusterPods('default', { name: pod?.name ?? '' })).pods).toEqual([pod]);
  const { services } = await viewer.clusterServices('default', { namespace: 'default', name: 'web' });
  expect(services).toMatchObject([
    { name: 'web', appId, component: 'web', ports: [{ port: 80, target: 80 }], pods: pods.map(({ name }) => name) },
  ]);
  expect(await viewer.clusterServices('default', { name: 'hidden' })).toEqual({ services: [] });

  const first = await platform.client.clusterPods('default', { appId, limit: 1 });
  const second = await platform.client.clusterPods('default', { appId, limit: 1, continue: first.next ?? '' });
  expect([...first.pods, ...second.pods].map(({ appName }) => appName)).toEqual(['shop', 'shop']);
  expect(second.next).toBeUndefined();
});

test('capacity counts what pods have asked for, and names those no node has room for', async () => {
  const own = await startTestCluster({ nodes: 2 });
  try {
    const platform = await startTestPlatform({ kube: own.client, jobs: 'delivery' });
    const before = await eventually(() => platform.client.clusterCapacity('default'), {
      until: ({ nodes }) => nodes.schedulable === 2,
    });
    const cpu = (capacity: typeof before) => capacity.resources.find(({ resource }) => resource === 'cpu');
    expect(before.resources.map(({ resource }) => resource).slice(0, 3)).toEqual(['cpu', 'memory', 'pods']);
    expect(cpu(before)).toMatchObject({ requested: '0', free: cpu(before)?.allocatable });
    await deliver(platform, { name: 'shop', component: [webservice('web', asking('500m'))] });
    await deliver(platform, { name: 'huge', component: [webservice('huge', asking('4000'))] });
    const after = await eventually(() => platform.client.clusterCapacity('default'), {
      until: ({ pending, resources }) =>
        pending.some(({ message }) => message !== undefined) && resources[0]?.requested === '500m',
    });
    expect(after.pending).toMatchObject([{ appName: 'huge', message: expect.stringContaining('nodes are available') }]);
    const { nodes } = await platform.client.clusterNodes('default');
    expect(nodes.map(({ ready, schedulable }) => [ready, schedulable])).toEqual([
      [true, true],
      [true, true],
    ]);
    const emptier = nodes.find(({ requested }) => requested.cpu === undefined);
    expect(cpu(after)?.largest).toEqual({ node: emptier?.name, amount: emptier?.allocatable.cpu });
    expect(nodes.map(({ requested }) => requested.cpu)).toContain('500m');

    await closeNode(own.client, emptier?.name ?? '');
    const halved = await platform.client.clusterCapacity('default');
    expect(halved.nodes).toEqual({ all: 2, ready: 2, schedulable: 1 });
    expect(cpu(halved)?.allocatable).toBe(emptier?.allocatable.cpu);
  } finally {
    await own.close();
  }
});

async function closeNode(client: KubeClient, name: string): Promise<void> {
  await client.resource(core.v1.nodes).patch(name, { type: 'merge', body: { spec: { unschedulable: true } } });
}

test.each([
  { name: 'a,b=c' },
  { namespace: '../x' },
  { namespace: 'a/b' },
  { appId: 'a b' },
  { appId: 'a,b=c' },
  { node: 'a,b=c' },
])('%o is no filter of pods, and never reaches the cluster', async (filter) => {
  const { client } = await startTestPlatform();
  await expect(client.clusterPods('default', filter)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test('an unregistered cluster, and one that does not respond, are distinguished', async () => {
  const platform = await startTestPlatform();
  await expect(platform.client.clusterNodes('nowhere')).rejects.toMatchObject({ code: 'CLUSTER_NOT_FOUND' });
  await expect(platform.client.clusterCapacity('default')).rejects.toMatchObject({
    code: 'CLUSTER_UNREACHABLE',
    message: expect.stringContaining('request to cluster "default" failed: '),
  });
});
