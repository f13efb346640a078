import { routes } from '@kubemin/client';
import { expect, test } from 'vitest';
import { json, SHOP } from '../test-support/documents.ts';
import { readError, startTestPlatform } from '../test-support/test-platform.ts';

const MISSPELT = { ...SHOP, verison: '2' };

test('R-15: a misspelt field is refused by every route that takes a document, unless the caller is lenient', async () => {
  const platform = await startTestPlatform();
  for (const path of ['/applications', '/applications/plan', '/applications/render']) {
    const error = await readError(await platform.send('POST', `/api/v1${path}`, { body: JSON.stringify(MISSPELT) }));
    expect(error).toMatchObject({ status: 400, error: 'VALIDATION_FAILED' });
    expect(error.problems).toMatchObject([
      { path: 'verison', code: 'UNKNOWN_FIELD', severity: 'error', fix: 'Rename it to "version".' },
    ]);
  }
  const { valid, errors } = await platform.client.tryApplication(json(MISSPELT));
  expect({ valid, errors }).toMatchObject({ valid: false, errors: [{ code: 'UNKNOWN_FIELD' }] });
  const saved = await platform.client.saveApplication(json(MISSPELT), { lenient: true });
  expect(saved.problems).toMatchObject([{ code: 'UNKNOWN_FIELD', severity: 'warning' }]);
});

test('R-15: what an application already carries is no reason to refuse its next revision, patch or workflow', async () => {
  const platform = await startTestPlatform();
  const { client } = platform;
  const first = await client.saveApplication(json(MISSPELT), { lenient: true });
  const next = await client.saveApplication(json({ ...MISSPELT, description: 'new' }));
  expect(next).toMatchObject({ outcome: 'updated', problems: [{ code: 'UNKNOWN_FIELD', severity: 'warning' }] });
  const patched = await client.patchApplication(first.id, { alias: 'Shop' });
  expect(patched.problems).toMatchObject([{ code: 'UNKNOWN_FIELD', severity: 'warning' }]);
  const workflow = [{ name: 'all', components: ['settings', 'credentials', 'database', 'web'] }];
  expect((await client.putWorkflow(first.id, { workflow })).revision).toBe(4);

  await expect(client.patchApplication(first.id, { alais: 'x' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  await expect(client.saveApplication(json({ ...MISSPELT, alais: 'x' }))).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
  });
  const steps = [{ name: 'all', components: ['web'], modee: 'DAG' }];
  await expect(client.putWorkflow(first.id, { workflow: steps })).rejects.toMatchObject({
    code: 'WORKFLOW_BODY_INVALID',
  });
  expect((await client.tryWorkflow(first.id, { workflow: steps }, { lenient: true })).errors).toEqual([]);
});

test('R-15: a text that cannot be read comes back with its line and a caret, one of another tool with the command', async () => {
  const platform = await startTestPlatform();
  const send = async (body: string) =>
    readError(
      await platform.send('POST', '/api/v1/applications', { body, headers: { 'content-type': 'application/yaml' } }),
    );
  const broken = await send('name: shop\ncomponent:\n\t- name: web\n');
  expect(broken).toMatchObject({ error: 'BODY_UNREADABLE', problems: [{ position: { line: 3, column: 1 } }] });
  expect(broken.message).toContain('at line 3, column 1: This line is indented with a tab');
  expect(broken.problems?.[0]).toMatchObject({ excerpt: '3 | →- name: ···\n  | ^' });
  const compose = await send('services: { web: { image: nginx } }\n');
  expect(compose.problems).toMatchObject([
    { code: 'FOREIGN_DOCUMENT', fix: 'Run "kubemin import FILE" to convert it.' },
  ]);
});

test('R-15: a key that a request body does not have is refused with the one that is meant, at every level', async () => {
  const platform = await startTestPlatform();
  const { id } = await platform.client.saveApplication(json(SHOP));
  const refused = async (method: string, path: string, body: object): Promise<readonly unknown[]> => {
    const response = await platform.send(method, `/api/v1${path}`, { body: JSON.stringify(body) });
    const { status, problems = [] } = await readError(response);
    expect(status).toBe(400);
    return problems;
  };
  expect(await refused('POST', `/applications/${id}/workflow/exec`, { workflowid: 'x', revison: 1 })).toMatchObject([
    { path: 'workflowid', code: 'UNKNOWN_FIELD', fix: 'rename it to "workflowId"' },
    { path: 'revison', message: 'unknown field "revison"; did you mean "revision"?', severity: 'error' },
  ]);
  const component = { name: 'web', imge: 'web:2', auto_exec: true };
  expect(await refused('POST', `/applications/${id}/version`, { components: [component] })).toMatchObject([
    { path: 'components[0].imge', fix: 'rename it to "image"' },
    { path: 'components[0].auto_exec', code: 'UNKNOWN_FIELD' },
    // One fault does not hide another.
    { path: 'version', code: 'INVALID_TYPE' },
  ]);
  expect(await refused('POST', `/applications/${id}/scale`, { replicas: { web: 2 }, colour: true })).toMatchObject([
    { path: 'colour', fix: 'remove it, or use one of: replicas, wait, callback' },
  ]);
  expect((await platform.client.listRuns({})).tasks).toEqual([]);
});

test('R-15: spellings of existing clients, and keys that a schema leaves open, are taken', async () => {
  const platform = await startTestPlatform();
  const { id } = await platform.client.saveApplication(json(SHOP));
  const sent = [
    [`/applications/${id}/workflow/exec`, {}],
    [
      `/applications/${id}/version`,
      { version: '2', auto_exec: false, components: [{ name: 'web', env: { ANY: '1' } }] },
    ],
    [`/applications/${id}/scale`, { replicas: { web: 2 } }],
  ] as const;
  for (const [path, body] of sent) {
    const response = await platform.send('POST', `/api/v1${path}`, { body: JSON.stringify(body) });
    expect(response.ok, `${path} ${await response.text()}`).toBe(true);
  }
});

test('R-15: every route refuses a query parameter, and a body field, that it does not have, with its path', async () => {
  const platform = await startTestPlatform({ checkOneResponseIn: 20 });
  const { id: appId, workflowId } = await platform.client.saveApplication(json(SHOP));
  const { taskId } = await platform.client.execWorkflow(appId, { wait: '30s' });
  const known: Readonly<Record<string, string>> = { appId, workflowId, taskId, revision: '1' };
  const problems = async (method: string, path: string, body?: string): Promise<readonly unknown[]> => {
    const response = await platform.send(method, path, body === undefined ? {} : { body });
    return response.status === 400 ? ((await readError(response)).problems ?? []) : [response.status];
  };
  for (const route of Object.values(routes)) {
    // A WebSocket is refused before its query is read.
    if (route.access === 'public' || route.response.encoding === 'socket') continue;
    const path = `/api/v1${route.path.replace(/:([a-zA-Z]+)/g, (_, name: string) => known[name] ?? '1')}`;
    const what = `${route.method} ${route.path}`;
    const parameter = { path: 'unheard', code: 'UNKNOWN_FIELD', message: 'unknown query parameter "unheard"' };
    const body = route.method === 'GET' ? undefined : '{}';
    expect(await problems(route.method, `${path}?unheard=of`, body), what).toContainEqual(
      expect.objectContaining(parameter),
    );
    if (route.method === 'GET' || route.body.encoding === 'document') continue;
    const field = { code: 'UNKNOWN_FIELD', path: 'unheard' };
    expect(await problems(route.method, path, '{"unheard":"of"}'), what).toContainEqual(expect.objectContaining(field));
  }
  expect((await platform.client.listRuns()).tasks).toHaveLength(1);
  // Probes and load balancers add parameters of their own.
  for (const path of ['/healthz?verbose', '/metrics?x=1']) expect((await platform.send('GET', path)).status).toBe(200);
  const misspelt = await readError(await platform.send('GET', '/api/v1/runs?stauts=failed'));
  expect(misspelt.problems).toMatchObject([{ path: 'stauts', fix: 'rename it to "status"' }]);
});
