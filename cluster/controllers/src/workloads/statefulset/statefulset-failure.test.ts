import { apps, core } from '@kubemin/kubeapi/resources';
import type { StatefulSet } from '@kubemin/kubeapi/types/apps.v1';
import { eventually, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeCluster } from '../../test-support/describe-cluster.ts';
import { pod, statefulSet } from '../../test-support/workload.ts';

describeCluster('StatefulSets that are kept from their pods', (start) => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await start({ nodes: 2 });
  });
  afterAll(() => cluster.close());

  const sets = (namespace: string) => cluster.client.resource(apps.v1.statefulsets, namespace);
  const pods = (namespace: string) => cluster.client.resource(core.v1.pods, namespace);

  async function namespace(name: string): Promise<void> {
    const namespaces = cluster.client.resource(core.v1.namespaces);
    await namespaces.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  }

  function parallel(name: string, replicas: number): StatefulSet {
    const { spec = { selector: {}, template: {} }, ...rest } = statefulSet(name, replicas);
    return { ...rest, spec: { ...spec, podManagementPolicy: 'Parallel' } };
  }

  test('a taken name is reported and stops no other pod; when it is free, the pod is created', async () => {
    await namespace('shared');
    await pods('shared').create(pod('db-0', { labels: { app: 'stranger' } }));
    await sets('shared').create(parallel('db', 3));
    await eventually(async () => (await sets('shared').get('db')).status?.readyReplicas === 2);
    const event = await eventually(async () => {
      const { items } = await cluster.client.resource(core.v1.events, 'shared').list();
      return items.find(({ reason, involvedObject }) => reason === 'FailedCreate' && involvedObject.name === 'db');
    });
    expect(event?.message).toBe('create Pod db-0 in StatefulSet db failed error: pods "db-0" already exists');
    await pods('shared').delete('db-0');
    await eventually(async () => (await sets('shared').get('db')).status?.readyReplicas === 3);
  });

  test('a quota that rejects pods stops neither the status nor deletions', async () => {
    await namespace('tight');
    const quotas = cluster.client.resource(core.v1.resourcequotas, 'tight');
    const hard = { pods: '2' };
    await quotas.create({ apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'pods' }, spec: { hard } });
    await sets('tight').create(parallel('db', 3));
    const { metadata, status } = await eventually(() => sets('tight').get('db'), {
      until: (set) => set.status?.readyReplicas === 2,
    });
    expect(status).toMatchObject({ replicas: 2, observedGeneration: metadata.generation });
    const body = { spec: { replicas: 2, ordinals: { start: 2 } } };
    await sets('tight').patch('db', { type: 'merge', body });
    await eventually(async () => {
      const { items } = await pods('tight').list();
      return items.map((one) => one.metadata.name).join(' ') === 'db-2 db-3';
    });
  });

  test('a claim deleted while its pod waits for a node goes, and is made again', async () => {
    const claims = cluster.client.resource(core.v1.persistentvolumeclaims, 'default');
    await sets('default').create(statefulSet('huge', 1, { requests: { cpu: '1000' } }));
    await eventually(async () => {
      const waiting = await pods('default').find('huge-0');
      return waiting?.status?.conditions?.some(({ type, status }) => type === 'PodScheduled' && status === 'False');
    });
    const { metadata } = await eventually(() => claims.get('data-huge-0'), {
      until: (claim) => claim.status?.phase === 'Bound',
    });
    await claims.delete('data-huge-0');
    const recreated = await eventually(() => claims.find('data-huge-0'), {
      until: (claim) => claim !== undefined && claim.metadata.uid !== metadata.uid,
    });
    expect(recreated?.metadata.deletionTimestamp).toBeUndefined();
  });
});
