import { readdir, readFile } from 'node:fs/promises';
import { describeApi, routes } from '@kubemin/client';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { testModel } from '../../test-support/test-model.ts';
import { startTestPlatform } from '../../test-support/test-platform.ts';

test('the description is served without a token, below the prefix and at the root', async () => {
  const platform = await startTestPlatform();
  const described: unknown = JSON.parse(JSON.stringify(describeApi({ document: testModel.jsonSchema() })));
  for (const path of ['/openapi.json', '/api/v1/openapi.json']) {
    const response = await platform.send('GET', path, { headers: { authorization: '' } });
    expect([response.status, await response.json()], path).toEqual([200, described]);
  }
});

test('the description is valid OpenAPI 3.1', async () => {
  const checked = await new Validator().validate({ ...describeApi({ document: testModel.jsonSchema() }) });
  expect(checked).toMatchObject({ valid: true });
});

test('every route of the contract is one operation, by its name, with its access and its errors', () => {
  const { paths } = describeApi({ document: {} });
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(routes).sort());
  expect(paths['/applications/{appId}/rollback']?.post).toMatchObject({
    'x-kubemin-access': { access: 'deploy', subject: 'application' },
    responses: { 404: { content: { 'application/json': { examples: { REVISION_NOT_FOUND: {} } } } } },
  });
});

test('routes that only read are marked, and take no keys; nor do routes whose response is not stored', () => {
  const { paths } = describeApi({ document: {} });
  const asks = (operation: unknown): boolean => JSON.stringify(operation).includes('"Idempotency-Key"');
  const refuses = (operation: unknown): boolean => JSON.stringify(operation).includes('"IDEMPOTENCY_KEY_REUSED"');
  const { plan, save, token } = {
    plan: paths['/applications/plan']?.post,
    save: paths['/applications']?.post,
    token: paths['/tokens']?.post,
  };
  expect(plan).toMatchObject({ 'x-kubemin-effect': 'none' });
  expect(save).toMatchObject({ 'x-kubemin-effect': 'change' });
  expect([plan, save, token].map(asks)).toEqual([false, true, false]);
  expect([plan, save, token].map(refuses)).toEqual([false, true, false]);
});

test('what the contract names stands once and is referred to', () => {
  const { paths, components } = describeApi({ document: {} });
  expect(Object.keys(components.schemas ?? {})).toEqual(expect.arrayContaining(['ApplicationSummary', 'Job', 'Task']));
  expect(paths['/workflow/tasks/{taskId}/events']?.get).toMatchObject({
    responses: {
      200: { content: { 'text/event-stream': { 'x-kubemin-event': { $ref: '#/components/schemas/RunEvent' } } } },
    },
  });
  // A field that only tasks have: a second place with it would be a copy of the schema.
  expect(JSON.stringify({ paths, components }).split('"retryOf":{').length - 1).toBe(1);
});

test('queries are parameters, with what they default to and may be', () => {
  const { paths } = describeApi({ document: {} });
  const limit = { in: 'query', name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 500, default: 50 } };
  expect(paths['/applications/{appId}/tasks']?.get?.parameters).toContainEqual(limit);
});

test('every noun of the contract gives its schemas their names in the description', async () => {
  const contract = new URL('../../../../client/src/contract/', import.meta.url);
  const table = await readFile(new URL('schema-names.ts', contract), 'utf8');
  const files = (await readdir(contract)).filter((name) => /^(?!.*\.test\.ts$).*\.ts$/.test(name));
  const partOfRequests = ['document-text.ts', 'instant.ts', 'route-parts.ts', 'texts.ts'];
  const missing: string[] = [];
  for (const file of files.filter((name) => !partOfRequests.includes(name))) {
    const text = await readFile(new URL(file, contract), 'utf8');
    if (/^export const \w+Schema\b/m.test(text) && !table.includes(`'./${file}'`)) missing.push(file);
  }
  expect(missing, 'add them to schema-names.ts').toEqual([]);
});
