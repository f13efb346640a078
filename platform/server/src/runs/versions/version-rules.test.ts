import { describe, expect, test } from 'vitest';
import { json, SHOP, webservice } from '../../test-support/documents.ts';
import { readError, startTestPlatform, type TestPlatform } from '../../test-support/test-platform.ts';

async function shop(platform: TestPlatform): Promise<string> {
  return (await platform.client.saveApplication(json(SHOP))).id;
}

const post = (platform: TestPlatform, id: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
  platform.send('POST', `/api/v1/applications/${id}/version`, { body: JSON.stringify(body), headers });

describe('W-29: what does not fit is refused by its own code, and nothing is stored', () => {
  test.each([
    [10012, 'INVALID_UPDATE_STRATEGY', 400, { strategy: 'big-bang', components: [{ name: 'web', image: 'web:2' }] }],
    [
      10012,
      'INVALID_UPDATE_STRATEGY',
      400,
      { strategy: 'blue-green', components: [{ name: 'database', image: 'mysql:9' }] },
    ],
    [10013, 'COMPONENT_NOT_FOUND', 404, { components: [{ name: 'ghost', image: 'web:2' }] }],
    [10013, 'COMPONENT_NOT_FOUND', 404, { components: [{ name: 'ghost', action: 'remove' }] }],
    [10014, 'NOTHING_TO_UPDATE', 400, { auto_exec: true, components: [{ name: 'web', image: 'nginx:1.27' }] }],
    [10014, 'NOTHING_TO_UPDATE', 400, { version: '1.0.0' }],
    [10015, 'COMPONENT_EXISTS', 400, { components: [{ name: 'web', action: 'add', type: 'webservice', image: 'a' }] }],
    [10016, 'INVALID_COMPONENT_ACTION', 400, { components: [{ name: 'web', action: 'explode' }] }],
    [10020, 'VALIDATION_FAILED', 400, { components: [{ name: 'extra', action: 'add', image: 'a' }] }],
    [10001, 'IMAGE_MISSING', 400, { components: [{ name: 'extra', action: 'add', type: 'webservice' }] }],
    [400, 'BAD_REQUEST', 400, { version: '', components: [] }],
    [400, 'BAD_REQUEST', 400, { components: [{ image: 'web:2' }] }],
  ])('%i %s', async (code, error, status, body) => {
    const platform = await startTestPlatform();
    const id = await shop(platform);
    expect(await readError(await post(platform, id, { version: '2.0.0', ...body }))).toMatchObject({
      code,
      error,
      status,
    });
    expect(await platform.client.getApplication(id)).toMatchObject({ revision: 1, version: '1.0.0' });
    expect((await platform.client.listTasks(id)).tasks).toEqual([]);
  });
});

test('W-29: a version is stored whole, with arrays always there, in the spelling of the manual too', async () => {
  const platform = await startTestPlatform();
  const id = await shop(platform);
  const body = {
    version: '2.0.0',
    strategy: 'rolling',
    auto_exec: false,
    description: 'faster',
    components: [
      { name: 'WEB', action: 'update', image: 'nginx:1.28', replicas: 0, env: { MODE: 'new' } },
      { name: 'settings', action: 'remove' },
    ],
  };
  const response = await post(platform, id, body);
  expect(response.headers.get('etag')).toBe('"2"');
  expect(await response.json()).toEqual({
    appId: id,
    version: '2.0.0',
    previousVersion: '1.0.0',
    strategy: 'rolling',
    revision: 2,
    updatedComponents: ['web'],
    addedComponents: [],
    removedComponents: ['settings'],
  });
  const { components, description, version } = await platform.client.getApplication(id);
  expect({ description, version }).toEqual({ description: 'sells things', version: '2.0.0' });
  expect(components.find(({ name }) => name === 'web')).toMatchObject({
    image: 'nginx:1.28',
    replicas: 0,
    properties: { env: { MODE: 'new' } },
  });
  expect((await platform.client.listTasks(id)).tasks).toEqual([]);
  expect((await platform.client.listRevisions(id)).revisions[0]).toMatchObject({
    description: 'faster',
    version: '2.0.0',
  });
});

test('W-29: a removed component leaves every step that names it, a new one is in the workflow', async () => {
  const platform = await startTestPlatform();
  const workflow = [
    { name: 'data', components: ['settings', 'credentials'] },
    { name: 'rest', mode: 'DAG', components: ['database', 'web'] },
  ];
  const { id } = await platform.client.saveApplication(json({ ...SHOP, workflow }));
  const added = { ...webservice('admin'), action: 'add' };
  const components = [
    { name: 'settings', action: 'remove' },
    { name: 'database', action: 'remove' },
    { name: 'admin', ...added },
  ];
  await platform.client.updateVersion(id, { version: '2.0.0', components });
  const [own] = (await platform.client.listWorkflows(id)).workflows;
  expect(own?.steps.map(({ name, components: named }) => [name, named])).toEqual([
    ['data', ['credentials']],
    ['rest', ['web']],
    ['admin', ['admin']],
  ]);
});

test('W-29: of two versions at once one wins, and the other gets the conflict', async () => {
  const platform = await startTestPlatform();
  const id = await shop(platform);
  const outcomes = await Promise.all(
    ['nginx:2', 'nginx:3'].map((image) =>
      post(platform, id, { version: image, components: [{ name: 'web', image }] }, { 'if-match': '"1"' }),
    ),
  );
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const lost = outcomes.find(({ status }) => status === 409);
  expect(lost && (await readError(lost))).toMatchObject({
    error: 'REVISION_CONFLICT',
    message: expect.stringContaining('saved by tester'),
  });
  expect(await platform.client.getApplication(id)).toMatchObject({ revision: 2 });
  expect((await platform.client.listTasks(id)).tasks).toHaveLength(1);
});

test('the strategy belongs to its version: the next one uses that of the document', async () => {
  const platform = await startTestPlatform();
  const id = await shop(platform);
  await platform.client.updateVersion(id, {
    version: '2',
    strategy: 'canary',
    autoExec: false,
    components: [{ name: 'web', image: 'b' }],
  });
  expect((await platform.client.getApplication(id)).components.at(-1)?.properties).not.toHaveProperty('update');
  const next = await platform.client.updateVersion(id, { version: '3', components: [{ name: 'web', image: 'c' }] });
  expect(next.strategy).toBe('rolling');
});
