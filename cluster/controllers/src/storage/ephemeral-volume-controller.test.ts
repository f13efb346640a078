import { core } from '@kubemin/kubeapi/resources';
import type { PersistentVolumeClaim, Pod } from '@kubemin/kubeapi/types/core.v1';
import { eventually, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeCluster } from '../test-support/describe-cluster.ts';
import { pod } from '../test-support/workload.ts';

const SPEC = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };

describeCluster('ephemeral volumes', (start) => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await start({ nodes: 1 });
  });
  afterAll(() => cluster.close());

  const claims = () => cluster.client.resource(core.v1.persistentvolumeclaims, 'default');
  const pods = () => cluster.client.resource(core.v1.pods, 'default');

  function withScratch(name: string): Pod {
    const { spec = { containers: [] }, ...rest } = pod(name);
    const volumeClaimTemplate = { metadata: { labels: { purpose: 'scratch' } }, spec: SPEC };
    return { ...rest, spec: { ...spec, volumes: [{ name: 'scratch', ephemeral: { volumeClaimTemplate } }] } };
  }

  const runs = async (name: string) => (await pods().get(name)).status?.phase === 'Running';

  test('a pod gets the claim that it describes, and takes it along', async () => {
    const { metadata } = await pods().create(withScratch('web'));
    await eventually(() => runs('web'));
    const made = await claims().get('web-scratch');
    expect(made).toMatchObject({ metadata: { labels: { purpose: 'scratch' } }, status: { phase: 'Bound' } });
    expect(made.metadata.ownerReferences).toMatchObject([{ kind: 'Pod', uid: metadata.uid, controller: true }]);
    await pods().delete('web');
    await eventually(async () => (await claims().find('web-scratch')) === undefined);
  });

  test('a claim of that name that is not the pod’s own is not used, until it is gone', async () => {
    const foreign: PersistentVolumeClaim = {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'late-scratch' },
      spec: SPEC,
    };
    await claims().create(foreign);
    await pods().create(withScratch('late'));
    const reason = 'PVC default/late-scratch was not created for pod default/late (pod is not owner)';
    const messages = async () =>
      (await cluster.client.resource(core.v1.events, 'default').list()).items
        .filter(({ involvedObject }) => involvedObject.name === 'late')
        .map((event) => `${event.reason}: ${event.message}`);
    await eventually(messages, { until: (all) => all.includes(`FailedBinding: ephemeral volume scratch: ${reason}`) });
    await eventually(messages, {
      until: (all) => all.some((one) => /^FailedScheduling: .*pod is not owner/.test(one)),
    });
    await claims().delete('late-scratch');
    await eventually(() => runs('late'));
  });
});
