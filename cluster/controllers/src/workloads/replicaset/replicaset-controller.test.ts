import { apps, core } from '@kubemin/kubeapi/resources';
import { eventually, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeCluster } from '../../test-support/describe-cluster.ts';
import { PodLog } from '../../test-support/pod-log.ts';
import { pod, replicaSet } from '../../test-support/workload.ts';

describeCluster('ReplicaSets', (start) => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await start({ nodes: 3 });
  });
  afterAll(() => cluster.close());

  const sets = () => cluster.client.resource(apps.v1.replicasets, 'default');
  const pods = () => cluster.client.resource(core.v1.pods, 'default');
  const listPods = async (app: string) => (await pods().list({ labelSelector: `app=${app}` })).items;
  const available = (name: string, count: number) =>
    eventually(async () => (await sets().get(name)).status?.availableReplicas === count);

  test('a large set is filled without one pod too many, however often it is looked at meanwhile', async () => {
    const log = await PodLog.start(cluster.client, 'default');
    await sets().create(replicaSet('large', 60));
    await available('large', 60);
    expect([log.created, log.most]).toEqual([60, 60]);
    log.stop();
  });

  test('a lost pod is replaced', async () => {
    await sets().create(replicaSet('lost', 2));
    await available('lost', 2);
    const [victim] = await listPods('lost');
    await pods().delete(victim?.metadata.name ?? '');
    const names = await eventually(async () => (await listPods('lost')).map(({ metadata }) => metadata.name), {
      until: (left) => left.length === 2 && !left.includes(victim?.metadata.name),
    });
    expect(names).toHaveLength(2);
  });

  test('a matching pod without an owner is adopted; one that no longer matches is let go and replaced', async () => {
    await pods().create(pod('stray', { labels: { app: 'adopt' } }));
    await sets().create(replicaSet('adopt', 2));
    await available('adopt', 2);
    const stray = await pods().get('stray');
    expect(stray.metadata.ownerReferences).toMatchObject([{ kind: 'ReplicaSet', name: 'adopt', controller: true }]);
    await pods().patch('stray', { type: 'merge', body: { metadata: { labels: { app: 'elsewhere' } } } });
    await eventually(async () => ((await pods().get('stray')).metadata.ownerReferences ?? []).length === 0);
    await eventually(async () => (await listPods('adopt')).length === 2);
  });
});
