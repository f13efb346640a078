import { core } from '@kubemin/kubeapi/resources';
import { eventually, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeCluster } from '../../test-support/describe-cluster.ts';
import { pod, template } from '../../test-support/workload.ts';

describeCluster('a ReplicationController', (start) => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await start();
  });
  afterAll(() => cluster.close());

  test('adopts what it selects, has as many pods as it asks for, and reports that in its status', async () => {
    const controllers = cluster.client.resource(core.v1.replicationcontrollers, 'default');
    const pods = cluster.client.resource(core.v1.pods, 'default');
    const orphan = pod('orphan');
    await pods.create({ ...orphan, metadata: { ...orphan.metadata, labels: { app: 'old' } } });
    await pods.create({ ...pod('stranger'), metadata: { name: 'stranger', labels: { app: 'other' } } });
    const identity = { apiVersion: 'v1', kind: 'ReplicationController', metadata: { name: 'old' } } as const;
    // Without a selector the labels of the template are meant.
    await controllers.create({ ...identity, spec: { replicas: 3, template: template('old') } });
    const { status, metadata } = await eventually(() => controllers.get('old'), {
      until: (one) => one.status?.availableReplicas === 3,
    });
    expect(status).toMatchObject({ replicas: 3, readyReplicas: 3, fullyLabeledReplicas: 3 });
    expect(status?.observedGeneration).toBe(metadata.generation);
    const { items } = await pods.list({ labelSelector: 'app=old' });
    expect(items.map((one) => one.metadata.ownerReferences?.[0])).toEqual(
      items.map(() => expect.objectContaining({ kind: 'ReplicationController', name: 'old', controller: true })),
    );
    expect(items.map((one) => one.metadata.name)).toContain('orphan');
    expect((await pods.get('stranger')).metadata.ownerReferences).toBeUndefined();

    await controllers.patch('old', { type: 'merge', body: { spec: { replicas: 0 } } });
    await eventually(async () => (await controllers.get('old')).status?.replicas === 0);
  });
});
