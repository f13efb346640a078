import type { JsonObject } from '@kubemin/kubeapi';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestApi } from '../test-support/test-api.ts';
import {
  DEFINITIONS,
  SUBRESOURCES,
  WIDGET_SCHEMA,
  WIDGETS,
  widget,
  widgetDefinition,
} from '../test-support/widget-definition.ts';

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';

let api: TestApi;

beforeEach(async () => {
  api = await TestApi.start();
});

afterEach(() => api.close());

function define(options: Parameters<typeof widgetDefinition>[0] = {}): Promise<unknown> {
  return api.create(DEFINITIONS, widgetDefinition(options));
}

async function isServed(url = WIDGETS): Promise<boolean> {
  return (await api.send('GET', url)).status === 200;
}

describe('a custom resource', () => {
  it('is pruned, defaulted and listed under its own kind', async () => {
    await define();
    const created = await api.create(WIDGETS, widget('a', { size: 3, unknown: 1, free: { any: [1] } }));
    expect(created).toMatchObject({
      apiVersion: 'test.example/v1',
      kind: 'Widget',
      metadata: { name: 'a', namespace: 'default', generation: 1 },
    });
    expect(created.spec).toEqual({ size: 3, free: { any: [1] }, color: 'red' });
    expect(await api.list(WIDGETS)).toMatchObject({
      kind: 'WidgetList',
      apiVersion: 'test.example/v1',
      items: [created],
    });
  });

  it('is refused in Kubernetes’ words', async () => {
    await define();
    const status = await api.refused('POST', WIDGETS, { body: widget('a', { size: 'big', color: 'blue' }) });
    expect(status).toMatchObject({
      code: 422,
      message:
        'Widget.test.example "a" is invalid: [spec.size: Invalid value: "string": spec.size in body must be of type integer: "string", spec.color: Unsupported value: "blue": supported values: "red", "green"]',
      details: {
        kind: 'Widget',
        group: 'test.example',
        causes: [
          { reason: 'FieldValueTypeInvalid', field: 'spec.size' },
          { reason: 'FieldValueNotSupported', field: 'spec.color' },
        ],
      },
    });
    expect((await api.refused('POST', WIDGETS, { body: widget('a', {}) })).message).toContain(
      'spec.size: Required value',
    );
    expect(
      (
        await api.refused('POST', WIDGETS, {
          body: widget('a', { size: 1 }, { metadata: { name: 'a', labels: { a: 1 } } }),
        })
      ).code,
    ).toBe(400);
  });

  it('warns of unknown fields, or refuses them, by fieldValidation', async () => {
    await define();
    const warned = await api.send('POST', WIDGETS, { body: widget('a', { size: 1, sise: 2 }) });
    expect(warned.headers.warning).toEqual(['299 - "unknown field \\"spec.sise\\""']);
    const strict = await api.refused('POST', `${WIDGETS}?fieldValidation=Strict`, {
      body: widget('b', { size: 1, sise: 2 }),
    });
    expect(strict.message).toContain('strict decoding error: unknown field "spec.sise"');
  });

  it('is updated with a resourceVersion only', async () => {
    await define();
    const created = await api.create(WIDGETS, widget('a'));
    const { resourceVersion: _, ...metadata } = created.metadata;
    const status = await api.refused('PUT', `${WIDGETS}/a`, { body: { ...created, metadata } });
    expect(status.message).toContain('metadata.resourceVersion: Invalid value: 0: must be specified for an update');
    expect(await api.ok('PUT', `${WIDGETS}/a`, { body: { ...created, spec: { size: 2 } } })).toMatchObject({
      spec: { size: 2, color: 'red' },
      metadata: { generation: 2 },
    });
  });

  it('takes JSON and merge patches, no strategic ones', async () => {
    await define();
    await api.create(WIDGETS, widget('a'));
    expect(await api.patch(`${WIDGETS}/a`, { spec: { size: 5 } })).toMatchObject({ spec: { size: 5 } });
    const operations = [{ op: 'replace', path: '/spec/color', value: 'green' }];
    expect(await api.patch(`${WIDGETS}/a`, operations, 'json')).toMatchObject({ spec: { color: 'green' } });
    const contentType = 'application/strategic-merge-patch+json';
    expect(await api.refused('PATCH', `${WIDGETS}/a`, { body: {}, contentType })).toMatchObject({ code: 415 });
    const invalid = await api.refused('PATCH', `${WIDGETS}/a`, {
      body: { spec: { size: 11 } },
      contentType: 'application/merge-patch+json',
    });
    expect(invalid.message).toContain('spec.size in body should be less than or equal to 10');
  });

  it('has a status subresource where its definition has one', async () => {
    await define({ version: { subresources: SUBRESOURCES } });
    const created = await api.create(WIDGETS, widget('a', { size: 1 }, { status: { phase: 'Sent' } }));
    expect(created.status).toBeUndefined();
    const merge = 'application/merge-patch+json';
    const body = { status: { phase: 'Done' }, spec: { size: 9 } };
    const patched = await api.ok('PATCH', `${WIDGETS}/a/status`, { body, contentType: merge });
    expect(patched).toMatchObject({ status: { phase: 'Done' }, spec: { size: 1 }, metadata: { generation: 1 } });
    const ignored = await api.patch(`${WIDGETS}/a`, { status: { phase: 'Other' } });
    expect(ignored).toEqual(patched);
    const wrong = await api.refused('PATCH', `${WIDGETS}/a/status`, {
      body: { status: { phase: 1 } },
      contentType: merge,
    });
    expect(wrong.message).toContain('status.phase in body must be of type string: "integer"');
  });

  it('counts every change where status is not apart', async () => {
    await define();
    await api.create(WIDGETS, widget('a', { size: 1 }, { status: { phase: 'Sent' } }));
    expect(await api.patch(`${WIDGETS}/a`, { status: { phase: 'Other' } })).toMatchObject({
      status: { phase: 'Other' },
      metadata: { generation: 2 },
    });
    expect((await api.patch(`${WIDGETS}/a`, { metadata: { labels: { a: 'b' } } })).metadata.generation).toBe(2);
    expect((await api.send('GET', `${WIDGETS}/a/status`)).status).toBe(404);
  });

  it('scales', async () => {
    await define({ version: { subresources: SUBRESOURCES } });
    await api.create(WIDGETS, widget('a', { size: 1, replicas: 2 }));
    await api.patch(`${WIDGETS}/a/status`, { status: { replicas: 1, selector: 'app=a' } });
    expect(await api.get(`${WIDGETS}/a/scale`)).toMatchObject({
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      spec: { replicas: 2 },
      status: { replicas: 1, selector: 'app=a' },
    });
    const scale = await api.patch(`${WIDGETS}/a/scale`, { spec: { replicas: 7 } });
    expect(scale).toMatchObject({ spec: { replicas: 7 } });
    expect(await api.get(`${WIDGETS}/a`)).toMatchObject({
      spec: { size: 1, replicas: 7 },
      metadata: { generation: 2 },
    });
    await api.ok('PUT', `${WIDGETS}/a/scale`, { body: { ...scale, spec: { replicas: 0 } } });
    expect(await api.get(`${WIDGETS}/a/scale`)).toMatchObject({ spec: { replicas: 0 } });
    const stale = await api.refused('PUT', `${WIDGETS}/a/scale`, { body: { ...scale, spec: { replicas: 1 } } });
    expect(stale.code).toBe(409);
    const negative = await api.refused('PUT', `${WIDGETS}/a/scale`, { body: { spec: { replicas: -1 } } });
    expect(negative.message).toContain('spec.replicas: Invalid value: -1: should be a non-negative integer');
  });

  it('has no scale until its replicas are set', async () => {
    await define({ version: { subresources: SUBRESOURCES } });
    await api.create(WIDGETS, widget('a'));
    expect((await api.refused('GET', `${WIDGETS}/a/scale`)).message).toContain(
      'the spec replicas field ".spec.replicas" does not exist',
    );
    expect(await api.patch(`${WIDGETS}/a/scale`, { spec: { replicas: 3 } })).toMatchObject({ spec: { replicas: 3 } });
  });

  it('shows the columns of its definition', async () => {
    const additionalPrinterColumns = [
      { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
      { name: 'Phase', type: 'string', jsonPath: '.status.phase' },
      { name: 'Color', type: 'string', jsonPath: '.spec.color', priority: 1 },
      { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
    ];
    await define({ version: { additionalPrinterColumns } });
    await api.create(WIDGETS, widget('a'));
    const table = await api.send('GET', WIDGETS, { accept: TABLE });
    expect(table).toMatchObject({
      object: {
        kind: 'Table',
        columnDefinitions: [
          { name: 'Name', format: 'name' },
          { name: 'Size', type: 'integer', priority: 0 },
          { name: 'Phase' },
          { name: 'Color', priority: 1 },
          { name: 'Age', type: 'date' },
        ],
        rows: [{ cells: ['a', 1, null, 'red', expect.stringMatching(/^\d+s$/)] }],
      },
    });
  });

  it('is selected by labels, by name and by what its definition allows', async () => {
    await define({ version: { selectableFields: [{ jsonPath: '.spec.color' }, { jsonPath: '.spec.size' }] } });
    await api.create(WIDGETS, widget('a', { size: 1 }));
    await api.create(WIDGETS, widget('b', { size: 2, color: 'green' }));
    const names = async (selector: string): Promise<readonly unknown[]> =>
      (await api.list(`${WIDGETS}?fieldSelector=${selector}`)).items.map(({ metadata }) => metadata.name);
    expect(await names('spec.color=green')).toEqual(['b']);
    expect(await names('spec.size!=2')).toEqual(['a']);
    expect(await names('metadata.name=a')).toEqual(['a']);
    expect((await api.refused('GET', `${WIDGETS}?fieldSelector=spec.replicas=1`)).message).toContain(
      'field label not supported',
    );
  });

  it('is watched and deleted like any other', async () => {
    await define();
    const watch = await api.watch(`${WIDGETS}?watch=1`);
    await api.create(WIDGETS, widget('a'));
    await api.create(WIDGETS, widget('b'));
    await api.patch(`${WIDGETS}/a`, { spec: { size: 2 } });
    expect(await api.ok('DELETE', `${WIDGETS}/a`)).toMatchObject({ kind: 'Status', status: 'Success' });
    await api.ok('DELETE', WIDGETS);
    expect(await watch.nextChanges(5)).toEqual(['ADDED a', 'ADDED b', 'MODIFIED a', 'DELETED a', 'DELETED b']);
    watch.stop();
  });

  it('goes with its namespace, also when a finalizer holds it first', async () => {
    await define();
    await api.create('/api/v1/namespaces', { metadata: { name: 'short' } });
    const url = '/apis/test.example/v1/namespaces/short/widgets';
    await api.create(url, { ...widget('a'), metadata: { name: 'a', finalizers: ['test.example/hold'] } });
    const watch = await api.watch('/api/v1/namespaces?watch=1&fieldSelector=metadata.name=short');
    const objects = await api.watch(`${url}?watch=1`);
    await api.ok('DELETE', '/api/v1/namespaces/short');
    expect(await objects.nextChanges(2)).toEqual(['ADDED a', 'MODIFIED a']);
    await api.patch(`${url}/a`, { metadata: { finalizers: null } });
    let last = await watch.next();
    while (last !== undefined && last.type !== 'DELETED') last = await watch.next();
    expect(last?.type).toBe('DELETED');
    watch.stop();
    objects.stop();
  });

  it('is shown in all its versions', async () => {
    const version = (name: string, more: JsonObject): JsonObject => ({
      name,
      served: true,
      storage: false,
      schema: { openAPIV3Schema: WIDGET_SCHEMA },
      ...more,
    });
    const versions = [
      version('v1', { storage: true }),
      version('v1beta1', { deprecated: true }),
      version('v0', { served: false }),
    ];
    await define({ spec: { versions } });
    await api.create(WIDGETS, widget('a'));
    const beta = WIDGETS.replace('/v1/', '/v1beta1/');
    const watch = await api.watch(`${beta}?watch=1`);
    expect((await watch.next())?.object).toMatchObject({ apiVersion: 'test.example/v1beta1' });
    const shown = await api.send('GET', `${beta}/a`);
    expect(shown).toMatchObject({ object: { apiVersion: 'test.example/v1beta1', spec: { size: 1 } } });
    expect(shown.headers.warning).toEqual(['299 - "test.example/v1beta1 Widget is deprecated"']);
    await api.create(beta, { ...widget('b'), apiVersion: 'test.example/v1beta1' });
    expect((await api.list(WIDGETS)).items.map(({ apiVersion }) => apiVersion)).toEqual([
      'test.example/v1',
      'test.example/v1',
    ]);
    expect(await isServed(WIDGETS.replace('/v1/', '/v0/'))).toBe(false);
    expect(await api.send('GET', '/apis/test.example')).toMatchObject({
      object: { versions: [{ version: 'v1' }, { version: 'v1beta1' }], preferredVersion: { version: 'v1' } },
    });
    watch.stop();
  });
});
