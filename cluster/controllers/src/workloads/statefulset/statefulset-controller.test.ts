import { apps, core } from '@kubemin/kubeapi/resources';
import { eventually, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeCluster } from '../../test-support/describe-cluster.ts';
import { PodLog } from '../../test-support/pod-log.ts';
import { statefulSet, template } from '../../test-support/workload.ts';

describeCluster('StatefulSets', (start) => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await start({ nodes: 2 });
  });
  afterAll(() => cluster.close());

  const sets = () => cluster.client.resource(apps.v1.statefulsets, 'default');
  const claims = () => cluster.client.resource(core.v1.persistentvolumeclaims, 'default');

  test('a StatefulSet makes numbered pods in order, each with its claim; shrinks and updates from the top; keeps claims', async () => {
    const log = await PodLog.start(cluster.client, 'default');
    await sets().create(statefulSet('db', 3));
    await eventually(async () => (await sets().get('db')).status?.availableReplicas === 3);
    expect(log.comings).toEqual(['+db-0', '+db-1', '+db-2']);
    await eventually(async () => {
      const { items } = await cluster.client.resource(core.v1.events, 'default').list();
      return items.some(({ message }) => message === 'create Claim data-db-0 Pod db-0 in StatefulSet db success');
    });
    const bound = (await claims().list()).items.map(({ metadata, status }) => `${metadata.name} ${status?.phase}`);
    expect(bound).toEqual(['data-db-0 Bound', 'data-db-1 Bound', 'data-db-2 Bound']);
    const pod = await cluster.client.resource(core.v1.pods, 'default').get('db-1');
    expect(pod.spec).toMatchObject({ hostname: 'db-1', subdomain: 'db' });
    expect(pod.spec?.volumes?.find(({ name }) => name === 'data')?.persistentVolumeClaim?.claimName).toBe('data-db-1');

    log.comings.length = 0;
    await sets().patch('db', { type: 'merge', body: { spec: { template: template('db', { image: 'shop:2' }) } } });
    const status = await eventually(async () => {
      const set = await sets().get('db');
      const { updatedReplicas, readyReplicas, currentRevision, updateRevision } = set.status ?? {};
      const done = set.status?.observedGeneration === set.metadata.generation && currentRevision === updateRevision;
      return done && updatedReplicas === 3 && readyReplicas === 3 ? set.status : undefined;
    });
    expect(status?.replicas).toBe(3);
    expect(log.comings).toEqual(['-db-2', '+db-2', '-db-1', '+db-1', '-db-0', '+db-0']);

    log.comings.length = 0;
    await sets().patch('db', { type: 'merge', body: { spec: { replicas: 1 } } });
    await eventually(() => log.comings.length === 2);
    expect(log.comings).toEqual(['-db-2', '-db-1']);
    expect((await claims().list()).items).toHaveLength(3);
    log.stop();
  });

  test('claims are deleted with scaled-down pods, and with the set, where its policy demands it', async () => {
    const { spec = { selector: {}, template: {} }, ...rest } = statefulSet('cache', 2);
    const persistentVolumeClaimRetentionPolicy = { whenScaled: 'Delete', whenDeleted: 'Delete' };
    await sets().create({ ...rest, spec: { ...spec, persistentVolumeClaimRetentionPolicy } });
    await eventually(async () => (await sets().get('cache')).status?.availableReplicas === 2);
    const left = async () =>
      (await claims().list()).items.flatMap(({ metadata }) => metadata.name?.match(/^data-cache-\d$/) ?? []);
    expect(await left()).toEqual(['data-cache-0', 'data-cache-1']);
    await sets().patch('cache', { type: 'merge', body: { spec: { replicas: 1 } } });
    await eventually(left, { until: (names) => names.length === 1 });
    expect(await left()).toEqual(['data-cache-0']);
    await sets().patch('cache', { type: 'merge', body: { spec: { replicas: 2 } } });
    await eventually(async () => (await sets().get('cache')).status?.availableReplicas === 2);
    await sets().delete('cache', { propagationPolicy: 'Background' });
    await eventually(left, { until: (names) => names.length === 0 });
  });
});
