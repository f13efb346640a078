import { core, policy } from '@kubemin/kubeapi/resources';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { json, webservice } from '../../test-support/documents.ts';
import { startTestPlatform, type TestPlatform } from '../../test-support/test-platform.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 2 });
});
afterAll(() => cluster.close());

async function deliver({ client }: TestPlatform, name: string): Promise<string> {
  const { id } = await client.saveApplication(json({ name, component: [webservice(`${name}-web`)] }));
  await client.execWorkflow(id, {});
  await eventually(() => client.applicationPods(id), {
    until: ({ pods }) => pods.length === 1 && pods.every(({ node }) => node !== undefined),
  });
  return id;
}

test('a cordoned node takes no pods until it is uncordoned', async () => {
  const { client } = await startTestPlatform({ kube: cluster.client });
  const [node] = (await client.clusterNodes('default')).nodes;
  const name = node?.name ?? '';
  expect(await client.cordonNode('default', name)).toMatchObject({ name, ready: true, schedulable: false });
  expect((await client.clusterCapacity('default')).nodes).toMatchObject({ all: 2, schedulable: 1 });
  expect(await client.uncordonNode('default', name)).toMatchObject({ name, schedulable: true });
  expect((await cluster.client.resource(core.v1.nodes).get(name)).spec).not.toHaveProperty('unschedulable');
  await expect(client.cordonNode('default', 'none')).rejects.toMatchObject({ code: 'OBJECT_NOT_FOUND' });
});

test('draining moves pods to other nodes, and keeps those that a budget protects', async () => {
  const platform = await startTestPlatform({ kube: cluster.client, jobs: 'delivery' });
  const { client } = platform;
  const id = await deliver(platform, 'moves');
  const [pod] = (await client.applicationPods(id)).pods;
  const node = pod?.node ?? '';
  const labels = (await cluster.client.resource(core.v1.pods, 'default').get(pod?.name ?? '')).metadata.labels ?? {};
  const budgets = cluster.client.resource(policy.v1.poddisruptionbudgets, 'default');
  await budgets.create({
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'moves' },
    spec: { minAvailable: 1, selector: { matchLabels: labels } },
  });
  const kept = await client.drainNode('default', node);
  expect(kept).toMatchObject({ node: { name: node, schedulable: false }, evicted: [] });
  expect(kept.kept).toEqual([
    { namespace: 'default', name: pod?.name, reason: 'budget', message: expect.stringContaining('budget') },
  ]);
  await budgets.delete('moves');
  const { evicted, kept: left } = await client.drainNode('default', node);
  expect({ evicted, left }).toEqual({ evicted: [{ namespace: 'default', name: pod?.name }], left: [] });
  const { pods } = await eventually(() => client.applicationPods(id), {
    until: (list) => list.pods.length === 1 && list.pods[0]?.node !== undefined && list.pods[0].name !== pod?.name,
  });
  expect(pods[0]?.node).not.toBe(node);
  await client.uncordonNode('default', node);
});

test('a pod of an application is deleted and replaced; one of another application is not found', async () => {
  const platform = await startTestPlatform({ kube: cluster.client, jobs: 'delivery' });
  const { client } = platform;
  const id = await deliver(platform, 'replaced');
  const other = await deliver(platform, 'other');
  const name = (await client.applicationPods(id)).pods[0]?.name ?? '';
  await expect(client.deletePod(other, name)).rejects.toMatchObject({ code: 'POD_NOT_FOUND' });
  expect(await client.deletePod(id, name)).toEqual({ namespace: 'default', name });
  await eventually(() => client.applicationPods(id), {
    until: ({ pods }) => pods.length === 1 && pods[0]?.name !== name,
  });
});
