import { apps, core, policy } from '@kubemin/kubeapi/resources';
import type { PodDisruptionBudget, PodDisruptionBudgetSpec } from '@kubemin/kubeapi/types/policy.v1';
import { eventually, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeCluster } from '../../test-support/describe-cluster.ts';
import { deployment, pod } from '../../test-support/workload.ts';

describeCluster('disruption budgets', (start) => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await start();
  });
  afterAll(() => cluster.close());

  const budgets = () => cluster.client.resource(policy.v1.poddisruptionbudgets, 'default');
  const pods = () => cluster.client.resource(core.v1.pods, 'default');
  const evict = (name: string) =>
    pods().createSubresource(name, 'eviction', { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name } });

  function budget(app: string, spec: PodDisruptionBudgetSpec): PodDisruptionBudget {
    const selector = { matchLabels: { app } };
    return {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: app },
      spec: { selector, ...spec },
    };
  }

  const allowed = async (name: string) => (await budgets().get(name)).status?.disruptionsAllowed;

  test('as many pods may be evicted as the budget allows, and again once they are replaced', async () => {
    await budgets().create(budget('web', { maxUnavailable: 1 }));
    await cluster.client.resource(apps.v1.deployments, 'default').create(deployment('web', 3));
    await eventually(async () => (await allowed('web')) === 1);
    const names = (await pods().list({ labelSelector: 'app=web' })).items.map(({ metadata }) => metadata.name ?? '');
    const [first = '', second = ''] = names;
    // Together: the budget decides one by one all the same.
    const results = await Promise.allSettled([evict(first), evict(second)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const rejected = results.find((result) => result.status === 'rejected');
    expect(String(rejected?.reason)).toContain("Cannot evict pod as it would violate the pod's disruption budget.");

    await eventually(async () => (await allowed('web')) === 1);
    const status = (await budgets().get('web')).status;
    expect(status).toMatchObject({ currentHealthy: 3, desiredHealthy: 2, expectedPods: 3 });
    expect(status?.disruptedPods ?? {}).toEqual({});
  });

  test('a deployment that asks for fewer pods changes what its budget wants, even before a pod goes', async () => {
    await budgets().create(budget('shrinking', { minAvailable: '50%' }));
    const deployments = cluster.client.resource(apps.v1.deployments, 'default');
    await deployments.create(deployment('shrinking', 4));
    await eventually(async () => (await allowed('shrinking')) === 2);
    await deployments.patch('shrinking', { type: 'merge', body: { spec: { replicas: 2 } } });
    await eventually(async () => (await budgets().get('shrinking')).status?.expectedPods === 2);
    await eventually(async () => (await allowed('shrinking')) === 1);
  });

  test('pods without a replacement cannot be counted in percent; the condition has the reason', async () => {
    const wish = pod('lonely', { labels: { app: 'lonely' } });
    const owner = { apiVersion: 'example.com/v1', kind: 'Ship', name: 'x', uid: 'none', controller: true };
    await pods().create({ ...wish, metadata: { ...wish.metadata, ownerReferences: [owner] } });
    await budgets().create(budget('lonely', { maxUnavailable: 1 }));
    const failed = await eventually(() => budgets().get('lonely'), {
      // Until the pod is known there is nothing that could not be counted.
      until: ({ status }) => status?.conditions?.some(({ reason }) => reason === 'SyncFailed') ?? false,
    });
    expect(failed.status).toMatchObject({
      disruptionsAllowed: 0,
      conditions: [
        { reason: 'SyncFailed', message: 'no matches for kind "Ship" in version "example.com/v1"', status: 'False' },
      ],
    });
  });
});
