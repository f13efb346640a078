import { createKubeClient } from '@kubemin/kube';
import type { ApiHandler } from '@kubemin/kubeapi';
import { apps, autoscaling, core } from '@kubemin/kubeapi/resources';
import type { HorizontalPodAutoscaler, MetricSpec } from '@kubemin/kubeapi/types/autoscaling.v2';
import { eventually, ManualClock, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runModule } from '../test-support/run-module.ts';
import { deployment, pod } from '../test-support/workload.ts';
import { autoscalerController } from './autoscaler-reconciler.ts';

let cluster: TestCluster;
let clock: ManualClock;
let stop: () => Promise<void>;
/** What all pods use together, in millicores; undefined without measurements. */
let load: number | undefined;

/** The metrics API of a cluster that shares the load evenly among its running pods. */
function measured(handler: ApiHandler): ApiHandler {
  return async (request) => {
    if (!request.path.startsWith('/apis/metrics.k8s.io/') || load === undefined) return handler(request);
    const pods = await cluster.client.resource(core.v1.pods, 'default').list({ labelSelector: 'app=web' });
    const running = pods.items.filter(({ status }) => status?.phase === 'Running');
    const cpu = `${Math.round(load / running.length)}m`;
    const items = running.map(({ metadata }) => ({
      apiVersion: 'metrics.k8s.io/v1beta1',
      kind: 'PodMetrics',
      metadata: { name: metadata.name ?? '', namespace: 'default' },
      timestamp: new Date(clock.now()).toISOString(),
      window: '1s',
      containers: [{ name: 'main', usage: { cpu } }],
    }));
    const object = { apiVersion: 'metrics.k8s.io/v1beta1', kind: 'PodMetricsList', metadata: {}, items };
    return { kind: 'object', status: 200, headers: {}, object };
  };
}

beforeEach(async () => {
  load = undefined;
  clock = new ManualClock();
  cluster = await startTestCluster({ controllers: false, clock });
  stop = await runModule(createKubeClient(measured(cluster.loopback)), autoscalerController(), clock);
  await deployments().create(deployment('web', 2, { requests: { cpu: '100m' } }));
  await follow();
});
afterEach(async () => {
  await stop();
  await cluster.close();
});

const pods = () => cluster.client.resource(core.v1.pods, 'default');

/** Stands in for deployment controller, scheduler and nodes: as many pods as are asked for, that have run for an hour. */
async function follow(): Promise<void> {
  const wanted = (await replicas()) ?? 0;
  const { items } = await pods().list();
  const since = new Date(clock.now() - 3_600_000).toISOString();
  for (const { metadata } of items.slice(wanted)) await pods().delete(metadata.name ?? '', { gracePeriodSeconds: 0 });
  for (let number = items.length; number < wanted; number += 1) {
    const name = `web-${number}`;
    await pods().create(pod(name, { labels: { app: 'web' }, requests: { cpu: '100m' } }));
    const ready = { type: 'Ready', status: 'True', lastTransitionTime: since };
    const body = { status: { phase: 'Running', startTime: since, conditions: [ready] } };
    await pods().patch(name, { type: 'strategic', body }, { subresource: 'status' });
  }
}

const deployments = () => cluster.client.resource(apps.v1.deployments, 'default');
const autoscalers = () => cluster.client.resource(autoscaling.v2.horizontalpodautoscalers, 'default');

function autoscaler(name: string, kind = 'Deployment', metrics?: readonly MetricSpec[]): HorizontalPodAutoscaler {
  const cpu: MetricSpec = {
    type: 'Resource',
    resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 60 } },
  };
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name },
    spec: {
      minReplicas: 1,
      maxReplicas: 6,
      scaleTargetRef: { apiVersion: 'apps/v1', kind, name },
      metrics: metrics ?? [cpu],
    },
  };
}

const replicas = async () => (await deployments().get('web')).spec?.replicas;
const conditions = async (name = 'web') =>
  Object.fromEntries(
    ((await autoscalers().get(name)).status?.conditions ?? []).map(({ type, status, reason }) => [
      type,
      `${status} ${reason}`,
    ]),
  );
const passed = async (seconds: number) => {
  for (let gone = 0; gone < seconds; gone += 20) {
    await clock.advance(20_000);
    await follow();
  }
};

test('under load a deployment grows to its bound, and shrinks when the load has been gone for five minutes', async () => {
  load = 300;
  await autoscalers().create(autoscaler('web'));
  await clock.advance(1_000);
  // Twice as many at a time.
  expect(await replicas()).toBe(4);
  expect((await autoscalers().get('web')).status).toMatchObject({ currentReplicas: 2, desiredReplicas: 4 });
  expect(await conditions()).toMatchObject({
    AbleToScale: 'True SucceededRescale',
    ScalingLimited: 'True ScaleUpLimit',
  });
  await follow();
  await passed(40);
  expect(await replicas()).toBe(5);
  load = 900;
  await passed(60);
  expect(await replicas()).toBe(6);
  expect(await conditions()).toMatchObject({
    ScalingActive: 'True ValidMetricFound',
    ScalingLimited: 'True TooManyReplicas',
  });

  load = 30;
  await passed(280);
  expect(await replicas()).toBe(6);
  expect(await conditions()).toMatchObject({ AbleToScale: 'True ScaleDownStabilized' });
  await passed(60);
  expect(await replicas()).toBe(1);
});

test('without metrics nothing is scaled, and the status has the reason', async () => {
  await autoscalers().create(autoscaler('web'));
  await passed(60);
  expect(await conditions()).toMatchObject({ ScalingActive: 'False FailedGetResourceMetric' });
  expect(await replicas()).toBe(2);
});

test('a metric that is not served keeps the others from scaling down', async () => {
  load = 10;
  const target = { type: 'AverageValue', averageValue: '5' };
  const custom: MetricSpec = { type: 'Pods', pods: { metric: { name: 'rps' }, target } };
  const wish = autoscaler('web');
  await autoscalers().create(autoscaler('web', 'Deployment', [custom, ...(wish.spec?.metrics ?? [])]));
  await passed(400);
  expect(await conditions()).toMatchObject({ ScalingActive: 'False FailedGetPodsMetric' });
  expect(await replicas()).toBe(2);
  load = 500;
  await clock.advance(20_000);
  // There may be two evaluations in these seconds.
  await eventually(async () => ((await replicas()) ?? 0) >= 4);
});

test('a target that is not there, or can have no scale, is named', async () => {
  await autoscalers().create(autoscaler('missing'));
  await autoscalers().create(autoscaler('odd', 'ConfigSet'));
  await clock.advance(1_000);
  expect(await conditions('odd')).toEqual({ AbleToScale: 'False FailedGetScale' });
  const { status } = await autoscalers().get('missing');
  expect(status?.conditions?.[0]?.message).toBe(
    'the HPA controller was unable to get the target\'s current scale: deployments.apps "missing" not found',
  );
});

test('what is outside its bounds comes back into them without any metrics, and nothing moves at zero', async () => {
  await deployments().patch('web', { type: 'merge', body: { spec: { replicas: 9 } } });
  await autoscalers().create(autoscaler('web'));
  await clock.advance(1_000);
  expect(await replicas()).toBe(6);
  await deployments().patch('web', { type: 'merge', body: { spec: { replicas: 0 } } });
  await passed(20);
  expect(await conditions()).toMatchObject({ ScalingActive: 'False ScalingDisabled' });
  expect(await replicas()).toBe(0);
});
