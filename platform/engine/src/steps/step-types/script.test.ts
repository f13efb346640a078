import { createKubeClient } from '@kubemin/kube';
import { core, networking } from '@kubemin/kubeapi/resources';
import { openSqlite } from '@kubemin/sql';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../engine.ts';
import { DEFAULT_SANDBOX_SETTINGS } from '../../task/sandbox-settings.ts';
import { collect } from '../../test-support/bench.ts';
import { startClusterEngine, submitTo } from '../../test-support/cluster-engine.ts';
import { FaultyApi } from '../../test-support/faulty-api.ts';
import { Kubelet, withLogs } from '../../test-support/kubelet.ts';

// The cluster is real, but no controllers or nodes run: the test plays the node, so that each end of a pod can be shown.

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ controllers: false });
});
afterAll(() => cluster.close());

const web = { name: 'web', type: 'config', properties: { conf: { a: '1' } } };
const step = (properties: object = {}, more: object = {}) => ({
  name: 'migrate',
  type: 'script',
  properties: { image: 'tools:1', script: 'echo hello', ...properties },
  ...more,
});

let applications = 0;

/** An application in a namespace of its own, whose only step is the given one. */
async function begin(
  steps: readonly object[],
  options: { readonly client?: TestCluster['client']; readonly engine?: Engine } = {},
) {
  applications++;
  const namespace = `team-${applications}`;
  await cluster.client
    .resource(core.v1.namespaces)
    .create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  const client = options.client ?? withLogs(cluster.handler, () => 'line 1\n::output tag=v7\nline 3\n');
  const engine = options.engine ?? (await startClusterEngine(client));
  const id = await submitTo(engine, `app-${applications}`, [web], steps, namespace);
  const ended = async () => {
    await collect(engine.events(id));
    const jobs = await engine.jobs(id);
    return { task: await engine.task(id), jobs, job: jobs[0] };
  };
  return { engine, id, namespace, kubelet: new Kubelet(cluster.client, `${namespace}-jobs`), ended };
}

test('a program runs to its end: its log is stored, and its result becomes outputs', async () => {
  const later = {
    name: 'later',
    type: 'pause',
    properties: {},
    inputs: [{ name: 'duration', from: 'steps.migrate.outputs.wait' }],
  };
  const outputs = [{ name: 'tag' }, { name: 'wait' }, { name: 'rows', from: 'stats.rows' }];
  const { engine, kubelet, ended } = await begin([step({ env: { MODE: 'fast' } }, { outputs }), later]);
  const pod = await kubelet.pod();
  expect(pod.spec?.containers[0]).toMatchObject({
    image: 'tools:1',
    command: ['/bin/sh', '-e', '-c', 'echo hello'],
    env: [{ name: 'MODE', value: 'fast' }],
  });
  await kubelet.end(pod, { exitCode: 0, message: '{"wait":"1ms","stats":{"rows":12}}' });
  const { task, job } = await ended();
  expect(task?.status).toBe('completed');
  expect(job).toMatchObject({
    type: 'script',
    status: 'completed',
    message: '"tools:1" completed',
    outputs: { tag: 'v7', wait: '1ms', rows: 12, result: { wait: '1ms', stats: { rows: 12 } } },
  });
  expect(await engine.log(job?.id ?? '')).toEqual({ text: 'line 1\n::output tag=v7\nline 3\n', truncated: false });
});

test('"task" is another word for it, and a command needs no shell', async () => {
  const { kubelet, ended } = await begin([
    { name: 'run', type: 'task', properties: { image: 'tools:1', command: ['tool', '--now'], args: ['x'] } },
  ]);
  const pod = await kubelet.pod();
  expect(pod.spec?.containers[0]).toMatchObject({ command: ['tool', '--now'], args: ['x'] });
  await kubelet.end(pod, { exitCode: 0 });
  expect((await ended()).task?.status).toBe('completed');
});

test('the end of a long log is kept, from the beginning of a line on', async () => {
  const lines = Array.from({ length: 50_000 }, (_, count) => `line ${count}`).join('\n');
  const { engine, kubelet, ended } = await begin([step()], { client: withLogs(cluster.handler, () => lines) });
  await kubelet.end(await kubelet.pod(), { exitCode: 0 });
  const log = await engine.log((await ended()).job?.id ?? '');
  expect(log?.truncated).toBe(true);
  expect(log?.text).toMatch(/^line \d+\nline .*\nline 49999$/s);
  expect(log?.text.length).toBeLessThanOrEqual(262_144);
});

test('a cluster that does not serve logs is no reason to fail, and is reported', async () => {
  const silent = createKubeClient(async (request) =>
    request.path.endsWith('/log')
      ? { kind: 'text', status: 404, headers: {}, text: '404 page not found' }
      : cluster.handler(request),
  );
  const { kubelet, ended } = await begin([step()], { client: silent });
  await kubelet.end(await kubelet.pod(), { exitCode: 0 });
  expect((await ended()).job).toMatchObject({
    status: 'completed',
    message: expect.stringContaining('the cluster does not serve pod logs'),
  });
});

describe('failures are reported with a message, and the pod is deleted', () => {
  test.each([
    [
      'an exit code',
      { exitCode: 3, message: 'first\nno such table\n' },
      'the program ended with exit code 3: no such table',
    ],
    [
      'too much memory',
      { exitCode: 137, reason: 'OOMKilled' },
      'the program exceeded its memory limit of 64Mi (OOMKilled); raise resources.memory',
    ],
  ])('%s', async (_name, end, error) => {
    const { engine, kubelet, ended } = await begin([step({ resources: { memory: '64Mi' } })]);
    await kubelet.end(await kubelet.pod(), end);
    const { task, job } = await ended();
    expect(task?.status).toBe('failed');
    expect(job?.error).toBe(error);
    expect((await engine.log(job?.id ?? ''))?.text).toContain('line 3');
    expect(await kubelet.pods()).toEqual([]);
  });

  test('an image that cannot be pulled', async () => {
    const { kubelet, ended } = await begin([step({ image: 'nowhere:1' })]);
    const pod = await kubelet.pod();
    const waiting = { reason: 'ImagePullBackOff', message: 'not found' };
    const main = { name: 'main', image: 'nowhere:1', imageID: '', ready: false, restartCount: 0, state: { waiting } };
    await kubelet.setStatus(pod, { phase: 'Pending', containerStatuses: [main] });
    expect((await ended()).job).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('cannot pull image "nowhere:1" (ImagePullBackOff: not found)'),
    });
  });

  test('a pod that the cluster evicted is started again without a retry of the step', async () => {
    const { kubelet, ended } = await begin([step()]);
    const first = await kubelet.pod();
    await kubelet.setStatus(first, { phase: 'Failed', reason: 'Evicted', message: 'disk pressure' });
    const second = await kubelet.pod(first);
    await kubelet.end(second, { exitCode: 0 });
    expect((await ended()).task?.status).toBe('completed');
  });

  test('a program that failed is started again when the step has retry', async () => {
    const { kubelet, ended } = await begin([step({}, { retry: { limit: 1, backoff: '1ms' } })]);
    const first = await kubelet.pod();
    await kubelet.end(first, { exitCode: 1 });
    const second = await kubelet.pod(first);
    await kubelet.end(second, { exitCode: 0 });
    expect((await ended()).task?.status).toBe('completed');
  });
});

describe('a job that ends before its program', () => {
  test('cancelled: the pod goes, its log stays', async () => {
    const { engine, id, kubelet, ended } = await begin([step()]);
    await kubelet.setStatus(await kubelet.pod(), { phase: 'Running' });
    await engine.cancel(id);
    await eventually(() => kubelet.pods(), { until: (pods) => pods.length === 0 });
    const { task, job } = await ended();
    expect(task?.status).toBe('cancelled');
    expect((await engine.log(job?.id ?? ''))?.text).toContain('line 3');
  });

  test('out of time: the pod goes, its log stays', async () => {
    const { engine, kubelet, ended } = await begin([step({}, { timeout: '300ms' })]);
    expect((await kubelet.pod()).spec?.activeDeadlineSeconds).toBe(61);
    const { task, job } = await ended();
    expect(task).toMatchObject({ status: 'timeout', error: expect.stringContaining('not done after 0.3 s: pod job-') });
    expect(await kubelet.pods()).toEqual([]);
    expect((await engine.log(job?.id ?? ''))?.text).toContain('line 3');
  });

  test('its engine stops: the next one goes on with the same pod', async () => {
    const database = openSqlite({ path: ':memory:' });
    const client = withLogs(cluster.handler, () => '');
    const first = await startClusterEngine(client, { database });
    const { id, kubelet } = await begin([step()], { engine: first });
    const pod = await kubelet.pod();
    await first.stop();
    const second = await startClusterEngine(client, { database });
    await eventually(() => second.task(id), { until: (task) => task?.status === 'running' });
    expect((await kubelet.pods()).map(({ metadata }) => metadata.uid)).toEqual([pod.metadata.uid]);
    await kubelet.end(pod, { exitCode: 0, message: 'done' });
    await collect(second.events(id));
    expect(await second.jobs(id)).toMatchObject([{ status: 'completed', outputs: { result: 'done' } }]);
  });
});

describe('room', () => {
  test('a quota that is used up rejects the job, which names it', async () => {
    const { kubelet, ended } = await begin([step({ resources: { cpu: '100' }, onUnschedulable: 'reject' })]);
    expect((await ended()).job).toMatchObject({
      status: 'rejected',
      error: expect.stringMatching(
        /quota "kubemin-jobs" of namespace team-\d+-jobs allows requests.cpu=16, 0 in use, and the job requests 100/,
      ),
    });
    expect(await kubelet.pods()).toEqual([]);
  });

  test('no graphics card rejects the job before anything is started', async () => {
    const { kubelet, ended } = await begin([step({ resources: { gpu: '1' }, onUnschedulable: 'reject' })]);
    const { task, job } = await ended();
    expect(task?.status).toBe('rejected');
    expect(job?.error).toBe(
      'no capacity for the job: no node of the cluster has nvidia.com/gpu, and the job requests 1',
    );
    expect(await kubelet.pods()).toEqual([]);
  });

  test('a quota that only the server knows to be used up is asked again at intervals, until the wait is over', async () => {
    const faults = new FaultyApi();
    const message =
      'pods "job" is forbidden: exceeded quota: best-effort, requested: pods=1, used: pods=1, limited: pods=1';
    faults.fail(
      { status: 403, reason: 'Forbidden', message },
      ({ method, path }) => method === 'POST' && path.endsWith('/pods'),
    );
    const client = createKubeClient(faults.around(cluster.handler));
    const { ended } = await begin([step({ waitFor: '200ms' })], { client });
    expect((await ended()).job).toMatchObject({
      status: 'rejected',
      error: `no capacity within the time limit: ${message}`,
    });
    expect(faults.met).toHaveLength(2);
  });

  const unschedulable = {
    phase: 'Pending',
    conditions: [
      { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/1 nodes are available' },
    ],
  };

  test('a job that waits goes on as soon as there is room', async () => {
    const { engine, id, kubelet, ended } = await begin([step({ resources: { gpu: '1' } })]);
    const pod = await kubelet.pod();
    await kubelet.setStatus(pod, unschedulable);
    await eventually(() => engine.jobs(id), { until: ([job]) => job?.message?.includes('fits on no node') === true });
    await kubelet.end(pod, { exitCode: 0 });
    expect((await ended()).task?.status).toBe('completed');
  });

  test('a job that waited in vain is rejected, and its pod goes', async () => {
    const { kubelet, ended } = await begin([step({ resources: { gpu: '1' }, waitFor: '200ms' })]);
    await kubelet.setStatus(await kubelet.pod(), unschedulable);
    expect((await ended()).job).toMatchObject({
      status: 'rejected',
      error: expect.stringMatching(
        /no capacity within the time limit: pod .* fits on no node .*0\/1 nodes are available/,
      ),
    });
    expect(await kubelet.pods()).toEqual([]);
  });
});

test('where users’ code runs is made once, and what it may reach is the step’s word', async () => {
  const { kubelet, namespace, ended } = await begin([
    step({ egress: ['application', { to: '10.1.0.0/16', ports: [5432] }] }),
  ]);
  const pod = await kubelet.pod();
  const label = pod.metadata.labels?.['kubemin.io/egress'];
  const policies = await cluster.client.resource(networking.v1.networkpolicies, `${namespace}-jobs`).list();
  expect(policies.items.map(({ metadata, spec }) => [metadata.name, spec?.podSelector])).toEqual([
    [`kubemin-egress-${label}`, { matchLabels: { 'kubemin.io/egress': label } }],
    ['kubemin-jobs', {}],
  ]);
  await kubelet.end(pod, { exitCode: 0 });
  expect((await ended()).task?.status).toBe('completed');
});

test('jobs do not lead into a closed namespace, and nothing is made there', async () => {
  const before = await cluster.client.resource(core.v1.serviceaccounts, 'kube-system').list();
  for (const [namespace, closed] of [
    ['kube-system', []],
    ['vault-of-{namespace}', ['vault-*']],
  ] as const) {
    const sandbox = { ...DEFAULT_SANDBOX_SETTINGS, namespace };
    const engine = await startClusterEngine(cluster.client, { settings: { sandbox, closedNamespaces: closed } });
    const { ended } = await begin([step()], { engine });
    expect((await ended()).job).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('which is reserved'),
    });
  }
  const after = await cluster.client.resource(core.v1.serviceaccounts, 'kube-system').list();
  expect(after.items.map(({ metadata }) => metadata.name)).toEqual(before.items.map(({ metadata }) => metadata.name));
});

test('no application is delivered to where the jobs of another namespace run', async () => {
  const { namespace, kubelet, ended } = await begin([step()]);
  await kubelet.end(await kubelet.pod(), { exitCode: 0 });
  expect((await ended()).task?.status).toBe('completed');
  const engine = await startClusterEngine(cluster.client, { settings: { restrictUses: true } });
  const id = await submitTo(engine, 'spying', [web], undefined, `${namespace}-jobs`);
  await collect(engine.events(id));
  expect((await engine.task(id))?.error).toContain(`Namespace "${namespace}-jobs" is only open to administrators`);
});

test('a namespace of another owner is not taken for it', async () => {
  const name = `team-${applications + 1}-jobs`;
  await cluster.client.resource(core.v1.namespaces).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  const { ended } = await begin([step()]);
  expect((await ended()).job).toMatchObject({
    status: 'failed',
    error: expect.stringContaining(`Namespace "${name}" already exists and does not belong to the platform`),
  });
});
