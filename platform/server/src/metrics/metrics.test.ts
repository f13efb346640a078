import { MetricRegistry, RetryableError, TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { JobContext } from '@kubemin/engine';
import { eventually, metricSamples } from '@kubemin/testing';
import { describe, expect, test } from 'vitest';
import { json, SHOP, webservice } from '../test-support/documents.ts';
import {
  readError,
  startTestPlatform,
  type TestPlatform,
  type TestPlatformOptions,
} from '../test-support/test-platform.ts';

function start(options: TestPlatformOptions = {}): Promise<TestPlatform> {
  return startTestPlatform({ metrics: new MetricRegistry(), ...options });
}

async function run(platform: TestPlatform, name: string): Promise<string> {
  const { id, workflowId } = await platform.client.saveApplication(json({ name, component: [webservice(name)] }));
  const { taskId } = await platform.client.execWorkflow(id, { workflowId });
  return taskId;
}

async function finish(platform: TestPlatform, taskId: string): Promise<void> {
  for await (const _event of platform.client.followRun(taskId));
}

async function samples({ url }: TestPlatform): Promise<ReadonlyMap<string, number>> {
  return metricSamples(await (await fetch(`${url}/metrics`)).text());
}

describe('/metrics', () => {
  test('is served at the root and below the prefix without a token, as Prometheus wants it', async () => {
    const platform = await start();
    for (const path of ['/metrics', '/api/v1/metrics']) {
      const response = await fetch(`${platform.url}${path}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    }
    expect(await platform.client.metrics()).toContain('# TYPE kubemin_tasks gauge\n');
  });

  test('requires a token, below the prefix only, where the settings require it', async () => {
    const platform = await start({ settings: { metricsAccess: 'token' } });
    const anonymous = { headers: { authorization: '' } };
    expect(await readError(await platform.send('GET', '/api/v1/metrics', anonymous))).toMatchObject({ status: 401 });
    expect(await readError(await platform.send('GET', '/metrics'))).toMatchObject({ status: 404 });
    expect(await platform.client.metrics()).toContain('kubemin_tasks{');
  });

  test('is not served where the settings turn it off', async () => {
    const platform = await start({ settings: { metricsAccess: 'off' } });
    expect(await readError(await platform.send('GET', '/metrics'))).toMatchObject({ status: 404, error: 'NOT_FOUND' });
  });

  test('counts runs and jobs by how they ended, with wait and duration of each kind and type', async () => {
    const jobs = async ({ rendered }: JobContext): Promise<void> => {
      if (JSON.stringify(rendered).includes('bad')) throw new TerminalError(verbatim('it is bad'), { code: 'BAD' });
    };
    const platform = await start({ jobs });
    for (const name of ['one', 'two', 'bad']) await finish(platform, await run(platform, name));
    const found = await samples(platform);
    expect(found.get('kubemin_tasks_ended_total{kind="deploy",status="completed"}')).toBe(2);
    expect(found.get('kubemin_tasks_ended_total{kind="deploy",status="failed"}')).toBe(1);
    expect(found.get('kubemin_task_wait_seconds_count{kind="deploy"}')).toBe(3);
    expect(found.get('kubemin_task_duration_seconds_count{kind="deploy"}')).toBe(3);
    expect(found.get('kubemin_jobs_ended_total{type="workload",status="completed"}')).toBe(2);
    expect(found.get('kubemin_jobs_ended_total{type="workload",status="failed"}')).toBe(1);
    expect(found.get('kubemin_job_duration_seconds_count{type="workload"}')).toBe(3);
    expect(found.get('kubemin_job_wait_seconds_count{type="workload"}')).toBe(3);
    expect(found.get('kubemin_tasks_running')).toBe(0);
    expect(found.get('kubemin_tasks_limit')).toBe(10);
  });

  test('a cancelled run counts as cancelled, and in no duration', async () => {
    const started = Promise.withResolvers<void>();
    const platform = await start({
      jobs: ({ signal }) => {
        started.resolve();
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      },
    });
    const taskId = await run(platform, 'shop');
    await started.promise;
    await platform.engine.cancel(taskId);
    await finish(platform, taskId);
    const found = await samples(platform);
    expect(found.get('kubemin_tasks_ended_total{kind="deploy",status="cancelled"}')).toBe(1);
    expect([...found.keys()].filter((name) => name.startsWith('kubemin_task_duration'))).toEqual([]);
  });

  test('counts each time a job is tried again', async () => {
    let failures = 2;
    const platform = await start({
      jobs: async () => {
        if (failures-- > 0) throw new RetryableError(verbatim('not yet'), { code: 'NOT_YET' });
      },
    });
    await finish(platform, await run(platform, 'shop'));
    const retries = [...(await samples(platform))].filter(([name]) => name.startsWith('kubemin_job_retries_total'));
    expect(retries.map(([, count]) => count).reduce((sum, count) => sum + count, 0)).toBe(2);
  });

  test('contains what waits and runs, for how long, and which instances exist and which leads', async () => {
    const gate = Promise.withResolvers<void>();
    const platform = await start({ jobs: () => gate.promise });
    const { id, workflowId } = await platform.client.saveApplication(json(SHOP));
    const { taskId: first } = await platform.client.execWorkflow(id, { workflowId });
    const { taskId: second } = await platform.client.execWorkflow(id, { workflowId });
    await eventually(async () => (await platform.client.taskStatus(first)).status === 'running');
    const queue = await platform.engine.figures.queue();
    expect(queue.depth).toEqual({ waiting: 1, queued: 0, running: 1 });
    const found = await samples(platform);
    expect(found.get('kubemin_tasks{status="waiting"}')).toBe(1);
    expect(found.get('kubemin_tasks{status="running"}')).toBe(1);
    expect(found.get('kubemin_oldest_wait_seconds')).toBeGreaterThan(0);
    const ofInstance = (name: string): readonly number[] =>
      [...found].flatMap(([series, value]) => (series.startsWith(`kubemin_instance_${name}{id="test-`) ? [value] : []));
    expect([ofInstance('leader'), ofInstance('tasks')]).toEqual([[1], [1]]);
    expect(ofInstance('heartbeat_age_seconds')).toHaveLength(1);
    expect(found.get('kubemin_queue_up{driver="noop"}')).toBe(1);
    gate.resolve();
    await finish(platform, second);
  });

  test('counts requests by the pattern of their route, and none by what clients make up', async () => {
    const platform = await start();
    await platform.send('GET', '/api/v1/applications/made-up-1');
    await platform.send('GET', '/made-up-2');
    const found = await samples(platform);
    const route = 'method="GET",route="/api/v1/applications/:appId"';
    expect(found.get(`kubemin_http_requests_total{${route},status="404"}`)).toBe(1);
    expect(found.get(`kubemin_http_request_duration_seconds_count{${route}}`)).toBe(1);
    expect(found.get('kubemin_http_requests_total{method="GET",route="unmatched",status="404"}')).toBe(1);
    expect([...found.keys()].filter((name) => name.includes('made-up'))).toEqual([]);
    // Looking is a request itself.
    expect(found.get('kubemin_http_requests_in_flight')).toBe(1);
  });

  test('knows open event streams, forgets those that ended, and times none', async () => {
    const gate = Promise.withResolvers<void>();
    const platform = await start({ jobs: () => gate.promise });
    const taskId = await run(platform, 'shop');
    const events = platform.client.followRun(taskId)[Symbol.asyncIterator]();
    await events.next();
    expect((await samples(platform)).get('kubemin_event_streams')).toBe(1);
    gate.resolve();
    while (!(await events.next()).done);
    await eventually(async () => (await samples(platform)).get('kubemin_event_streams') === 0);
    const timed = [...(await samples(platform)).keys()].filter((name) => name.includes('_seconds'));
    expect(timed.filter((name) => name.includes('/events'))).toEqual([]);
  });

  test('is served without the figures of a database that does not respond, and shows that', async () => {
    const platform = await start();
    await platform.database.query.schema.alterTable('instances').renameTo('elsewhere').execute();
    const found = await samples(platform);
    expect(found.get('kubemin_database_up')).toBe(0);
    expect(found.has('kubemin_oldest_wait_seconds')).toBe(false);
    expect(found.has('kubemin_tasks_limit')).toBe(true);
    await platform.database.query.schema.alterTable('elsewhere').renameTo('instances').execute();
  });
});
