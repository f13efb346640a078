import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readError, startTestPlatform, type TestPlatform } from './test-support/test-platform.ts';

// The create request of the product's own manual, as printed there.
const CREATE = readFileSync(join(import.meta.dirname, 'test-support/manual-application.json'), 'utf8');

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 2 });
});
afterAll(() => cluster.close());

type ResponseBody = Readonly<Record<string, unknown>>;

/** Sends a request of the manual, and gives what came back. */
async function call(
  platform: TestPlatform,
  method: string,
  path: string,
  body?: object | string,
): Promise<ResponseBody> {
  const text = typeof body === 'object' ? JSON.stringify(body) : body;
  const response = await platform.send(method, `/api/v1${path}`, text === undefined ? {} : { body: text });
  expect(response.status, `${method} ${path}`).toBe(200);
  const parsed: unknown = await response.json();
  if (typeof parsed !== 'object' || parsed === null) throw new TypeError(`${method} ${path} returned no object`);
  return { ...parsed };
}

async function ended({ client }: TestPlatform, taskId: unknown) {
  for await (const _event of client.followRun(String(taskId)));
  return client.taskStatus(String(taskId));
}

test("the manual's application is created and runs to completed", async () => {
  const platform = await startTestPlatform({ kube: cluster.client, jobs: 'real' });
  const { id, workflowId, version, project } = await call(platform, 'POST', '/applications', CREATE);
  expect({ version, project }).toEqual({ version: '1.0.0', project: 'demo-project' });
  const { taskId } = await call(platform, 'POST', `/applications/${id}/workflow/exec`, { workflowId });
  const run = await ended(platform, taskId);
  expect(run.status).toBe('completed');
  expect(run.components.map(({ name, status }) => `${name} ${status}`)).toEqual([
    'app-config-1 completed',
    'app-config-2 completed',
    'app-config-3 completed',
    'backend completed',
    'frontend completed',
  ]);
});

describe.each(['camelCase', 'snake_case'])('every endpoint takes its request in %s', (style) => {
  const keys = (fields: Readonly<Record<string, unknown>>): object =>
    style === 'camelCase'
      ? fields
      : Object.fromEntries(
          Object.entries(fields).map(([key, value]) => [key.replace(/[A-Z]/g, (at) => `_${at.toLowerCase()}`), value]),
        );

  test('from creation to clean-up', async () => {
    const platform = await startTestPlatform();
    const send = (method: string, path: string, fields?: ResponseBody) =>
      call(platform, method, path, fields === undefined ? undefined : keys(fields));
    const application = { ...JSON.parse(CREATE), name: `demo-${style.slice(0, 5).toLowerCase()}`, tmpEnable: true };
    expect(await send('POST', '/applications/try', application)).toMatchObject({ valid: true, errors: [] });
    const { id, workflowId } = await send('POST', '/applications', application);
    expect(await send('GET', '/applications')).toMatchObject({ applications: [{ id }] });
    expect(await send('GET', '/applications/templates')).toMatchObject({ applications: [{ id, tmpEnable: true }] });
    const workflow = [{ name: 'again', mode: 'DAG', components: ['backend', 'frontend'] }];
    const steps = { workflowId, name: 'rollout', alias: 'Rollout', workflow };
    expect(await send('POST', `/applications/${id}/workflow/try`, steps)).toMatchObject({ valid: true });
    expect(await send('PUT', `/applications/${id}/workflow`, steps)).toMatchObject({ workflowId });
    expect(await send('GET', `/applications/${id}/workflows`)).toMatchObject({
      workflows: [{ id: workflowId, name: 'rollout', alias: 'Rollout' }],
    });
    expect(await send('GET', `/applications/${id}/components`)).toMatchObject({ components: { length: 5 } });
    const { taskId } = await send('POST', `/applications/${id}/workflow/exec`, { workflowId });
    await ended(platform, taskId);
    const status = await send('GET', `/workflow/tasks/${taskId}/status`);
    expect(status).toMatchObject({ taskId, status: 'completed', workflowId, appId: id });
    const version = { version: '1.1.0', autoExec: true, components: [{ name: 'backend', image: 'backend:v1.1.0' }] };
    const update = await send('POST', `/applications/${id}/version`, version);
    expect(update).toMatchObject({ appId: id, previousVersion: '1.0.0', updatedComponents: ['backend'] });
    await ended(platform, update.taskId);
    const cancel = { taskId, user: 'me', reason: 'late' };
    const late = { body: JSON.stringify(keys(cancel)) };
    const refused = await readError(await platform.send('POST', `/api/v1/applications/${id}/workflow/cancel`, late));
    expect(refused).toMatchObject({ status: 409, error: 'TASK_FINISHED' });
    expect(await send('DELETE', `/applications/${id}/resources`)).toMatchObject({ appId: id, failedResources: [] });
    for (const path of ['/health', '/healthz', '/ready', '/readyz']) {
      expect([200, 503], path).toContain((await platform.send('GET', `/api/v1${path}`)).status);
    }
  });
});

test('W-11: a job is seen from when it is planned, in order, each under its component', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const platform = await startTestPlatform({ jobs: () => held });
  const { id } = await call(platform, 'POST', '/applications', CREATE);
  const { taskId } = await call(platform, 'POST', `/applications/${id}/workflow/exec`);
  for await (const event of platform.client.followRun(String(taskId))) {
    if (event.kind === 'job' && event.job.status === 'running') break;
  }
  const { jobs } = await platform.client.listJobs(String(taskId));
  expect(jobs.map(({ component, status }) => `${component} ${status}`).slice(0, 3)).toEqual([
    'app-config-1 running',
    'app-config-2 queued',
    'app-config-3 queued',
  ]);
  release();
  expect((await ended(platform, taskId)).status).toBe('completed');
});

test('W-22: an update in place keeps the ids of components, and takes what it drops out of the cluster', async () => {
  const platform = await startTestPlatform({ kube: cluster.client, jobs: 'real' });
  const web = { name: 'web', type: 'webservice', image: 'web:1' };
  const extra = { name: 'extra', type: 'worker', image: 'extra:1' };
  const first = await call(platform, 'POST', '/applications', { name: 'stable', component: [web, extra] });
  await ended(platform, (await platform.client.execWorkflow(String(first.id))).taskId);
  const before = (await platform.client.getApplication(String(first.id))).components;
  const second = await call(platform, 'POST', '/applications', {
    name: 'stable',
    component: [{ ...web, image: 'web:2' }],
  });
  expect(second).toMatchObject({ id: first.id, workflowId: first.workflowId, removedComponents: ['extra'] });
  const run = await ended(platform, (await platform.client.execWorkflow(String(first.id))).taskId);
  expect(run.status).toBe('completed');
  const after = (await platform.client.getApplication(String(first.id))).components;
  expect(after.map(({ id }) => id)).toEqual(before.slice(0, 1).map(({ id }) => id));
  expect(run.jobs.some(({ type, component }) => type === 'prune' && component === 'extra')).toBe(true);
});

test('W-31: a name may be as long in a request as in a trial, and ids are no names', async () => {
  const platform = await startTestPlatform();
  const component = [{ name: 'web', type: 'webservice', image: 'web:1' }];
  const [fits, long] = ['a'.repeat(63), 'a'.repeat(64)];
  expect(await call(platform, 'POST', '/applications/try', { name: fits, component })).toMatchObject({ valid: true });
  const { id, workflowId } = await call(platform, 'POST', '/applications', { name: fits, component });
  expect(String(workflowId).length).toBe(24);
  await call(platform, 'POST', `/applications/${id}/workflow/exec`, { workflow_id: workflowId });
  expect(await call(platform, 'POST', '/applications/try', { name: long, component })).toMatchObject({ valid: false });
  const body = JSON.stringify({ name: long, component });
  expect((await platform.send('POST', '/api/v1/applications', { body })).status).toBe(400);
});

test('W-23: an override with a target is for that component, and image and copies can be overridden', async () => {
  const platform = await startTestPlatform();
  const component = [
    { name: 'tem-one', type: 'webservice', image: 'one:1' },
    { name: 'tem-two', type: 'webservice', image: 'two:1' },
  ];
  const { id } = await call(platform, 'POST', '/applications', { name: 'tem', tmpEnable: true, component });
  const entry = {
    name: 'second',
    type: 'webservice',
    image: 'two:9',
    replicas: 3,
    template: { id, target: 'tem-two' },
  };
  const clone = await call(platform, 'POST', '/applications', { name: 'clone', component: [entry] });
  const { components } = await platform.client.getApplication(String(clone.id));
  expect(components.map(({ name, image, replicas }) => ({ name, image, replicas }))).toEqual([
    { name: 'clone-one', image: 'one:1', replicas: 1 },
    { name: 'second', image: 'two:9', replicas: 3 },
  ]);
});
