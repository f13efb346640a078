import { apps, core } from '@kubemin/kubeapi/resources';
import type { DeploymentStatus } from '@kubemin/kubeapi/types/apps.v1';
import { eventually, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeCluster } from '../../test-support/describe-cluster.ts';
import { PodLog } from '../../test-support/pod-log.ts';
import { deployment, template } from '../../test-support/workload.ts';

describeCluster('a Deployment', (start) => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await start({ nodes: 3 });
  });
  afterAll(() => cluster.close());

  const deployments = () => cluster.client.resource(apps.v1.deployments, 'default');
  const listPods = async (app: string) =>
    (await cluster.client.resource(core.v1.pods, 'default').list({ labelSelector: `app=${app}` })).items;
  const listReplicaSets = async (app: string) =>
    (await cluster.client.resource(apps.v1.replicasets, 'default').list({ labelSelector: `app=${app}` })).items;

  function rolledOut(name: string, replicas: number): Promise<DeploymentStatus> {
    return eventually(async () => {
      const { metadata, status = {} } = await deployments().get(name);
      const seen = status.observedGeneration === metadata.generation;
      const counts = [status.updatedReplicas, status.replicas, status.availableReplicas].map((count) => count ?? 0);
      return seen && counts.every((count) => count === replicas) ? status : undefined;
    }).then((status) => status ?? {});
  }

  test('of 3 ends with 3 running pods on 3 nodes, each with an address', async () => {
    // Pods that are created before all nodes are there share the first one.
    await eventually(async () => {
      const { items } = await cluster.client.resource(core.v1.nodes).list();
      return items.length === 3 && items.every(({ spec }) => (spec?.taints ?? []).length === 0);
    });
    await deployments().create(deployment('three', 3));
    const status = await rolledOut('three', 3);
    const pods = await listPods('three');
    expect(pods.map((pod) => pod.status?.phase)).toEqual(['Running', 'Running', 'Running']);
    expect(new Set(pods.map((pod) => pod.spec?.nodeName)).size).toBe(3);
    expect(new Set(pods.map((pod) => pod.status?.podIP)).size).toBe(3);
    expect(status.conditions?.map(({ type, status: holds, reason }) => `${type} ${holds} ${reason}`)).toEqual([
      'Available True MinimumReplicasAvailable',
      'Progressing True NewReplicaSetAvailable',
    ]);
  });

  test('rolls a new image out within its limits, then back to the first ReplicaSet under a new revision', async () => {
    const spec = { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } } };
    await deployments().create(deployment('roll', 4, { spec }));
    await rolledOut('roll', 4);
    await cluster.client.resource(core.v1.namespaces);
    const log = await PodLog.start(cluster.client, 'default');
    const others = (await cluster.client.resource(core.v1.pods, 'default').list()).items.length - 4;
    const image = (tag: string) => ({ spec: { template: template('roll', { image: tag }) } });
    await deployments().patch('roll', { type: 'strategic', body: image('shop:2') });
    await rolledOut('roll', 4);
    await eventually(async () => (await listPods('roll')).length === 4);
    expect(log.most - others).toBeLessThanOrEqual(5);
    expect(log.fewestReady - others).toBeGreaterThanOrEqual(3);
    log.stop();
    expect((await listPods('roll')).map((pod) => pod.spec?.containers[0]?.image)).toEqual(Array(4).fill('shop:2'));
    await deployments().patch('roll', { type: 'strategic', body: image('shop:1') });
    await rolledOut('roll', 4);
    const sets = await listReplicaSets('roll');
    expect(sets).toHaveLength(2);
    const current = sets.find((set) => set.spec?.replicas === 4);
    expect(current?.metadata.annotations?.['deployment.kubernetes.io/revision']).toBe('3');
    expect((await deployments().get('roll')).metadata.annotations?.['deployment.kubernetes.io/revision']).toBe('3');
  });

  test('scales up and down without a rollout', async () => {
    await deployments().create(deployment('scale', 2));
    await rolledOut('scale', 2);
    for (const replicas of [5, 1]) {
      await deployments().patch('scale', { type: 'merge', body: { spec: { replicas } } });
      await rolledOut('scale', replicas);
      await eventually(async () => (await listPods('scale')).length === replicas);
    }
    expect(await listReplicaSets('scale')).toHaveLength(1);
  });

  test.each([10, 0])('with Recreate and a history of %i lets no old and new pod meet', async (revisionHistoryLimit) => {
    const name = `again-${revisionHistoryLimit}`;
    const annotations = { 'kubemin.io/simulate-stop-delay': '1s' };
    const spec = { strategy: { type: 'Recreate' }, revisionHistoryLimit };
    await deployments().create(deployment(name, 2, { annotations, spec }));
    await rolledOut(name, 2);
    const old = (await listPods(name)).map((pod) => pod.metadata.name);
    const log = await PodLog.start(cluster.client, 'default');
    await deployments().patch(name, {
      type: 'strategic',
      body: { spec: { template: template(name, { image: 'shop:2', annotations }) } },
    });
    await rolledOut(name, 2);
    await eventually(() => log.created === 2);
    log.stop();
    const mine = log.comings.filter((coming) => coming.includes(`${name}-`));
    expect(mine.slice(0, 2).toSorted()).toEqual(old.map((one) => `-${one}`).toSorted());
    expect(mine.slice(2).every((coming) => coming.startsWith('+'))).toBe(true);
  });

  test('whose new image cannot be pulled keeps the old pods and reports that it is stuck', async () => {
    await deployments().create(deployment('stuck', 3, { spec: { progressDeadlineSeconds: 1 } }));
    await rolledOut('stuck', 3);
    const annotations = { 'kubemin.io/simulate': 'image-pull-error' };
    const broken = template('stuck', { image: 'shop:nope', annotations });
    await deployments().patch('stuck', { type: 'strategic', body: { spec: { template: broken } } });
    const condition = await eventually(async () => {
      const { status } = await deployments().get('stuck');
      return status?.conditions?.find(({ reason }) => reason === 'ProgressDeadlineExceeded');
    });
    expect(condition).toMatchObject({ type: 'Progressing', status: 'False' });
    expect((await deployments().get('stuck')).status?.availableReplicas).toBe(3);
  });

  test('keeps no more old ReplicaSets than its history limit', async () => {
    await deployments().create(deployment('history', 1, { spec: { revisionHistoryLimit: 1 } }));
    await rolledOut('history', 1);
    for (const tag of ['shop:2', 'shop:3', 'shop:4']) {
      const body = { spec: { template: template('history', { image: tag }) } };
      await deployments().patch('history', { type: 'strategic', body });
      await rolledOut('history', 1);
    }
    const left = await eventually(() => listReplicaSets('history'), { until: (sets) => sets.length === 2 });
    const revisions = left.map((set) => set.metadata.annotations?.['deployment.kubernetes.io/revision']);
    expect(revisions.toSorted()).toEqual(['3', '4']);
  });

  test('reports why its ReplicaSet cannot be created, and continues once it can', async () => {
    const { client } = cluster;
    await client
      .resource(core.v1.namespaces)
      .create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'poor' } });
    const quotas = client.resource(core.v1.resourcequotas, 'poor');
    const hard = (count: string) => ({ 'count/replicasets.apps': count });
    await quotas.create({
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'none' },
      spec: { hard: hard('0') },
    });
    await eventually(async () => (await quotas.get('none')).status?.hard !== undefined);
    const poor = client.resource(apps.v1.deployments, 'poor');
    await poor.create(deployment('unlucky', 1));
    const condition = await eventually(async () =>
      (await poor.get('unlucky')).status?.conditions?.find(({ reason }) => reason === 'ReplicaSetCreateError'),
    );
    expect(condition).toMatchObject({ type: 'Progressing', status: 'False' });
    expect(condition?.message).toContain('exceeded quota: none');
    await quotas.delete('none');
    await eventually(async () => (await poor.get('unlucky')).status?.availableReplicas === 1);
    const reasons = (await poor.get('unlucky')).status?.conditions?.map(({ reason }) => reason);
    expect(reasons).not.toContain('ReplicaSetCreateError');
  });
});
