import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { JobContext } from '@kubemin/engine';
import { LABEL } from '@kubemin/render';
import { describe, expect, test } from 'vitest';
import { json, SHOP, webservice } from '../test-support/documents.ts';
import { readError, startTestPlatform, type TestPlatform } from '../test-support/test-platform.ts';

async function finish(platform: TestPlatform, taskId: string): Promise<void> {
  for await (const _event of platform.client.followRun(taskId));
}

/** Jobs that wait until the test lets them go, or until they are cancelled. */
function held(): { readonly jobs: (context: JobContext) => Promise<void>; readonly release: () => void } {
  const gate = Promise.withResolvers<void>();
  const jobs = async ({ signal }: JobContext): Promise<void> => {
    const cancelled = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    await Promise.race([gate.promise, cancelled]);
  };
  return { jobs, release: gate.resolve };
}

describe('running a workflow', () => {
  test('a run that is to do finished jobs once more marks them as its own; any other leaves them unmarked', async () => {
    const marks: (string | undefined)[] = [];
    const platform = await startTestPlatform({
      jobs: async ({ rendered }) => {
        if (rendered.object.kind === 'Job')
          marks.push(rendered.object.metadata.annotations?.['kubemin.io/rerun-by-run']);
      },
    });
    const document = { name: 'nightly', component: [{ name: 'tidy', type: 'job', image: 'tidy:1' }] };
    const { id } = await platform.client.saveApplication(json(document));
    const runs: string[] = [];
    for (const rerun of [undefined, true, false]) {
      const { taskId } = await platform.client.execWorkflow(id, rerun === undefined ? {} : { rerun });
      await finish(platform, taskId);
      runs.push(taskId);
    }
    expect(marks).toEqual([undefined, runs[1], undefined]);
  });

  test('exec returns at once with the task, which then runs to its end', async () => {
    const { jobs, release } = held();
    const platform = await startTestPlatform({ jobs });
    const { id, workflowId } = await platform.client.saveApplication(json(SHOP));
    const { taskId } = await platform.client.execWorkflow(id, { workflowId });
    expect(['waiting', 'queued', 'running']).toContain((await platform.client.taskStatus(taskId)).status);
    release();
    await finish(platform, taskId);
    const status = await platform.client.taskStatus(taskId);
    expect(status).toMatchObject({
      status: 'completed',
      appId: id,
      workflowId,
      workflowName: 'shop-workflow',
      revision: 1,
    });
    expect(status.components.map(({ name, type, status }) => [name, type, status])).toEqual([
      ['settings', 'config', 'completed'],
      ['credentials', 'secret', 'completed'],
      ['database', 'store', 'completed'],
      ['web', 'webservice', 'completed'],
    ]);
    expect(status.jobs.map(({ component, objectKind }) => `${component} ${objectKind}`)).toContain('web Deployment');
    expect(status.endTime).toBeGreaterThanOrEqual(status.startTime ?? Number.POSITIVE_INFINITY);
  });

  test('R-23: a request without a body, in snake_case, and with an empty id, runs the workflow too', async () => {
    const platform = await startTestPlatform();
    const { id, workflowId } = await platform.client.saveApplication(json(SHOP));
    const path = `/api/v1/applications/${id}/workflow/exec`;
    for (const body of [undefined, '', JSON.stringify({ workflow_id: workflowId }), '{"workflow_id":""}']) {
      const response = await platform.send('POST', path, { ...(body !== undefined && { body }) });
      expect(response.status).toBe(200);
    }
  });

  test('a workflow of another application is 404 20005', async () => {
    const platform = await startTestPlatform();
    const { id } = await platform.client.saveApplication(json(SHOP));
    const other = await platform.client.saveApplication(json({ ...SHOP, name: 'other' }));
    await expect(platform.client.execWorkflow(id, { workflowId: other.workflowId })).rejects.toMatchObject({
      status: 404,
      businessCode: 20005,
      code: 'WORKFLOW_NOT_FOUND',
    });
  });

  test('an application without components is 400 20004, and no run is stored', async () => {
    const platform = await startTestPlatform();
    const { id } = await platform.client.saveApplication(json({ name: 'empty', component: [] }));
    await expect(platform.client.execWorkflow(id)).rejects.toMatchObject({
      status: 400,
      businessCode: 20004,
      code: 'WORKFLOW_EMPTY',
    });
    expect((await platform.client.listTasks(id)).tasks).toEqual([]);
  });

  test('a failed job fails the run, and its words are on the job, the component and the run', async () => {
    const jobs = async ({ job }: JobContext): Promise<void> => {
      if (job.objectKind === 'Deployment')
        throw new TerminalError(verbatim('no such image nginx:1.27'), { code: 'IMAGE' });
    };
    const platform = await startTestPlatform({ jobs });
    const { id } = await platform.client.saveApplication(json({ name: 'shop', component: [webservice('web')] }));
    const { taskId } = await platform.client.execWorkflow(id);
    await finish(platform, taskId);
    const status = await platform.client.taskStatus(taskId);
    expect(status.status).toBe('failed');
    expect(status.error).toContain('no such image nginx:1.27');
    expect(status.components).toMatchObject([
      { name: 'web', status: 'failed', error: expect.stringContaining('no such image') },
    ]);
  });

  test('a run keeps the document it was started with while the application moves on', async () => {
    const { jobs, release } = held();
    const platform = await startTestPlatform({ jobs });
    const { id } = await platform.client.saveApplication(json({ name: 'shop', component: [webservice('first')] }));
    const { taskId } = await platform.client.execWorkflow(id);
    await platform.client.saveApplication(json({ name: 'shop', component: [webservice('second')] }));
    const status = await platform.client.taskStatus(taskId);
    expect(status).toMatchObject({ revision: 1, components: [{ name: 'first' }] });
    release();
    await finish(platform, taskId);
  });

  test('exec runs the requested revision, whatever was saved meanwhile, and returns its number', async () => {
    const platform = await startTestPlatform();
    const first = await platform.client.saveApplication(json({ name: 'shop', component: [webservice('first')] }));
    const second = await platform.client.saveApplication(json({ name: 'shop', component: [webservice('second')] }));
    const { id } = second;
    const old = await platform.client.execWorkflow(id, { revision: first.revision });
    const current = await platform.client.execWorkflow(id);
    expect([old.revision, current.revision]).toEqual([1, 2]);
    await finish(platform, current.taskId);
    expect(await platform.client.taskStatus(old.taskId)).toMatchObject({
      status: 'completed',
      revision: 1,
      components: [{ name: 'first' }],
    });
    expect((await platform.client.listTasks(id)).tasks.map((task) => task.revision)).toEqual([2, 1]);
    await expect(platform.client.execWorkflow(id, { revision: 3 })).rejects.toMatchObject({
      status: 404,
      code: 'REVISION_NOT_FOUND',
      message: expect.stringContaining('the latest is 2'),
    });
  });

  test('a component that comes back with an older revision is the one it was', async () => {
    const seen: (string | undefined)[] = [];
    const jobs = async ({ rendered }: JobContext): Promise<void> => {
      if (rendered.object.kind === 'Deployment') seen.push(rendered.object.metadata.labels?.[LABEL.componentId]);
    };
    const platform = await startTestPlatform({ jobs });
    const { id } = await platform.client.saveApplication(json({ name: 'shop', component: [webservice('first')] }));
    const { components } = await platform.client.listComponents(id);
    await platform.client.saveApplication(json({ name: 'shop', component: [webservice('second')] }));
    await finish(platform, (await platform.client.execWorkflow(id, { revision: 1 })).taskId);
    expect(seen).toEqual([String(components[0]?.id)]);
  });

  test('a run behind another of its application names it, in the list and in its own status', async () => {
    const { jobs, release } = held();
    const platform = await startTestPlatform({ jobs });
    const { id } = await platform.client.saveApplication(json(SHOP));
    const ahead = await platform.client.execWorkflow(id);
    const behind = await platform.client.execWorkflow(id);
    expect(await platform.client.taskStatus(behind.taskId)).toMatchObject({
      status: 'waiting',
      waitingFor: ahead.taskId,
    });
    expect((await platform.client.listTasks(id)).tasks.map((task) => task.waitingFor)).toEqual([
      ahead.taskId,
      undefined,
    ]);
    release();
    await finish(platform, behind.taskId);
    expect((await platform.client.taskStatus(behind.taskId)).waitingFor).toBeUndefined();
  });

  test('runs are listed newest first, as many as asked for', async () => {
    const platform = await startTestPlatform();
    const { id } = await platform.client.saveApplication(json(SHOP));
    const started: string[] = [];
    for (let run = 0; run < 3; run += 1) started.unshift((await platform.client.execWorkflow(id)).taskId);
    const { tasks } = await platform.client.listTasks(id);
    expect(tasks.map((task) => task.id)).toEqual(started);
    expect(tasks[0]).toMatchObject({ appId: id, appName: 'shop', creator: 'tester' });
    expect((await platform.client.listTasks(id, { limit: 1 })).tasks).toHaveLength(1);
  });

  test('a task that does not exist is 404 20006', async () => {
    const platform = await startTestPlatform();
    for (const path of ['status', 'events']) {
      const error = await readError(await platform.send('GET', `/api/v1/workflow/tasks/nothing/${path}`));
      expect(error, path).toMatchObject({ status: 404, code: 20006, error: 'TASK_NOT_FOUND' });
    }
  });
});

describe('cancelling a run', () => {
  test('a running task is cancelled with its reason, and stays cancelled', async () => {
    const { jobs } = held();
    const platform = await startTestPlatform({ jobs });
    const { id } = await platform.client.saveApplication(json(SHOP));
    const { taskId } = await platform.client.execWorkflow(id);
    const result = await platform.client.cancelWorkflow(id, { taskId, reason: 'wrong image' });
    expect(result).toEqual({ taskId, number: 1, status: 'cancelled' });
    await finish(platform, taskId);
    expect(await platform.client.taskStatus(taskId)).toMatchObject({
      status: 'cancelled',
      cancelReason: 'wrong image',
    });
  });

  test('the reason of a program keeps its code', async () => {
    const { jobs } = held();
    const platform = await startTestPlatform({ jobs });
    const { id } = await platform.client.saveApplication(json(SHOP));
    const { taskId } = await platform.client.execWorkflow(id);
    const texts = { reason: { code: 'other.program.quota', params: { limit: 3 } } };
    await platform.client.cancelWorkflow(id, { taskId, reason: 'limit of 3 reached', texts });
    await finish(platform, taskId);
    expect(await platform.client.taskStatus(taskId)).toMatchObject({
      cancelReason: 'limit of 3 reached',
      texts: { cancelReason: texts.reason },
    });
  });

  test('a task that has ended is 409 and keeps its state', async () => {
    const platform = await startTestPlatform();
    const { id } = await platform.client.saveApplication(json(SHOP));
    const { taskId } = await platform.client.execWorkflow(id);
    await finish(platform, taskId);
    await expect(platform.client.cancelWorkflow(id, { taskId })).rejects.toMatchObject({
      status: 409,
      code: 'TASK_FINISHED',
    });
    expect(await platform.client.taskStatus(taskId)).toMatchObject({ status: 'completed' });
  });

  test('a task of another application is 404 20005 and goes on', async () => {
    const { jobs, release } = held();
    const platform = await startTestPlatform({ jobs });
    const { id } = await platform.client.saveApplication(json(SHOP));
    const other = await platform.client.saveApplication(json({ ...SHOP, name: 'other' }));
    const { taskId } = await platform.client.execWorkflow(id);
    await expect(platform.client.cancelWorkflow(other.id, { taskId })).rejects.toMatchObject({ businessCode: 20005 });
    release();
    await finish(platform, taskId);
    expect(await platform.client.taskStatus(taskId)).toMatchObject({ status: 'completed' });
  });

  test('an unknown task is 404 20006, and a request without one is 400 20000', async () => {
    const platform = await startTestPlatform();
    const { id } = await platform.client.saveApplication(json(SHOP));
    await expect(platform.client.cancelWorkflow(id, { taskId: 'nothing' })).rejects.toMatchObject({
      businessCode: 20006,
    });
    const error = await readError(
      await platform.send('POST', `/api/v1/applications/${id}/workflow/cancel`, { body: '{}' }),
    );
    expect(error).toMatchObject({ status: 400, code: 20000, problems: [{ path: 'taskId' }] });
  });
});
