import { startedRunSchema } from '@kubemin/client';
import { describe, expect, test } from 'vitest';
import { json, SHOP } from '../../test-support/documents.ts';
import { readError, startTestPlatform, type TestPlatform } from '../../test-support/test-platform.ts';

async function shop({ client }: TestPlatform) {
  return client.saveApplication(json(SHOP));
}

async function ended({ client }: TestPlatform, taskId: string) {
  for await (const _event of client.followRun(taskId));
  return client.taskStatus(taskId);
}

const path = (id: string, more: string) => `/api/v1/applications/${id}/${more}`;
const REFRESH = [{ name: 'refresh', mode: 'DAG', components: ['web'] }];

test('an application has its own workflow, named after it, with the steps of its document', async () => {
  const platform = await startTestPlatform();
  const { id, workflowId } = await shop(platform);
  const { workflows } = await platform.client.listWorkflows(id);
  expect(workflows).toMatchObject([
    {
      id: workflowId,
      name: 'shop-workflow',
      alias: 'The shop-workflow',
      own: true,
      status: 'created',
      disabled: false,
    },
  ]);
  expect(workflows[0]?.steps.map(({ name }) => name)).toEqual(['settings', 'credentials', 'database', 'web']);
});

describe('PUT workflow', () => {
  test('with the id of the own one replaces its steps, as a revision', async () => {
    const platform = await startTestPlatform();
    const { id, workflowId } = await shop(platform);
    const put = await platform.client.putWorkflow(id, { workflowId, workflow: REFRESH }, { ifMatch: 1 });
    expect(put).toEqual({ workflowId, revision: 2 });
    const { taskId } = await platform.client.execWorkflow(id);
    expect((await ended(platform, taskId)).components.map(({ name }) => name)).toEqual(['web']);
    expect((await platform.client.listWorkflows(id)).workflows).toHaveLength(1);
  });

  test('without an id adds one under a name of its own; it runs by its id, also without the application', async () => {
    const platform = await startTestPlatform();
    const { id } = await shop(platform);
    const first = await platform.client.putWorkflow(id, { workflow: REFRESH });
    const second = await platform.client.putWorkflow(id, { name: 'nightly', alias: 'At night', workflow: REFRESH });
    expect(second.revision).toBe(3);
    const { workflows } = await platform.client.listWorkflows(id);
    expect(workflows.map(({ name }) => name).toSorted()).toEqual(['nightly', 'shop-workflow', 'shop-workflow-1']);
    for (const { taskId } of [
      await platform.client.execWorkflow(id, { workflowId: first.workflowId }),
      await platform.client.execById({ workflowId: second.workflowId }),
    ]) {
      const { components, status } = await ended(platform, taskId);
      expect({ status, names: components.map(({ name }) => name) }).toEqual({ status: 'completed', names: ['web'] });
    }
    expect((await ended(platform, (await platform.client.execWorkflow(id)).taskId)).components).toHaveLength(4);
  });

  test('a workflow that was added outlives saves of the document, loses what that loses, and comes back with a rollback', async () => {
    const platform = await startTestPlatform();
    const { id } = await shop(platform);
    const workflow = [{ name: 'both', components: ['settings', 'web'] }];
    const { workflowId } = await platform.client.putWorkflow(id, { workflow });
    await platform.client.saveApplication(json({ ...SHOP, component: SHOP.component.slice(1) }));
    const stepsNow = async () =>
      (await platform.client.listWorkflows(id)).workflows.find((one) => one.id === workflowId)?.steps;
    expect(await stepsNow()).toMatchObject([{ name: 'both', components: ['web'] }]);
    await platform.client.deleteWorkflow(id, workflowId);
    expect(await stepsNow()).toBeUndefined();
    await platform.client.rollbackApplication(id, { revision: 2 });
    expect(await stepsNow()).toMatchObject([{ name: 'both', components: ['settings', 'web'] }]);
  });

  test.each([
    [20000, { workflow: [{ name: 'x', components: ['ghost'] }] }],
    [20000, { workflow: [] }],
    [20000, {}],
    [20000, { workflow: 'all' }],
    [20005, { workflow_id: 'nobody', workflow: REFRESH }],
  ])('%i for %j, and nothing changes', async (code, body) => {
    const platform = await startTestPlatform();
    const { id } = await shop(platform);
    const init = { body: JSON.stringify(body) };
    expect(await readError(await platform.send('PUT', path(id, 'workflow'), init))).toMatchObject({ code });
    expect((await platform.client.getApplication(id)).revision).toBe(1);
  });
});

test('W-12: names are read in the same way everywhere, and references to unknown steps are errors', async () => {
  const platform = await startTestPlatform();
  const component = [{ name: 'Web', type: 'webservice', image: 'nginx:1.27' }];
  const workflow = [{ name: 'Deploy', components: ['WEB'] }];
  const { id, workflowId } = await platform.client.saveApplication(json({ name: 'cases', component, workflow }));
  await platform.client.putWorkflow(id, { workflowId, workflow: [{ name: 'Again', components: ['wEb'] }] });
  const { taskId } = await platform.client.execWorkflow(id);
  expect((await ended(platform, taskId)).components).toMatchObject([{ name: 'web', status: 'completed' }]);
  const ghost = { workflow: [{ name: 'haunt', components: ['ghost'] }] };
  expect(await platform.client.tryWorkflow(id, ghost)).toMatchObject({
    valid: false,
    errors: [{ path: 'workflow[0].components[0]', code: 'COMPONENT_NOT_FOUND' }],
  });
});

test('try checks steps against the existing application, and returns 404 without one', async () => {
  const platform = await startTestPlatform();
  const { id } = await shop(platform);
  expect(await platform.client.tryWorkflow(id, { workflow: REFRESH })).toMatchObject({ valid: true, errors: [] });
  expect(await platform.client.tryWorkflow(id, { workflow: [] })).toMatchObject({
    valid: false,
    errors: [{ path: 'workflow', code: 'MISSING_REQUIRED_FIELD' }],
  });
  await expect(platform.client.tryWorkflow('nobody', { workflow: REFRESH })).rejects.toMatchObject({
    status: 404,
    code: 'APPLICATION_NOT_FOUND',
  });
  expect((await platform.client.getApplication(id)).revision).toBe(1);
});

test('the own workflow cannot be removed, and what is not there cannot either', async () => {
  const platform = await startTestPlatform();
  const { id, workflowId } = await shop(platform);
  await expect(platform.client.deleteWorkflow(id, workflowId)).rejects.toMatchObject({ code: 'WORKFLOW_NEEDED' });
  await expect(platform.client.deleteWorkflow(id, 'nobody')).rejects.toMatchObject({ code: 'WORKFLOW_NOT_FOUND' });
});

test('W-35: runs are started and cancelled by id alone, and unknown ids are 404', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const platform = await startTestPlatform({ jobs: () => held });
  const { workflowId } = await shop(platform);
  const started = await platform.send('POST', '/api/v1/workflow/exec', {
    body: JSON.stringify({ workflow_id: workflowId }),
  });
  const { taskId } = startedRunSchema.parse(await started.json());
  const cancel = (id: string) =>
    platform.send('POST', '/api/v1/workflow/cancel', { body: JSON.stringify({ task_id: id, reason: 'late' }) });
  expect(await (await cancel(taskId)).json()).toMatchObject({ taskId, status: 'cancelled' });
  release();
  expect(await readError(await cancel('nobody'))).toMatchObject({ status: 404, error: 'TASK_NOT_FOUND' });
  await expect(platform.client.execById({ workflowId: 'nobody' })).rejects.toMatchObject({
    status: 404,
    code: 'WORKFLOW_NOT_FOUND',
  });
});

test('secrets in the steps of a workflow are masked, and a mask that is sent back keeps them', async () => {
  const platform = await startTestPlatform();
  const { id } = await shop(platform);
  const call = { url: 'https://example.org/hook', headers: { authorization: 'Bearer very-secret-token' } };
  const workflow = [{ name: 'call', type: 'http', properties: call }];
  const { workflowId } = await platform.client.putWorkflow(id, { workflow });
  const listed = JSON.stringify(await platform.client.listWorkflows(id));
  expect(listed).not.toContain('very-secret-token');
  const steps = (await platform.client.listWorkflows(id)).workflows.find((one) => one.id === workflowId)?.steps ?? [];
  const again = await platform.client.putWorkflow(id, { workflowId, alias: 'Calls', workflow: steps });
  expect(again.revision).toBe(3);
});
