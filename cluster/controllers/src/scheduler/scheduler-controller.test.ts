import { core } from '@kubemin/kubeapi/resources';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pod } from '../test-support/workload.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 2 });
});
afterAll(() => cluster.close());

const pods = () => cluster.client.resource(core.v1.pods, 'default');
const scheduled = async (name: string) =>
  (await pods().get(name)).status?.conditions?.find(({ type }) => type === 'PodScheduled');

test('a pod without a place says why in its condition and an event, and gets the place another one leaves', async () => {
  await pods().create(pod('first', { requests: { cpu: '6' } }));
  await pods().create(pod('second', { requests: { cpu: '6' } }));
  await eventually(
    async () => (await pods().get('second')).spec?.nodeName && (await pods().get('first')).spec?.nodeName,
  );
  await pods().create(pod('third', { requests: { cpu: '6' } }));
  const refused = await eventually(() => scheduled('third'));
  expect(refused).toMatchObject({
    status: 'False',
    reason: 'Unschedulable',
    message: '0/2 nodes are available: 2 Insufficient cpu.',
  });
  const event = await eventually(async () => {
    const { items } = await cluster.client.resource(core.v1.events, 'default').list();
    return items.find(({ reason, involvedObject }) => reason === 'FailedScheduling' && involvedObject.name === 'third');
  });
  expect(event?.type).toBe('Warning');
  await pods().delete('first');
  await eventually(async () => (await pods().get('third')).status?.phase === 'Running');
  expect((await scheduled('third'))?.status).toBe('True');
});

test('a cordoned cluster takes nothing; a node that is uncordoned wakes the pods that wait', async () => {
  const nodes = cluster.client.resource(core.v1.nodes);
  const { items } = await nodes.list();
  const cordon = async (unschedulable: boolean) => {
    for (const { metadata } of items) {
      await nodes.patch(metadata.name ?? '', { type: 'merge', body: { spec: { unschedulable } } });
    }
  };
  await cordon(true);
  await pods().create(pod('patient'));
  await eventually(async () => (await scheduled('patient'))?.message?.includes('2 node(s) were unschedulable'));
  await cordon(false);
  await eventually(async () => (await pods().get('patient')).status?.phase === 'Running');
});

test('a pod that names a claim which does not exist waits for it', async () => {
  const claiming = pod('claiming');
  const containers = claiming.spec?.containers ?? [];
  const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'late' } }];
  await pods().create({ ...claiming, spec: { containers, volumes } });
  const why = await eventually(() => scheduled('claiming'));
  expect(why?.message).toBe('0/2 nodes are available: persistentvolumeclaim "late" not found.');
  await cluster.client.resource(core.v1.persistentvolumeclaims, 'default').create({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'late' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  });
  await eventually(async () => (await pods().get('claiming')).status?.phase === 'Running');
});
