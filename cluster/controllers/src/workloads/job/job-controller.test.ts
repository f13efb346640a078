import { batch, core } from '@kubemin/kubeapi/resources';
import { eventually, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeCluster } from '../../test-support/describe-cluster.ts';
import { PodLog } from '../../test-support/pod-log.ts';
import { job } from '../../test-support/workload.ts';
import { TRACKING_FINALIZER } from './job-pod.ts';

describeCluster('Jobs', (start) => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await start({ nodes: 3 });
  });
  afterAll(() => cluster.close());

  const QUICK = { 'kubemin.io/simulate-run-duration': '50ms' };
  const jobs = () => cluster.client.resource(batch.v1.jobs, 'default');
  const pods = () => cluster.client.resource(core.v1.pods, 'default');
  const listPods = async (name: string) => (await pods().list({ labelSelector: `job-name=${name}` })).items;
  const condition = (name: string, type: string) =>
    eventually(async () =>
      (await jobs().get(name)).status?.conditions?.find((one) => one.type === type && one.status === 'True'),
    );
  const listEvents = async (name: string) => {
    const { items } = await cluster.client.resource(core.v1.events, 'default').list();
    return items.filter(({ involvedObject }) => involvedObject.name === name).map(({ reason }) => reason);
  };

  test('an indexed Job runs each of its completions once, few at a time, and reports when it is done', async () => {
    const log = await PodLog.start(cluster.client, 'default');
    const spec = { completions: 6, parallelism: 2, completionMode: 'Indexed' };
    await jobs().create(job('sums', { annotations: QUICK, spec }));
    expect(await condition('sums', 'Complete')).toMatchObject({ reason: 'CompletionsReached' });
    log.stop();
    expect([log.created, log.most <= 2]).toEqual([6, true]);
    const { status } = await jobs().get('sums');
    expect(status).toMatchObject({ succeeded: 6, completedIndexes: '0-5' });
    const { active = 0, failed = 0, uncountedTerminatedPods: uncounted } = status ?? {};
    expect([active, failed, uncounted?.failed ?? []]).toEqual([0, 0, []]);
    const made = await listPods('sums');
    expect(made.map(({ spec }) => spec?.hostname).toSorted()).toEqual(
      [0, 1, 2, 3, 4, 5].map((index) => `sums-${index}`),
    );
    expect(made.flatMap(({ metadata }) => metadata.finalizers ?? [])).toEqual([]);
    await eventually(async () => (await listEvents('sums')).includes('Completed'));
  });

  test('a Job whose pods fail ends as failed, with the reason where kubectl wait looks for it', async () => {
    const annotations = { 'kubemin.io/simulate': 'crash-loop' };
    await jobs().create(job('broken', { annotations, spec: { backoffLimit: 0 } }));
    expect(await condition('broken', 'Failed')).toMatchObject({
      reason: 'BackoffLimitExceeded',
      message: 'Job has reached the specified backoff limit',
    });
    expect((await jobs().get('broken')).status?.failed).toBe(1);
  });

  test('a suspended Job keeps no pods, and continues when it is resumed', async () => {
    const annotations = { 'kubemin.io/simulate-run-duration': '1h' };
    await jobs().create(job('pausing', { annotations, spec: { completions: 2, parallelism: 2 } }));
    await eventually(async () => (await jobs().get('pausing')).status?.ready === 2);
    await jobs().patch('pausing', { type: 'merge', body: { spec: { suspend: true } } });
    await condition('pausing', 'Suspended');
    await eventually(async () => (await listPods('pausing')).length === 0);
    await jobs().patch('pausing', { type: 'merge', body: { spec: { suspend: false } } });
    await eventually(async () => (await jobs().get('pausing')).status?.ready === 2);
    expect((await jobs().get('pausing')).status?.failed ?? 0).toBe(0);
  });

  test('a Job that waits for the end of its pods replaces an evicted one, and ignores it if its policy does', async () => {
    const annotations = { 'kubemin.io/simulate-run-duration': '1h' };
    const ignored = { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] };
    const spec = { backoffLimit: 0, podReplacementPolicy: 'Failed', podFailurePolicy: { rules: [ignored] } };
    await jobs().create(job('moving', { annotations, spec }));
    await eventually(async () => (await jobs().get('moving')).status?.ready === 1);
    const [first] = await listPods('moving');
    const name = first?.metadata.name ?? '';
    await pods().createSubresource(name, 'eviction', { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name } });
    const isOther = async () => (await listPods('moving')).every(({ metadata }) => metadata.name !== name);
    await eventually(async () => (await isOther()) && (await jobs().get('moving')).status?.ready === 1);
    expect((await jobs().get('moving')).status?.failed ?? 0).toBe(0);
  });

  test.each(['Background', 'Foreground', 'Orphan'] as const)(
    'no pod hangs on the finalizer of a Job that was deleted with the policy %s',
    async (propagationPolicy) => {
      const name = `gone-${propagationPolicy.toLowerCase()}`;
      await jobs().create(job(name, { annotations: { 'kubemin.io/simulate-run-duration': '1h' } }));
      await eventually(async () => (await jobs().get(name)).status?.ready === 1);
      await jobs().delete(name, { propagationPolicy });
      const left = propagationPolicy === 'Orphan' ? 1 : 0;
      const orphans = await eventually(() => listPods(name), {
        until: (list) => list.length === left && list.every(({ metadata }) => !metadata.finalizers?.length),
      });
      expect(orphans.flatMap(({ metadata }) => metadata.finalizers ?? [])).not.toContain(TRACKING_FINALIZER);
      expect(await eventually(() => jobs().find(name), { until: (found) => found === undefined })).toBeUndefined();
    },
  );

  test('a namespace with a Job at work in it can be deleted', async () => {
    const namespaces = cluster.client.resource(core.v1.namespaces);
    await namespaces.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'busy' } });
    const inside = cluster.client.resource(batch.v1.jobs, 'busy');
    const annotations = { 'kubemin.io/simulate-run-duration': '1h' };
    await inside.create(job('endless', { annotations, spec: { podReplacementPolicy: 'Failed' } }));
    await eventually(async () => (await inside.get('endless')).status?.ready === 1);
    await namespaces.delete('busy');
    expect(await eventually(() => namespaces.find('busy'), { until: (found) => found === undefined })).toBeUndefined();
  });
});
