import { describeDatabases } from '@kubemin/testing/vitest';
import { expect, test } from 'vitest';
import { json, webservice } from '../test-support/documents.ts';
import { readError, startTestPlatform, type TestPlatform } from '../test-support/test-platform.ts';

const app = (project: string, namespace: string, name = 'shop') =>
  json({ name, project, namespace, component: [webservice('web')] });

async function bindStatus(platform: TestPlatform, project: string, content: object) {
  const response = await platform.send('PUT', `/api/v1/projects/${encodeURIComponent(project)}`, {
    body: JSON.stringify(content),
    headers: { 'content-type': 'application/json' },
  });
  if (response.ok) return { status: response.status };
  const { status, error, message } = await readError(response);
  return { status, error, message };
}

describeDatabases('projects', (dialect) => {
  test('a project is bound, shown, bound to other namespaces and unbound', async () => {
    const { client } = await startTestPlatform({ place: await dialect.create() });
    const longest = `${'长'.repeat(189)}p`;
    for (const project of ['team-a', longest]) {
      const namespace = project === longest ? 'n'.repeat(62) : 'team-a';
      const bound = await client.bindProject(project, { namespaces: [`${namespace}*`], quota: { cpu: '4', pods: 9 } });
      expect(bound).toMatchObject({ name: project, bound: true, clusters: ['default'], namespaces: [`${namespace}*`] });
      expect(await client.getProject(project)).toEqual(bound);
    }
    const content = { namespaces: ['team-a'], description: 'the shop', podSecurity: 'restricted' as const };
    const changed = await client.bindProject('team-a', content);
    expect(changed).toMatchObject(content);
    expect(changed.quota).toBeUndefined();
    expect((await client.listProjects()).projects.map(({ name }) => name)).toEqual(['team-a', longest]);
    expect(await client.unbindProject('team-a')).toMatchObject({ name: 'team-a', bound: false, namespaces: [] });
    await expect(client.unbindProject('team-a')).rejects.toMatchObject({ code: 'PROJECT_NOT_FOUND' });
  });

  test('of projects that are bound to overlapping namespaces at the same time, one gets them', async () => {
    const { client } = await startTestPlatform({ place: await dialect.create() });
    const names = ['one', 'two', 'three', 'four'];
    const results = await Promise.allSettled(
      names.map((name) => client.bindProject(name, { namespaces: [`shared-${name.slice(0, 1)}*`, 'shared-*'] })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await client.listProjects()).projects.filter(({ bound }) => bound)).toHaveLength(1);
  });
});

test('a binding that overlaps another one is refused with both patterns', async () => {
  const platform = await startTestPlatform();
  await platform.client.bindProject('alpha', { namespaces: ['alpha', 'alpha-*'] });
  for (const namespace of ['alpha', 'alpha-web', 'alpha-*', 'al*', 'alpha-w*']) {
    const { status, error, message } = await bindStatus(platform, 'beta', { namespaces: ['beta', namespace] });
    expect([status, error], namespace).toEqual([409, 'PROJECT_NAMESPACE_TAKEN']);
    expect(message).toContain(`namespace "${namespace}" in cluster "default" overlaps "alpha`);
  }
  expect((await platform.client.listProjects()).projects.map(({ name }) => name)).toEqual(['alpha']);
  expect(await bindStatus(platform, 'beta', { namespaces: ['alph', 'beta*'] })).toEqual({ status: 200 });
});

test('a binding is refused that leaves applications outside, or takes the namespace of other applications', async () => {
  const platform = await startTestPlatform();
  await platform.client.saveApplication(app('alpha', 'old'));
  await platform.client.saveApplication(app('beta', 'beta'));
  expect(await bindStatus(platform, 'alpha', { namespaces: ['new'] })).toMatchObject({
    status: 409,
    error: 'PROJECT_IN_USE',
    message: expect.stringContaining('default/old/shop'),
  });
  expect(await bindStatus(platform, 'alpha', { namespaces: ['old', 'b*'] })).toMatchObject({
    status: 409,
    error: 'PROJECT_IN_USE',
    message: expect.stringContaining('default/beta/shop'),
  });
  expect(await bindStatus(platform, 'alpha', { namespaces: ['old'] })).toEqual({ status: 200 });
});

test('bad bindings are refused with their reason', async () => {
  const platform = await startTestPlatform();
  const rows: readonly (readonly [object, number, string])[] = [
    [{}, 400, 'BAD_REQUEST'],
    [{ namespaces: [] }, 400, 'BAD_REQUEST'],
    [{ namespaces: ['*'] }, 400, 'BAD_REQUEST'],
    [{ namespaces: ['Team'] }, 400, 'BAD_REQUEST'],
    [{ namespaces: ['a*b'] }, 400, 'BAD_REQUEST'],
    [{ namespaces: ['a'.repeat(64)] }, 400, 'BAD_REQUEST'],
    [{ namespaces: ['team'], quota: { cpu: 'many' } }, 400, 'BAD_REQUEST'],
    [{ namespaces: ['team'], quota: { gpu: '1' } }, 400, 'BAD_REQUEST'],
    [{ namespaces: ['team'], references: ['registry'] }, 400, 'BAD_REQUEST'],
    [{ namespaces: ['team'], podSecurity: 'none' }, 400, 'BAD_REQUEST'],
    [{ namespaces: ['team'], namespace: 'team' }, 400, 'BAD_REQUEST'],
    [{ namespaces: ['kube-system'] }, 409, 'PROJECT_NAMESPACE_CLOSED'],
    [{ namespaces: ['kube-*'] }, 409, 'PROJECT_NAMESPACE_CLOSED'],
    [{ namespaces: ['team'], clusters: ['nowhere'] }, 404, 'CLUSTER_NOT_FOUND'],
  ];
  for (const [content, status, error] of rows) {
    expect(await bindStatus(platform, 'team', content), JSON.stringify(content)).toMatchObject({ status, error });
  }
  expect(await bindStatus(platform, '*', { namespaces: ['team'] })).toMatchObject({ status: 400 });
  expect((await platform.client.listProjects()).projects).toEqual([]);
});

test('a user sees the projects of their roles only, and no others by their absence', async () => {
  const platform = await startTestPlatform();
  await platform.client.bindProject('alpha', { namespaces: ['alpha'] });
  await platform.client.saveApplication(app('beta', 'beta'));
  await platform.client.createUser({ name: 'bea', roles: [{ project: 'beta', role: 'admin' }] });
  const { token } = await platform.client.createToken({ name: 'test', user: 'bea' });
  const as = async (path: string) =>
    platform.send('GET', `/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
  expect(await (await as('/projects')).json()).toMatchObject({ projects: [{ name: 'beta', bound: false }] });
  const hidden = await readError(await as('/projects/alpha'));
  const absent = await readError(await as('/projects/omega'));
  expect(hidden).toMatchObject({ status: 404, error: 'PROJECT_NOT_FOUND' });
  expect(hidden.message.replace('alpha', 'omega')).toBe(absent.message);
});
