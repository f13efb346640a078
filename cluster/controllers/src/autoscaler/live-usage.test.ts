import { apps, autoscaling } from '@kubemin/kubeapi/resources';
import type { HorizontalPodAutoscaler, HorizontalPodAutoscalerStatus } from '@kubemin/kubeapi/types/autoscaling.v2';
import { eventually, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeCluster } from '../test-support/describe-cluster.ts';
import { deployment } from '../test-support/workload.ts';

const USAGE_CPU = 'kubemin.io/simulate-usage-cpu';

/** Each pod may use half of what it requests; changes are wanted at once. */
const autoscaler: HorizontalPodAutoscaler = {
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'web' },
  spec: {
    minReplicas: 1,
    maxReplicas: 4,
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
    metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } }],
    behavior: { scaleDown: { stabilizationWindowSeconds: 0 } },
  },
};

const cpuUtilization = (status: HorizontalPodAutoscalerStatus | undefined) =>
  status?.currentMetrics?.[0]?.resource?.current.averageUtilization;
const scalingLimitedReason = (status: HorizontalPodAutoscalerStatus | undefined) =>
  status?.conditions?.find(({ type }) => type === 'ScalingLimited')?.reason;

describeCluster('usage of simulated nodes from the metrics API', (start) => {
  let cluster: TestCluster;
  beforeAll(async () => {
    const times = { syncMs: 200, initializationMs: 0, initialDelayMs: 0 };
    cluster = await start({ builtin: { autoscaler: times }, usageWindowMs: 200 });
  });
  afterAll(() => cluster.close());

  test('makes a Deployment grow to its bound, and shrink again', async () => {
    const { client } = cluster;
    const deployments = client.resource(apps.v1.deployments, 'default');
    const autoscalers = client.resource(autoscaling.v2.horizontalpodautoscalers, 'default');
    const wishes = { requests: { cpu: '100m' }, annotations: { [USAGE_CPU]: '100m' } };
    await deployments.create(deployment('web', 1, wishes));
    await autoscalers.create(autoscaler);
    await eventually(async () => (await deployments.get('web')).status?.readyReplicas, {
      until: (ready) => ready === 4,
    });
    await eventually(async () => (await autoscalers.get('web')).status, {
      until: (status) => scalingLimitedReason(status) === 'TooManyReplicas' && cpuUtilization(status) === 100,
    });

    // A version that uses less: changing running pods would race with their deletion.
    const body = { spec: { template: { metadata: { annotations: { [USAGE_CPU]: '5m' } } } } };
    await deployments.patch('web', { type: 'merge', body });
    await eventually(async () => (await deployments.get('web')).status?.replicas, { until: (left) => left === 1 });
    const idle = await eventually(async () => (await autoscalers.get('web')).status, {
      until: (status) => cpuUtilization(status) === 5 && status?.currentReplicas === 1,
    });
    expect(idle?.desiredReplicas).toBe(1);
  });
});
