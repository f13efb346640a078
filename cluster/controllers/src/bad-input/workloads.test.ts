import { apps, autoscaling, batch, core, policy } from '@kubemin/kubeapi/resources';
import { eventually } from '@kubemin/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { formatCondition, TroubledCluster } from '../test-support/troubled-cluster.ts';
import { deployment, job, statefulSet, template } from '../test-support/workload.ts';

let cluster: TroubledCluster;
beforeAll(async () => {
  const autoscaler = { syncMs: 200, initializationMs: 0, initialDelayMs: 0 };
  cluster = await TroubledCluster.start({ builtin: { autoscaler } });
});
afterAll(() => cluster.close());
// What was made by one test stays wrong while the next ones run.
afterEach(() => cluster.bystanderRollsOut());

const deployments = (namespace = 'default') => cluster.client.resource(apps.v1.deployments, namespace);
const pods = (namespace = 'default') => cluster.client.resource(core.v1.pods, namespace);
const jobs = () => cluster.client.resource(batch.v1.jobs, 'default');
const SIMULATE = 'kubemin.io/simulate';

test('selectors that can select nothing, or everything, are refused at the door', async () => {
  const { spec } = deployment('odd', 1);
  const wish = deployment('odd', 1);
  const all = { ...wish, spec: { template: template('odd'), ...spec, selector: {} } };
  await expect(deployments().create(all)).rejects.toThrow('empty selector is invalid for deployment');
  const other = { ...wish, spec: { template: template('odd'), ...spec, selector: { matchLabels: { app: 'other' } } } };
  await expect(deployments().create(other)).rejects.toThrow('`selector` does not match template `labels`');
});

test('a budget whose selector contradicts itself has no pods, and reports it', async () => {
  const matchExpressions = [
    { key: 'app', operator: 'In', values: ['web'] },
    { key: 'app', operator: 'NotIn', values: ['web'] },
  ];
  const budgets = cluster.client.resource(policy.v1.poddisruptionbudgets, 'default');
  await budgets.create({
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'impossible' },
    spec: { minAvailable: 1, selector: { matchExpressions } },
  });
  expect(await cluster.eventMessage('default', 'impossible', 'NoPods')).toBe('Normal: No matching pods found');
  const { status } = await eventually(() => budgets.get('impossible'), {
    until: (budget) => budget.status?.conditions !== undefined,
  });
  expect(status).toMatchObject({ disruptionsAllowed: 0, expectedPods: 0 });
});

test('a quota that is used up', async () => {
  await cluster.namespace('tight');
  await cluster.client.resource(core.v1.resourcequotas, 'tight').create({
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'tight' },
    spec: { hard: { pods: '1' } },
  });
  await deployments('tight').create(deployment('web', 3));
  const refused =
    /^True FailedCreate: pods "web-\w+-\w+" is forbidden: exceeded quota: tight, requested: pods=1, used: pods=1, limited: pods=1$/;
  const failure = await eventually(
    async () => formatCondition((await deployments('tight').get('web')).status?.conditions, 'ReplicaFailure'),
    { until: (text = '') => refused.test(text) },
  );
  expect(failure).toMatch(refused);
  const [set] = (await cluster.client.resource(apps.v1.replicasets, 'tight').list()).items;
  expect(formatCondition(set?.status?.conditions, 'ReplicaFailure')).toMatch(refused);
  expect(await cluster.eventMessage('tight', set?.metadata.name ?? '', 'FailedCreate')).toMatch(
    /^Warning: Error creating: pods "web-\w+-\w+" is forbidden: exceeded quota: tight/,
  );
  await cluster.client.resource(apps.v1.statefulsets, 'tight').create(statefulSet('db', 1));
  expect(await cluster.eventMessage('tight', 'db', 'FailedCreate')).toMatch(
    /^Warning: create Pod db-0 in StatefulSet db failed error: pods "db-0" is forbidden: exceeded quota: tight/,
  );
  const body = { spec: { hard: { pods: '9' } } };
  await cluster.client.resource(core.v1.resourcequotas, 'tight').patch('tight', { type: 'merge', body });
  await eventually(async () => (await deployments('tight').get('web')).status?.availableReplicas === 3, {});
});

test('an image that cannot be pulled', async () => {
  const annotations = { [SIMULATE]: 'image-pull-error' };
  await deployments().create(
    deployment('unpulled', 1, { image: 'shop:typo', annotations, spec: { progressDeadlineSeconds: 1 } }),
  );
  const progress = await eventually(
    async () => formatCondition((await deployments().get('unpulled')).status?.conditions, 'Progressing'),
    { until: (text) => text?.startsWith('False') ?? false },
  );
  expect(progress).toMatch(/^False ProgressDeadlineExceeded: ReplicaSet "unpulled-\w+" has timed out progressing\.$/);
  // On a busy machine the deadline passes before its pod has a status.
  const pod = await eventually(async () => (await pods().list({ labelSelector: 'app=unpulled' })).items[0], {
    until: (found) => found?.status?.containerStatuses?.[0]?.state?.waiting?.reason === 'ImagePullBackOff',
  });
  const failure = 'Failed to pull image "shop:typo": not found (simulated)';
  expect(pod?.status?.containerStatuses?.[0]?.state?.waiting).toEqual({
    reason: 'ImagePullBackOff',
    message: `Back-off pulling image "shop:typo": ErrImagePull: ${failure}`,
  });
  // Recorded beside the back-off, which has the same reason.
  await eventually(() => cluster.listEventMessages('default', pod?.metadata.name ?? '', 'Failed'), {
    until: (all) => all.includes(`Warning: ${failure}`),
  });
  expect(await cluster.eventMessage('default', pod?.metadata.name ?? '', 'BackOff')).toBe(
    'Normal: Back-off pulling image "shop:typo"',
  );
});

test('a container that crashes for ever', async () => {
  await deployments().create(deployment('crashing', 1, { annotations: { [SIMULATE]: 'crash-loop' } }));
  const pod = await eventually(async () => (await pods().list({ labelSelector: 'app=crashing' })).items[0], {
    until: (found) => found?.status?.containerStatuses?.[0]?.state?.waiting?.reason === 'CrashLoopBackOff',
  });
  const { name = '', uid } = pod?.metadata ?? {};
  const [main] = pod?.status?.containerStatuses ?? [];
  // Doubled after each crash; a late read sees a later one.
  const seconds = Math.min(10 * 2 ** ((main?.restartCount ?? 0) - 1), 300);
  expect(main?.state?.waiting?.message).toBe(
    `back-off ${seconds}s restarting failed container=main pod=${name}_default(${uid})`,
  );
  expect(await cluster.eventMessage('default', name, 'BackOff')).toBe(
    `Warning: Back-off restarting failed container main in pod ${name}_default(${uid})`,
  );
  const available = await eventually(
    async () => formatCondition((await deployments().get('crashing')).status?.conditions, 'Available'),
    { until: (text) => text !== undefined },
  );
  expect(available).toBe('False MinimumReplicasUnavailable: Deployment does not have minimum availability.');
});

test('jobs that cannot end well', async () => {
  const annotations = { [SIMULATE]: 'crash-loop' };
  await jobs().create(job('exhausted', { annotations, spec: { backoffLimit: 0 } }));
  const onExitCodes = { operator: 'In', values: [1] };
  const podFailurePolicy = { rules: [{ action: 'FailJob', onExitCodes }] };
  await jobs().create(job('forbidden', { annotations, spec: { podFailurePolicy } }));
  const forever = { 'kubemin.io/simulate-run-duration': '1h' };
  await jobs().create(job('slow', { annotations: forever, spec: { activeDeadlineSeconds: 1 } }));
  const end = (name: string) =>
    eventually(async () => formatCondition((await jobs().get(name)).status?.conditions, 'Failed'), {
      until: (text) => text !== undefined,
    });
  expect(await end('exhausted')).toBe('True BackoffLimitExceeded: Job has reached the specified backoff limit');
  expect(await cluster.eventMessage('default', 'exhausted', 'BackoffLimitExceeded')).toBe(
    'Warning: Job has reached the specified backoff limit',
  );
  expect(await end('slow')).toBe('True DeadlineExceeded: Job was active longer than specified deadline');
  expect(await end('forbidden')).toMatch(
    /^True PodFailurePolicy: Container main for pod default\/forbidden-\w+ failed with exit code 1 matching FailJob rule at index 0$/,
  );
});

test('a time zone that is nowhere is refused at the door', async () => {
  const { spec } = job('cron');
  const cronJob = {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'martian' },
    spec: { schedule: '0 * * * *', timeZone: 'Mars/Olympus', jobTemplate: { ...(spec && { spec }) } },
  } as const;
  await expect(cluster.client.resource(batch.v1.cronjobs, 'default').create(cronJob)).rejects.toThrow(
    'spec.timeZone: Invalid value: "Mars/Olympus": unknown time zone Mars/Olympus',
  );
});

test('autoscalers without a target, at zero, and without anything to measure scale nothing', async () => {
  await deployments().create(deployment('idle', 0, { requests: { cpu: '100m' } }));
  await deployments().create(deployment('unmeasured', 1));
  const autoscalers = cluster.client.resource(autoscaling.v2.horizontalpodautoscalers, 'default');
  for (const name of ['absent', 'idle', 'unmeasured']) {
    await autoscalers.create({
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name },
      spec: {
        minReplicas: 1,
        maxReplicas: 9,
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
        metrics: [
          { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
        ],
      },
    });
  }
  const condition = (name: string, type: string, reason: string) =>
    eventually(async () => formatCondition((await autoscalers.get(name)).status?.conditions, type), {
      until: (text) => text?.includes(reason) ?? false,
    });
  expect(await condition('absent', 'AbleToScale', 'FailedGetScale')).toBe(
    'False FailedGetScale: the HPA controller was unable to get the target\'s current scale: deployments.apps "absent" not found',
  );
  expect(await cluster.eventMessage('default', 'absent', 'FailedGetScale')).toBe(
    'Warning: deployments.apps "absent" not found',
  );
  expect(await condition('idle', 'ScalingActive', 'ScalingDisabled')).toBe(
    'False ScalingDisabled: scaling is disabled since the replica count of the target is zero',
  );
  expect(await condition('unmeasured', 'ScalingActive', 'missing request')).toMatch(
    /^False FailedGetResourceMetric: the HPA was unable to compute the replica count: failed to get cpu utilization: missing request for cpu in container main of Pod unmeasured-\w+-\w+$/,
  );
  expect(await cluster.eventMessage('default', 'unmeasured', 'FailedComputeMetricsReplicas')).toContain('Warning: ');
  expect((await deployments().get('idle')).spec?.replicas).toBe(0);
  expect((await deployments().get('unmeasured')).spec?.replicas).toBe(1);
});

test('a pod with two budgets cannot be evicted, and the eviction returns the reason', async () => {
  await deployments().create(deployment('guarded', 2));
  for (const name of ['one', 'two']) {
    await cluster.client.resource(policy.v1.poddisruptionbudgets, 'default').create({
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name },
      spec: { maxUnavailable: 1, selector: { matchLabels: { app: 'guarded' } } },
    });
  }
  await eventually(async () => (await deployments().get('guarded')).status?.availableReplicas === 2);
  const [pod] = (await pods().list({ labelSelector: 'app=guarded' })).items;
  const name = pod?.metadata.name ?? '';
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name } };
  await expect(pods().createSubresource(name, 'eviction', eviction)).rejects.toThrow(
    'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
  );
  expect((await pods().get(name)).metadata.deletionTimestamp).toBeUndefined();
});
