import type { DrainedNode } from '@kubemin/client';
import { createKubeClient } from '@kubemin/kube';
import { type ApiHandler, forbidden, type StatusError, tooManyRequests } from '@kubemin/kubeapi';
import { core, policy } from '@kubemin/kubeapi/resources';
import { LABEL } from '@kubemin/render';
import { eventually, ManualClock, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { json, webservice } from '../../test-support/documents.ts';
import { startTestPlatform, type TestPlatform } from '../../test-support/test-platform.ts';
import { NodeService } from './node-service.ts';

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

const manifest = (name: string, node: string, spec: object = {}) => ({
  ...{ apiVersion: 'v1' as const, kind: 'Pod' as const, metadata: { name } },
  spec: { nodeName: node, containers: [{ name: 'main', image: 'main:1' }], ...spec },
});

test('pods that nothing replaces, or that have data on the node, are evicted on request alone', async () => {
  const { client } = await startTestPlatform({ kube: cluster.client });
  const pods = cluster.client.resource(core.v1.pods, 'default');
  const [{ name: node } = { name: '' }] = (await client.clusterNodes('default')).nodes;
  await pods.create(manifest('single', node));
  await pods.create(manifest('with-data', node, { volumes: [{ name: 'data', emptyDir: {} }] }));
  const listed = await client.clusterPods('default', { all: true, node });
  const own = listed.pods.filter(({ name }) => name === 'single' || name === 'with-data');
  expect(listed.pods.every((pod) => pod.node === node)).toBe(true);
  expect(own.map((pod) => pod.drainObstacles)).toEqual([['unmanaged'], ['unmanaged', 'localData']]);
  const place = { namespace: 'default' };
  const reasons = (kept: DrainedNode['kept']) => kept.map(({ name, reason }) => [name, reason]);

  expect(reasons((await client.drainNode('default', node)).kept)).toEqual([
    ['single', 'unmanaged'],
    ['with-data', 'unmanaged'],
  ]);
  const forced = await client.drainNode('default', node, { force: true });
  expect(forced.evicted).toEqual([{ ...place, name: 'single' }]);
  expect(reasons(forced.kept)).toEqual([['with-data', 'localData']]);
  const all = await client.drainNode('default', node, { force: true, deleteLocalData: true });
  expect(all.evicted).toEqual([{ ...place, name: 'with-data' }]);
  const { entries } = await client.listAudit({});
  const details = entries.filter(({ route }) => route === 'drainNode').map(({ detail }) => detail);
  expect(details[0]).toBe('force deleteLocalData evicted=default/with-data kept=');
  await client.uncordonNode('default', node);
});

test('an eviction that fails is reported, and the others go on; a busy cluster is not a budget', async () => {
  const broken: Record<string, StatusError> = {
    'first-of-all': tooManyRequests('too busy', 1),
    'not-allowed': forbidden('User "x" cannot create resource "pods/eviction"'),
  };
  const handler: ApiHandler = async (request) => {
    const name = Object.keys(broken).find((each) => request.path.endsWith(`/pods/${each}/eviction`));
    const error = name === undefined ? undefined : broken[name];
    if (error !== undefined) throw error;
    return cluster.client.handler(request);
  };
  const { client } = await startTestPlatform({ kube: createKubeClient(handler) });
  const pods = cluster.client.resource(core.v1.pods, 'default');
  const [{ name: node } = { name: '' }] = (await client.clusterNodes('default')).nodes;
  for (const name of [...Object.keys(broken), 'the-last']) await pods.create(manifest(name, node));
  const drained = await client.drainNode('default', node, { force: true });
  expect(drained.evicted).toEqual([{ namespace: 'default', name: 'the-last' }]);
  expect(drained.kept).toMatchObject([
    { name: 'first-of-all', reason: 'failed', message: 'too busy' },
    { name: 'not-allowed', reason: 'failed' },
  ]);
  await client.uncordonNode('default', node);
  for (const name of Object.keys(broken)) await pods.delete(name);
});

test('draining stops when the client goes away, and reports what was evicted until its time is over', async () => {
  const held = Promise.withResolvers<void>();
  const sent: string[] = [];
  const clock = new ManualClock();
  const handler: ApiHandler = async (request) => {
    if (!request.path.endsWith('/eviction')) return cluster.client.handler(request);
    sent.push(request.path.split('/').at(-2) ?? '');
    if (sent.length === 1) return cluster.client.handler(request);
    held.resolve();
    return await new Promise((_, reject) =>
      request.signal?.addEventListener('abort', () => reject(request.signal?.reason)),
    );
  };
  const service = new NodeService({ clusters: { client: async () => createKubeClient(handler) }, clock });
  const pods = cluster.client.resource(core.v1.pods, 'default');
  const [node] = (await cluster.client.resource(core.v1.nodes).list()).items.map(({ metadata }) => metadata.name ?? '');
  for (const name of ['one', 'two', 'three']) await pods.create(manifest(name, node ?? ''));
  const stop = new AbortController();
  const draining = service.drain('default', node ?? '', { force: true, deleteLocalData: false }, stop.signal);
  await held.promise;
  await clock.advance(8_000);
  const { evicted, kept } = await draining;
  expect(evicted.map(({ name }) => name)).toEqual(['one']);
  expect(kept.map(({ name, reason }) => [name, reason])).toEqual([
    ['three', 'pending'],
    ['two', 'pending'],
  ]);
  expect(sent).toEqual(['one', 'three']);
  stop.abort();
  await expect(
    service.drain('default', node ?? '', { force: true, deleteLocalData: false }, stop.signal),
  ).rejects.toThrow();
  expect(sent).toHaveLength(2);
  await service.setSchedulable('default', node ?? '', true);
  for (const name of ['two', 'three']) await pods.delete(name);
});

test('a pod of an application is deleted and replaced; one of another application is not found', async () => {
  const platform = await startTestPlatform({ kube: cluster.client, jobs: 'delivery' });
  const { client } = platform;
  const id = await deliver(platform, 'replaced');
  const other = await deliver(platform, 'other');
  const name = (await client.applicationPods(id)).pods[0]?.name ?? '';
  await expect(client.deletePod(other, name)).rejects.toMatchObject({ code: 'POD_NOT_FOUND' });
  const gone: ApiHandler = async (request) => {
    if (request.method === 'DELETE') await cluster.client.resource(core.v1.pods, 'default').delete('short-lived');
    return cluster.client.handler(request);
  };
  const late = await startTestPlatform({ kube: createKubeClient(gone) });
  const own = (await late.client.saveApplication(json({ name: 'late', component: [webservice('late-web')] }))).id;
  const node = (await client.clusterNodes('default')).nodes[0]?.name ?? '';
  const short = manifest('short-lived', node);
  await cluster.client.resource(core.v1.pods, 'default').create({
    ...short,
    metadata: { name: 'short-lived', labels: { [LABEL.appId]: own } },
  });
  await expect(late.client.deletePod(own, 'short-lived')).rejects.toMatchObject({ code: 'POD_NOT_FOUND' });
  expect(await client.deletePod(id, name)).toEqual({ namespace: 'default', name });
  await eventually(() => client.applicationPods(id), {
    until: ({ pods }) => pods.length === 1 && pods[0]?.name !== name,
  });
});
