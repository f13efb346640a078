import { apps, core } from '@kubemin/kubeapi/resources';
import { eventually, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeCluster } from '../../test-support/describe-cluster.ts';
import { deployment } from '../../test-support/workload.ts';

describeCluster('garbage collection', (start) => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await start();
  });
  afterAll(() => cluster.close());

  const deployments = () => cluster.client.resource(apps.v1.deployments, 'default');
  const listReplicaSets = async (app: string) =>
    (await cluster.client.resource(apps.v1.replicasets, 'default').list({ labelSelector: `app=${app}` })).items;
  const listPods = async (app: string) =>
    (await cluster.client.resource(core.v1.pods, 'default').list({ labelSelector: `app=${app}` })).items;

  async function running(name: string): Promise<void> {
    await deployments().create(deployment(name, 2));
    await eventually(async () => (await deployments().get(name)).status?.availableReplicas === 2);
  }

  test('deleted in the background, a Deployment goes at once and takes ReplicaSet and pods along', async () => {
    await running('background');
    await deployments().delete('background', { propagationPolicy: 'Background' });
    expect(await deployments().find('background')).toBeUndefined();
    await eventually(
      async () => (await listReplicaSets('background')).length + (await listPods('background')).length === 0,
    );
  });

  test('deleted in the foreground, a Deployment stays until its last pod is gone', async () => {
    await running('foreground');
    const watch = await cluster.client.resource(apps.v1.deployments, 'default').watch({
      resourceVersion: (await deployments().get('foreground')).metadata.resourceVersion,
    });
    await deployments().delete('foreground', { propagationPolicy: 'Foreground' });
    for await (const batch of watch) {
      if (batch.some(({ type, object }) => type === 'DELETED' && object.metadata.name === 'foreground')) break;
    }
    expect([await listReplicaSets('foreground'), await listPods('foreground')]).toEqual([[], []]);
  });

  test('deleted with orphaning, a Deployment leaves its ReplicaSet without an owner and the pods running', async () => {
    await running('orphan');
    await deployments().delete('orphan', { propagationPolicy: 'Orphan' });
    await eventually(async () => (await deployments().find('orphan')) === undefined);
    const [set] = await listReplicaSets('orphan');
    expect(set?.metadata.ownerReferences ?? []).toEqual([]);
    expect(await listPods('orphan')).toHaveLength(2);
  });

  test('KC-SRV-2: an object whose owner was deleted before it was seen is found and deleted', async () => {
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'never-was', uid: 'none' };
    const maps = cluster.client.resource(core.v1.configmaps, 'default');
    await maps.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'left', ownerReferences: [owner] } });
    await eventually(async () => (await maps.find('left')) === undefined);
  });

  test('objects that own each other in a circle all go when one is deleted in the foreground', async () => {
    const maps = cluster.client.resource(core.v1.configmaps, 'default');
    const names = ['circle-1', 'circle-2', 'circle-3'];
    const uids = new Map<string, string>();
    for (const name of names) {
      const { metadata } = await maps.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });
      uids.set(name, metadata.uid ?? '');
    }
    for (const [index, name] of names.entries()) {
      const owner = names.at(index - 1) ?? '';
      const uid = uids.get(owner);
      const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: owner, uid, blockOwnerDeletion: true };
      await maps.patch(name, { type: 'merge', body: { metadata: { ownerReferences: [reference] } } });
    }
    await maps.delete('circle-1', { propagationPolicy: 'Foreground' });
    await eventually(async () => (await Promise.all(names.map((name) => maps.find(name)))).every((one) => !one));
  });

  test('a deleted namespace takes everything in it along, and goes', async () => {
    const namespaces = cluster.client.resource(core.v1.namespaces);
    await namespaces.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'doomed' } });
    await cluster.client.resource(apps.v1.deployments, 'doomed').create(deployment('web', 2));
    const pods = cluster.client.resource(core.v1.pods, 'doomed');
    await eventually(
      async () => (await pods.list()).items.filter(({ status }) => status?.phase === 'Running').length === 2,
    );
    await namespaces.delete('doomed');
    await eventually(async () => (await namespaces.find('doomed')) === undefined);
    expect((await pods.list()).items).toEqual([]);
  });
});
