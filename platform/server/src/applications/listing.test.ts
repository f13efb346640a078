import { taskListSchema } from '@kubemin/client';
import { describe, expect, test } from 'vitest';
import { json, SHOP, webservice } from '../test-support/documents.ts';
import { readError, startTestPlatform, type TestPlatform } from '../test-support/test-platform.ts';

async function saved({ client }: TestPlatform, names: readonly string[], more: object = {}): Promise<void> {
  for (const name of names) await client.saveApplication(json({ name, component: [webservice('web')], ...more }));
}

describe('W-35: lists come in pages', () => {
  test('every application is seen once, although others are made meanwhile', async () => {
    const platform = await startTestPlatform();
    await saved(platform, ['one', 'two', 'three', 'four', 'five']);
    const seen: string[] = [];
    let next: string | undefined;
    do {
      const page = await platform.client.listApplications({ limit: 2, ...(next !== undefined && { continue: next }) });
      seen.push(...page.applications.map(({ name }) => name));
      next = page.next;
      if (seen.length === 2) await saved(platform, ['late']);
    } while (next !== undefined);
    expect(seen).toEqual(['five', 'four', 'three', 'two', 'one']);
  });

  test('so do components, revisions, runs and jobs', async () => {
    const platform = await startTestPlatform();
    const { id } = await platform.client.saveApplication(json(SHOP));
    for (const alias of ['a', 'b']) await platform.client.patchApplication(id, { alias });
    const components = await platform.client.listComponents(id, { limit: 3 });
    expect(components.components.map(({ name }) => name)).toEqual(['settings', 'credentials', 'database']);
    const rest = await platform.client.listComponents(id, { limit: 3, continue: components.next });
    expect(rest).toMatchObject({ components: [{ name: 'web' }] });
    expect(rest.next).toBeUndefined();
    const revisions = await platform.client.listRevisions(id, { limit: 2 });
    expect(revisions.revisions.map(({ revision }) => revision)).toEqual([3, 2]);
    expect((await platform.client.listRevisions(id, { limit: 2, continue: revisions.next })).revisions).toHaveLength(1);
    const first = await platform.client.execWorkflow(id);
    for await (const _event of platform.client.followRun(first.taskId));
    const second = await platform.client.execWorkflow(id);
    const runs = await platform.client.listTasks(id, { limit: 1 });
    expect(runs.tasks.map((task) => task.id)).toEqual([second.taskId]);
    const older = await platform.client.listTasks(id, { limit: 1, continue: runs.next });
    expect(older.tasks.map((task) => task.id)).toEqual([first.taskId]);
    const jobs = await platform.client.listJobs(first.taskId, { limit: 2 });
    expect(jobs.jobs).toHaveLength(2);
    expect((await platform.client.listJobs(first.taskId, { continue: jobs.next })).jobs.length).toBeGreaterThan(0);
  });

  test.each(['limit=0', 'limit=many', 'limit=501', 'continue=%00', 'continue=WzFd'])('?%s is 400', async (query) => {
    const platform = await startTestPlatform();
    const error = await readError(await platform.send('GET', `/api/v1/applications?${query}`));
    expect(error).toMatchObject({ status: 400, error: 'BAD_REQUEST' });
  });
});

test('applications are found by name, project, text and whether they are templates', async () => {
  const platform = await startTestPlatform();
  await saved(platform, ['shop'], { project: 'retail', description: 'Sells 100% wool_socks' });
  await saved(platform, ['base'], { tmpEnable: true, alias: 'A Template' });
  const names = async (filter: object) =>
    (await platform.client.listApplications(filter)).applications.map(({ name }) => name);
  expect(await names({ project: 'retail' })).toEqual(['shop']);
  expect(await names({ text: '100% WOOL' })).toEqual(['shop']);
  expect(await names({ text: 'woolXsocks' })).toEqual([]);
  expect(await names({ text: 'template' })).toEqual(['base']);
  expect((await platform.client.listTemplates()).applications.map(({ name }) => name)).toEqual(['base']);
  const query = await platform.send('GET', '/api/v1/applications?tmp_enable=false');
  expect(await query.json()).toMatchObject({ applications: [{ name: 'shop' }] });
});

test('W-35: all runs are listed, by application, state, kind, author and time', async () => {
  const platform = await startTestPlatform();
  const ids: string[] = [];
  for (const name of ['one', 'two']) {
    const { id } = await platform.client.saveApplication(json({ ...SHOP, name }));
    const { taskId } = await platform.client.execWorkflow(id);
    for await (const _event of platform.client.followRun(taskId));
    ids.push(id);
  }
  const scaled = await platform.client.scaleApplication(ids[0] ?? '', { replicas: { web: 3 } });
  for await (const _event of platform.client.followRun(scaled.taskId));
  const found = async (query: string) => {
    const response = await platform.send('GET', `/api/v1/runs?${query}`);
    return taskListSchema.parse(await response.json()).tasks.map(({ kind }) => kind);
  };
  expect(await found('')).toEqual(['scale', 'deploy', 'deploy']);
  expect(await found(`app_id=${ids[0]}`)).toEqual(['scale', 'deploy']);
  expect(await found('kind=scale,restart')).toEqual(['scale']);
  expect(await found('status=completed&creator=tester&limit=1')).toEqual(['deploy']);
  expect(await found('status=rejected')).toEqual([]);
  expect(await found('since=2100-01-01T00:00:00Z')).toEqual([]);
  expect((await platform.send('GET', '/api/v1/runs?status=sleeping')).status).toBe(400);
});

describe('PATCH', () => {
  test('W-20: zero values stick: an emptied text, a template that is none any more, no copies', async () => {
    const platform = await startTestPlatform();
    const { id } = await platform.client.saveApplication(json({ ...SHOP, tmpEnable: true, icon: 'x.png' }));
    const body = JSON.stringify({ alias: '', description: '', icon: null, tmp_enable: false });
    const response = await platform.send('PATCH', `/api/v1/applications/${id}`, { body });
    expect(await response.json()).toMatchObject({ outcome: 'updated', revision: 2, removedComponents: [] });
    expect(response.headers.get('etag')).toBe('"2"');
    const empty = { alias: '', description: '', icon: '', tmpEnable: false };
    expect(await platform.client.getApplication(id)).toMatchObject({ ...empty, name: 'shop' });
    await platform.client.scaleApplication(id, { replicas: { web: 0 } });
    expect((await platform.client.getApplication(id)).components.at(-1)).toMatchObject({ replicas: 0 });
  });

  test('what it does not name stays, secrets included; the same again changes nothing', async () => {
    const platform = await startTestPlatform();
    const { id } = await platform.client.saveApplication(json(SHOP));
    const { components } = await platform.client.getApplication(id);
    await platform.client.patchApplication(id, { project: 'retail' });
    expect((await platform.client.getApplication(id)).components).toMatchObject(
      components.map(({ name, properties }) => ({ name, properties })),
    );
    expect(await platform.client.patchApplication(id, { project: 'retail' })).toMatchObject({ outcome: 'unchanged' });
  });

  test.each([
    [400, 'VALIDATION_FAILED', { name: 'Not A Name!' }],
    [400, 'VALIDATION_FAILED', { workflow: [{ name: 'x', components: ['ghost'] }] }],
    [409, 'APPLICATION_NAME_TAKEN', { name: 'taken' }],
    [400, 'BAD_REQUEST', ['alias']],
  ])('%i %s for %j, and nothing changes', async (status, error, body) => {
    const platform = await startTestPlatform();
    await saved(platform, ['taken']);
    const { id } = await platform.client.saveApplication(json(SHOP));
    const response = await platform.send('PATCH', `/api/v1/applications/${id}`, { body: JSON.stringify(body) });
    expect(await readError(response)).toMatchObject({ status, error });
    expect((await platform.client.getApplication(id)).revision).toBe(1);
  });
});
