import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { type ExecutedRun, executedRunSchema } from '@kubemin/client';
import type { JobContext } from '@kubemin/engine';
import { eventually } from '@kubemin/testing';
import { createTestSqlite } from '@kubemin/testing/vitest';
import { expect, test } from 'vitest';
import { json } from '../test-support/documents.ts';
import {
  readError,
  startTestPlatform,
  type TestPlatform,
  type TestPlatformOptions,
} from '../test-support/test-platform.ts';

const SMALL = {
  name: 'small',
  component: [{ name: 'settings', type: 'config', properties: { conf: { MODE: 'fast' } } }],
};

/** Jobs that wait until the test lets them go, or until they are cancelled. */
function held(): { readonly jobs: (context: JobContext) => Promise<void>; readonly release: () => void } {
  const gate = Promise.withResolvers<void>();
  const jobs = async ({ signal }: JobContext): Promise<void> => {
    const cancelled = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    await Promise.race([gate.promise, cancelled]);
  };
  return { jobs, release: gate.resolve };
}

async function startWithApplication(options: TestPlatformOptions) {
  const platform = await startTestPlatform(options);
  const { id } = await platform.client.saveApplication(json(SMALL));
  const exec = (body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    platform.send('POST', `/api/v1/applications/${id}/workflow/exec`, { body: JSON.stringify(body), headers });
  return { platform, id, exec };
}

const read = async (response: Response): Promise<ExecutedRun> => executedRunSchema.parse(await response.json());

const runCount = async ({ engine }: TestPlatform): Promise<number> => (await engine.tasks({ limit: 500 })).length;

test('a run that ends within the time is the response, whether it completed or failed', async () => {
  let fails = false;
  const { exec } = await startWithApplication({
    jobs: async () => {
      if (fails) throw new TerminalError(verbatim('no room'), { code: 'NO_ROOM' });
    },
  });
  const completed = await exec({ wait: '30s' });
  expect(completed.status).toBe(200);
  expect(await read(completed)).toMatchObject({
    waited: 'ended',
    task: { status: 'completed', endedAt: expect.any(String) },
    jobs: [{ component: 'settings', status: 'completed' }],
  });
  fails = true;
  const failed = await exec({ wait: 30 });
  expect(failed.status).toBe(200);
  expect(await read(failed)).toMatchObject({
    waited: 'ended',
    task: { status: 'failed', error: expect.stringContaining('no room') },
    jobs: [{ status: 'failed', error: 'no room' }],
  });
});

test('202 when the time is up; the same request sent again under its key waits for the same run', async () => {
  const { jobs, release } = held();
  const { platform, exec } = await startWithApplication({ jobs });
  const key = { 'idempotency-key': 'once' };
  const first = await exec({ wait: '20ms' }, key);
  expect(first.status).toBe(202);
  const { waited, task, taskId } = await read(first);
  expect([waited, task?.id]).toEqual(['timeout', taskId]);
  expect(['waiting', 'queued', 'running']).toContain(task?.status);
  const again = exec({ wait: '20ms' }, key).then(read);
  expect((await again).taskId).toBe(taskId);
  release();
  await eventually(async () => (await platform.engine.task(taskId))?.status === 'completed');
  const last = await exec({ wait: '20ms' }, key);
  expect([last.status, (await read(last)).task?.status]).toEqual([200, 'completed']);
  expect(await runCount(platform)).toBe(1);
});

test('with all places taken by 200 requests at once, every run is stored, and none waits beyond the bound', async () => {
  const { jobs, release } = held();
  const places = 20;
  const { platform, exec } = await startWithApplication({
    jobs,
    settings: { waitersMax: places },
    checkOneResponseIn: 20,
  });
  let early = 0;
  const all = Array.from({ length: 200 }, async () => {
    const response = await exec({ wait: '1m' });
    const body = await read(response);
    if (body.waited === 'poolFull') early += 1;
    return { status: response.status, ...body };
  });
  await eventually(() => early === 200 - places);
  expect(await runCount(platform)).toBe(200);
  release();
  const responses = await Promise.all(all);
  const counts = Map.groupBy(responses, ({ status, waited }) => `${status} ${waited}`);
  expect(Object.fromEntries([...counts].map(([key, entries]) => [key, entries.length]))).toEqual({
    '200 ended': places,
    '202 poolFull': 200 - places,
  });
  expect(new Set(responses.map(({ taskId }) => taskId)).size).toBe(200);
});

test('a client that goes away frees its place at once, and its run goes on', async () => {
  const { jobs, release } = held();
  const { platform, id, exec } = await startWithApplication({ jobs, settings: { waitersMax: 1 } });
  const gone = new AbortController();
  const left = platform.client.execWorkflow(id, { wait: '1m' }, { signal: gone.signal });
  await eventually(async () => (await runCount(platform)) === 1);
  expect((await read(await exec({ wait: '1m' }))).waited).toBe('poolFull');
  gone.abort();
  await expect(left).rejects.toThrow();
  await eventually(async () => (await read(await exec({ wait: '1ms' }))).waited === 'timeout');
  release();
  await eventually(async () =>
    (await platform.engine.tasks({ limit: 500 })).every(({ status }) => status === 'completed'),
  );
});

test('the end of a run that another instance executes is known without looking for it', async () => {
  const place = await createTestSqlite();
  const never = 600_000;
  const { platform, exec } = await startWithApplication({ place, engine: { pollIntervalMs: never } });
  await platform.engine.stop();
  await startTestPlatform({ place, vault: platform.vault, engine: { pollIntervalMs: 50 } });
  const response = await exec({ wait: '1m' });
  expect([response.status, (await read(response)).task?.status]).toEqual([200, 'completed']);
});

test('a server that stops responds to the requests that wait', async () => {
  const { jobs } = held();
  const { platform, exec } = await startWithApplication({ jobs });
  const waiting = exec({ wait: '1m' });
  await eventually(async () => (await runCount(platform)) === 1);
  await platform.server.close();
  const response = await waiting;
  expect([response.status, (await read(response)).waited]).toEqual([202, 'interrupted']);
});

test('a caller that waits too often, or too long, starts nothing', async () => {
  const settings = { waits: { perSecond: 0.01, burst: 1 }, waitMaxMs: 60_000 };
  const { platform, exec } = await startWithApplication({ settings });
  const tooLong = await readError(await exec({ wait: '2m' }));
  expect(tooLong).toMatchObject({ status: 400, error: 'WORKFLOW_BODY_INVALID', problems: [{ path: 'wait' }] });
  expect(await readError(await exec({ wait: 'soon' }))).toMatchObject({ status: 400, problems: [{ path: 'wait' }] });
  expect(await runCount(platform)).toBe(0);
  expect((await exec({ wait: 30 })).status).toBe(200);
  const refused = await exec({ wait: 30 });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
  expect(await runCount(platform)).toBe(1);
  expect((await exec({})).status).toBe(200);
});

test.each([
  // These two find no cluster here.
  ['scale', { replicas: { web: 3 } }, { kind: 'scale', status: 'failed' }],
  ['restart', {}, { kind: 'restart', status: 'failed' }],
  ['rollback', {}, { kind: 'deploy', status: 'completed' }],
  ['version', { version: '3', components: [{ name: 'web', image: 'web:3' }] }, { kind: 'deploy', status: 'completed' }],
])('%s waits for its run, and its repetition under a key for the same one', async (operation, request, run) => {
  const { jobs, release } = held();
  let isHeld = false;
  const platform = await startTestPlatform({ jobs: async (context) => (isHeld ? jobs(context) : undefined) });
  const web = (image: string) => json({ name: 'web', component: [{ name: 'web', type: 'webservice', image }] });
  const { id } = await platform.client.saveApplication(web('web:1'));
  await platform.client.execWorkflow(id, { wait: '1m' });
  await platform.client.saveApplication(web('web:2'));
  await platform.client.execWorkflow(id, { wait: '1m' });
  isHeld = true;
  const send = (body: object): Promise<Response> =>
    platform.send('POST', `/api/v1/applications/${id}/${operation}`, {
      body: JSON.stringify({ ...request, ...body }),
      headers: { 'idempotency-key': 'once' },
    });
  const tooLong = await platform.send('POST', `/api/v1/applications/${id}/${operation}`, {
    body: JSON.stringify({ ...request, wait: '1h' }),
  });
  expect(await readError(tooLong)).toMatchObject({ status: 400, problems: [{ path: 'wait' }] });
  expect(await runCount(platform)).toBe(2);

  const first = await send({ wait: 0 });
  const body = executedRunSchema.loose().parse(await first.json());
  expect([first.status, body.waited]).toEqual([202, 'timeout']);
  release();
  for await (const _event of platform.client.followRun(body.taskId));
  const last = await send({ wait: 0 });
  expect(last.status).toBe(200);
  const { waited: _, task, jobs: ended, ...same } = executedRunSchema.loose().parse(await last.json());
  const { waited: _before, task: _task, jobs: _jobs, ...started } = body;
  expect(same).toEqual(started);
  expect(task).toMatchObject(run);
  expect(ended?.length).toBeGreaterThan(0);
  expect(await runCount(platform)).toBe(3);
  expect((await platform.client.listRevisions(id)).revisions[0]?.revision).toBe(started.revision);
});
