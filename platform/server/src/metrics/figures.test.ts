import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { JobContext } from '@kubemin/engine';
import { eventually } from '@kubemin/testing';
import { describe, expect, test } from 'vitest';
import { json, SHOP, webservice } from '../test-support/documents.ts';
import { readError, startTestPlatform, type TestPlatform } from '../test-support/test-platform.ts';

async function deliver(platform: TestPlatform, name: string): Promise<void> {
  const { id, workflowId } = await platform.client.saveApplication(json({ name, component: [webservice(name)] }));
  const { taskId } = await platform.client.execWorkflow(id, { workflowId });
  for await (const _event of platform.client.followRun(taskId));
}

const failing = async ({ rendered }: JobContext): Promise<void> => {
  if (JSON.stringify(rendered).includes('bad')) throw new TerminalError(verbatim('it is bad'), { code: 'BAD' });
};

describe('figures for people', () => {
  test('the summary has rates of the last day, and no percentile of a handful of runs', async () => {
    const platform = await startTestPlatform({ jobs: failing });
    for (const name of ['one', 'two', 'bad']) await deliver(platform, name);
    const { queue, capacity, day } = await platform.client.metricsSummary();
    expect(queue).toEqual({ waiting: 0, queued: 0, running: 0, oldestWaitMs: 0 });
    expect(capacity).toEqual({ claimed: 0, limit: 10, instances: 1 });
    expect(day.ended).toEqual({ completed: 2, failed: 1, timeout: 0, rejected: 0, cancelled: 0 });
    expect(day.successRate).toBeCloseTo(2 / 3);
    expect(day.duration).toEqual({ samples: 3, p50: null, p95: null, p99: null });
  });

  test('a series contains every run once, job types by name and the slowest applications', async () => {
    const platform = await startTestPlatform({ jobs: failing });
    for (const name of ['one', 'bad']) await deliver(platform, name);
    // Runs that end at this very moment belong to the step after it.
    const until = new Date(Date.now() + 60_000).toISOString();
    const series = await platform.client.metricsSeries({ range: '15m', step: '1m', until });
    expect(series).toMatchObject({ stepMs: 60_000, truncated: false });
    expect(series.points).toHaveLength(15);
    expect(series.points.reduce((sum, { ended }) => sum + ended.completed + ended.failed, 0)).toBe(2);
    expect(series.jobTypes.map(({ type, completed, failed }) => [type, completed, failed])).toContainEqual([
      'workload',
      1,
      1,
    ]);
    expect(series.slowest.map(({ appName }) => appName).sort()).toEqual(['bad', 'one']);
    const before = await platform.client.metricsSeries({ range: '15m', until: '2020-01-01T00:00:00.000Z' });
    expect([before.slowest, before.jobTypes]).toEqual([[], []]);
  });

  test('the queue shows in which order runs wait, and why', async () => {
    const gate = Promise.withResolvers<void>();
    const platform = await startTestPlatform({ jobs: () => gate.promise });
    const { id, workflowId } = await platform.client.saveApplication(json(SHOP));
    const { taskId: first } = await platform.client.execWorkflow(id, { workflowId });
    await eventually(async () => (await platform.client.taskStatus(first)).status === 'running');
    const { taskId: second } = await platform.client.execWorkflow(id, { workflowId });
    const { waiting, tasks } = await platform.client.metricsQueue();
    expect(waiting).toBe(1);
    expect(tasks).toMatchObject([
      { position: 1, taskId: second, appName: 'shop', kind: 'deploy', reason: 'application', waitingFor: first },
    ]);
    gate.resolve();
    for await (const _event of platform.client.followRun(second));
    expect(await platform.client.metricsQueue()).toEqual({ waiting: 0, tasks: [] });
  });

  test('the workers are listed with who leads and what each executes', async () => {
    const platform = await startTestPlatform();
    const { workers } = await platform.client.metricsWorkers();
    expect(workers).toEqual([
      {
        id: expect.stringContaining('test'),
        alive: true,
        leads: true,
        inFlight: 0,
        heartbeatAgeMs: expect.any(Number),
      },
    ]);
  });

  test('a range that does not exist is 400 and names the parameter', async () => {
    const platform = await startTestPlatform();
    const error = await readError(await platform.send('GET', '/api/v1/metrics/series?range=1y'));
    expect(error).toMatchObject({ status: 400, error: 'BAD_REQUEST', problems: [{ path: 'range' }] });
  });
});
