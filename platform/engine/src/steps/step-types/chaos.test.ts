import { core, policy } from '@kubemin/kubeapi/resources';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { deliverTo, releaseShortNames, startClusterEngine } from '../../test-support/cluster-engine.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 1 });
});
afterAll(() => cluster.close());
afterEach(() => releaseShortNames(cluster.client));

const web = (replicas: number) => ({ name: 'web', type: 'webservice', image: 'web:1', replicas });
const steps = (properties: object, more: object = {}) => [
  { name: 'go', components: ['web'] },
  { name: 'storm', type: 'chaos', components: ['web'], properties, ...more },
];

async function podNames(appId: string): Promise<readonly string[]> {
  const labelSelector = `kube-min-cli-appId=${appId}`;
  const { items } = await cluster.client.resource(core.v1.pods, 'default').list({ labelSelector });
  return items
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    .map(({ metadata }) => metadata.name ?? '');
}

describe('chaos', () => {
  test.each([
    ['evict', { count: 2 }, 2],
    ['delete', { percent: 50 }, 2],
  ])('pod-kill (%s) ends as many pods of the component as stated, and they come back', async (mode, amount, killed) => {
    const engine = await startClusterEngine(cluster.client);
    const appId = `kill-${mode}`;
    const other = await deliverTo(engine, `other-${mode}`, [{ ...web(1), name: `other-${mode}` }]);
    expect(other.task?.status).toBe('completed');
    const before = await podNames(`other-${mode}`);
    const { task, jobs } = await deliverTo(engine, appId, [web(4)], steps({ ...amount, mode }));
    expect(task).toMatchObject({ status: 'completed' });
    const ended = jobs.at(-1)?.outputs?.killed;
    expect(ended).toHaveLength(killed);
    const now = await eventually(() => podNames(appId), { until: (names) => names.length === 4 });
    for (const name of Array.isArray(ended) ? ended : []) expect(now).not.toContain(name);
    expect(await podNames(`other-${mode}`)).toEqual(before);
  });

  test('a disruption budget protects pods from eviction', async () => {
    const engine = await startClusterEngine(cluster.client);
    const selector = { matchLabels: { 'kube-min-cli-appId': 'guarded' } };
    await cluster.client.resource(policy.v1.poddisruptionbudgets, 'default').create({
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'guarded', namespace: 'default' },
      spec: { minAvailable: '100%', selector },
    });
    const { task } = await deliverTo(engine, 'guarded', [web(2)], steps({}));
    expect(task).toMatchObject({ status: 'failed', error: expect.stringContaining('a disruption budget protects') });
    expect(await podNames('guarded')).toHaveLength(2);
  });

  test('a component without running pods is refused', async () => {
    const engine = await startClusterEngine(cluster.client);
    const { task } = await deliverTo(engine, 'void', [web(1)], steps({}).slice(1));
    expect(task).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('no running pods of this application'),
    });
  });

  test.each(['cpu', 'memory'])(
    '%s is used by a pod with limits and a deadline, on the node of the component',
    async (action) => {
      const engine = await startClusterEngine(cluster.client);
      const { task, jobs } = await deliverTo(engine, `press-${action}`, [web(1)], steps({ action, duration: '1s' }));
      expect(task).toMatchObject({ status: 'completed' });
      const job = jobs.at(-1);
      const pod = await cluster.client.resource(core.v1.pods, 'default-jobs').get(`job-${job?.id.toLowerCase()}`);
      expect(pod.metadata.labels).toMatchObject({ 'kube-min-cli-appId': `press-${action}` });
      expect(pod.spec).toMatchObject({
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', values: [job?.outputs?.node] }] }],
            },
          },
        },
        activeDeadlineSeconds: 61,
        containers: [{ resources: { limits: action === 'cpu' ? { cpu: '1' } : { memory: '256Mi' } } }],
      });
    },
  );

  test('an experiment that is longer than its step is refused before it begins', async () => {
    const engine = await startClusterEngine(cluster.client);
    const { task } = await deliverTo(
      engine,
      'long',
      [web(1)],
      steps({ action: 'cpu', duration: '10m' }, { timeout: '30s' }),
    );
    expect(task).toMatchObject({ status: 'failed', error: expect.stringContaining('set a longer timeout') });
  });
});
