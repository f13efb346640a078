import { core, resource, scheduling } from '@kubemin/kubeapi/resources';
import { eventually, type TestCluster } from '@kubemin/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { describeCluster } from '../test-support/describe-cluster.ts';
import { pod } from '../test-support/workload.ts';

describeCluster('the scheduler', (start) => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await start({ nodes: 2 });
  });
  afterAll(() => cluster.close());
  afterEach(async () => {
    await pods().deleteCollection();
    await eventually(async () => (await pods().list()).items.length === 0);
  });

  const pods = () => cluster.client.resource(core.v1.pods, 'default');
  const scheduled = async (name: string) =>
    (await pods().get(name)).status?.conditions?.find(({ type }) => type === 'PodScheduled');

  test('an unschedulable pod has the reason in its condition and an event, and gets the place another one leaves', async () => {
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
      return items.find(
        ({ reason, involvedObject }) => reason === 'FailedScheduling' && involvedObject.name === 'third',
      );
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

  test('a pod that claims a device waits until it is allocated', async () => {
    const devices = cluster.client.resource(resource.v1.resourceclaims, 'default');
    const claiming = pod('claiming');
    const containers = claiming.spec?.containers ?? [];
    const wanted = [{ name: 'device', resourceClaimName: 'gpu' }];
    await pods().create({ ...claiming, spec: { containers, resourceClaims: wanted } });
    await eventually(async () => (await scheduled('claiming'))?.message?.includes('resourceclaim "gpu" not found'));
    const identity = { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: { name: 'gpu' } } as const;
    await devices.create({ ...identity, spec: {} });
    await eventually(async () => (await scheduled('claiming'))?.message?.includes('2 cannot allocate all claims'));
    const body = { status: { allocation: {} } };
    await devices.patch('gpu', { type: 'merge', body }, { subresource: 'status' });
    await eventually(async () => (await pods().get('claiming')).status?.phase === 'Running');
  });

  test('an important pod preempts a less important one, which gets the reason', async () => {
    await cluster.client.resource(scheduling.v1.priorityclasses).create({
      apiVersion: 'scheduling.k8s.io/v1',
      kind: 'PriorityClass',
      metadata: { name: 'important' },
      value: 1000,
    });
    const { items } = await cluster.client.resource(core.v1.nodes).list();
    for (const { metadata } of items) await pods().create(pod(`cheap-${metadata.name}`, { requests: { cpu: '5' } }));
    const cheap = async () => (await pods().list()).items.filter(({ metadata }) => metadata.name?.startsWith('cheap-'));
    await eventually(async () => (await cheap()).every(({ status }) => status?.phase === 'Running'));
    const important = pod('important', { requests: { cpu: '6' } });
    const containers = important.spec?.containers ?? [];
    await pods().create({ ...important, spec: { containers, priorityClassName: 'important' } });
    await eventually(async () => (await pods().get('important')).status?.phase === 'Running');
    expect(await cheap()).toHaveLength(items.length - 1);
    const event = await eventually(async () => {
      const { items: events } = await cluster.client.resource(core.v1.events, 'default').list();
      return events.find(({ reason }) => reason === 'Preempted');
    });
    const { metadata, spec } = await pods().get('important');
    expect(event?.message).toBe(`Preempted by pod ${metadata.uid} on node ${spec?.nodeName}`);
  });

  test('a gated pod has a condition for it and waits until its gates are gone', async () => {
    const gated = pod('gated');
    const spec = { containers: gated.spec?.containers ?? [], schedulingGates: [{ name: 'example.com/quota' }] };
    await pods().create({ ...gated, spec });
    expect(await eventually(() => scheduled('gated'))).toMatchObject({
      status: 'False',
      reason: 'SchedulingGated',
      message: 'Scheduling is blocked due to non-empty scheduling gates',
    });
    await pods().patch('gated', { type: 'merge', body: { spec: { schedulingGates: null } } });
    await eventually(async () => (await pods().get('gated')).status?.phase === 'Running');
  });

  test('a pod that asks for a device no node has reports which, and does not hold up others', async () => {
    const resources = { limits: { 'nvidia.com/gpu': '1' } };
    await pods().create({ ...pod('gpu'), spec: { containers: [{ name: 'main', image: 'cuda:1', resources }] } });
    await pods().create(pod('beside'));
    const why = await eventually(() => scheduled('gpu'));
    expect(why?.message).toBe('0/2 nodes are available: 2 Insufficient nvidia.com/gpu.');
    await eventually(async () => (await pods().get('beside')).status?.phase === 'Running');
  });
});
