import { apps, core } from '@kubemin/kubeapi/resources';
import { eventually } from '@kubemin/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { handMadeNode, summarizeNode } from '../test-support/hand-made-node.ts';
import { formatCondition, TroubledCluster } from '../test-support/troubled-cluster.ts';
import { deployment, pod } from '../test-support/workload.ts';

let cluster: TroubledCluster;
beforeAll(async () => {
  cluster = await TroubledCluster.start();
});
afterAll(() => cluster.close());
// What was made by one test stays wrong while the next ones run.
afterEach(() => cluster.bystanderRollsOut());

const nodes = () => cluster.client.resource(core.v1.nodes);
const pods = (namespace = 'default') => cluster.client.resource(core.v1.pods, namespace);
const configMaps = (namespace: string) => cluster.client.resource(core.v1.configmaps, namespace);

test('an owner in another namespace does not count: its dependent is deleted, with an event', async () => {
  await cluster.namespace('far');
  const { metadata } = await configMaps('far').create({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'owner' },
  });
  const { uid = '' } = metadata;
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid }];
  await configMaps('default').create({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'owned', ownerReferences },
  });
  expect(await cluster.eventMessage('default', 'owned', 'OwnerRefInvalidNamespace')).toBe(
    `Warning: ownerRef [v1/ConfigMap, namespace: default, name: owner, uid: ${uid}] does not exist in namespace "default"`,
  );
  await eventually(async () => (await configMaps('default').find('owned')) === undefined);
  expect(await configMaps('far').find('owner')).toBeDefined();
});

test('a finalizer that is never removed holds its object and its namespace, whose conditions name it', async () => {
  await cluster.namespace('held');
  const held = pod('held');
  await pods('held').create({ ...held, metadata: { ...held.metadata, finalizers: ['example.com/hold'] } });
  await cluster.client.resource(apps.v1.deployments, 'held').create(deployment('web', 2));
  await cluster.client.resource(core.v1.namespaces).delete('held');
  const conditions = await eventually(
    async () => (await cluster.client.resource(core.v1.namespaces).get('held')).status?.conditions,
    { until: (some) => formatCondition(some, 'NamespaceContentRemaining')?.includes('pods. has 1 resource') ?? false },
  );
  expect(formatCondition(conditions, 'NamespaceContentRemaining')).toBe(
    'True SomeResourcesRemain: Some resources are remaining: pods. has 1 resource instances',
  );
  expect(formatCondition(conditions, 'NamespaceFinalizersRemaining')).toBe(
    'True SomeFinalizersRemain: Some content in the namespace has finalizers remaining: example.com/hold in 1 resource instances',
  );
  await cluster.bystanderRollsOut();
  await pods('held').patch('held', { type: 'merge', body: { metadata: { finalizers: null } } });
  await eventually(async () => (await cluster.client.resource(core.v1.namespaces).find('held')) === undefined);
});

async function placed(name: string, cpu: string, node: string): Promise<void> {
  const { spec, ...rest } = pod(name, { requests: { cpu } });
  const nodeSelector = { only: node };
  await pods().create({ ...rest, spec: { containers: [], ...spec, nodeSelector } });
}

async function createNode(name: string): Promise<void> {
  const node = handMadeNode(name);
  await nodes().create({ ...node, metadata: { ...node.metadata, labels: { only: name } } });
  await eventually(async () => (await summarizeNode(cluster.client, name)).taints?.toString() === '');
}

test('a node that claimed too much keeps what it was given, and gets no more', async () => {
  await createNode('liar');
  const claim = (cpu: string) => {
    const amounts = { cpu, memory: '32Gi', pods: '110' };
    const body = { status: { capacity: amounts, allocatable: amounts } };
    return nodes().patch('liar', { type: 'strategic', body }, { subresource: 'status' });
  };
  await claim('1k');
  for (const name of ['lured-1', 'lured-2', 'lured-3']) await placed(name, '300', 'liar');
  const lured = async () => (await pods().list()).items.filter(({ metadata }) => metadata.name?.startsWith('lured'));
  await eventually(async () => (await lured()).every(({ spec }) => spec?.nodeName === 'liar'));
  await claim('8');
  await placed('late', '1', 'liar');
  expect(await cluster.eventMessage('default', 'late', 'FailedScheduling')).toBe(
    "Warning: 0/4 nodes are available: 1 Insufficient cpu, 3 node(s) didn't match Pod's node affinity/selector.",
  );
  await cluster.bystanderRollsOut();
  expect((await lured()).map(({ spec, metadata }) => [spec?.nodeName, metadata.deletionTimestamp])).toEqual(
    Array.from({ length: 3 }, () => ['liar', undefined]),
  );
});

test('a node that is ready and not ready in turns keeps its pods', async () => {
  await createNode('nervous');
  await placed('calm', '1', 'nervous');
  await eventually(async () => (await pods().get('calm')).spec?.nodeName === 'nervous');
  const setReady = (status: 'True' | 'False') => {
    const body = { status: { conditions: [{ type: 'Ready', status, reason: 'Nerves' }] } };
    return nodes().patch('nervous', { type: 'strategic', body }, { subresource: 'status' });
  };
  for (let turn = 0; turn < 5; turn += 1) {
    await setReady('False');
    await eventually(async () =>
      (await summarizeNode(cluster.client, 'nervous')).taints?.toString().includes('not-ready'),
    );
    await setReady('True');
    await eventually(async () => (await summarizeNode(cluster.client, 'nervous')).taints?.toString() === '');
  }
  const { metadata, spec } = await pods().get('calm');
  expect([spec?.nodeName, metadata.deletionTimestamp]).toEqual(['nervous', undefined]);
});
