import type { JsonObject } from '@kubemin/kubeapi';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestApi } from '../test-api.ts';
import { WIDGET_SCHEMA, widgetDefinition } from './test-definition.ts';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const DEFINITION = `${DEFINITIONS}/widgets.test.example`;
const WIDGETS = '/apis/test.example/v1/namespaces/default/widgets';
const SUBRESOURCES = {
  status: {},
  scale: {
    specReplicasPath: '.spec.replicas',
    statusReplicasPath: '.status.replicas',
    labelSelectorPath: '.status.selector',
  },
};
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';

let api: TestApi;

beforeEach(async () => {
  api = await TestApi.start();
});

afterEach(() => api.close());

function widget(name: string, spec: JsonObject = { size: 1 }, more: JsonObject = {}): JsonObject {
  return { apiVersion: 'test.example/v1', kind: 'Widget', metadata: { name }, spec, ...more };
}

function define(options: Parameters<typeof widgetDefinition>[0] = {}): Promise<unknown> {
  return api.create(DEFINITIONS, widgetDefinition(options));
}

async function isServed(url = WIDGETS): Promise<boolean> {
  return (await api.send('GET', url)).status === 200;
}

describe('a definition', () => {
  it('is served in the moment it is accepted, and found by discovery', async () => {
    const names = { plural: 'widgets', kind: 'Widget', shortNames: ['wd'], categories: ['all'] };
    const created = await api.create(
      DEFINITIONS,
      widgetDefinition({ spec: { names }, version: { subresources: SUBRESOURCES } }),
    );
    expect(created.status).toMatchObject({
      conditions: [{ type: 'NamesAccepted' }, { type: 'Established', status: 'True' }],
    });
    expect(await isServed()).toBe(true);
    expect(await api.send('GET', '/apis/test.example/v1')).toMatchObject({
      object: {
        resources: [
          {
            name: 'widgets',
            singularName: 'widget',
            namespaced: true,
            kind: 'Widget',
            shortNames: ['wd'],
            categories: ['all'],
          },
          { name: 'widgets/status', kind: 'Widget' },
          { name: 'widgets/scale', group: 'autoscaling', version: 'v1', kind: 'Scale' },
        ],
      },
    });
    expect(await api.send('GET', '/apis/test.example')).toMatchObject({
      object: { preferredVersion: { groupVersion: 'test.example/v1' } },
    });
  });

  it('is refused with everything that is wrong with it', async () => {
    const schema = { openAPIV3Schema: { type: 'object', properties: { a: {}, b: { $ref: 'x', type: 'string' } } } };
    const status = await api.refused('POST', DEFINITIONS, { body: widgetDefinition({ version: { schema } }) });
    expect(status).toMatchObject({ code: 422, reason: 'Invalid' });
    expect(status.details?.causes?.map(({ field }) => field)).toEqual([
      'spec.versions[0].schema.openAPIV3Schema.properties[a].type',
      'spec.versions[0].schema.openAPIV3Schema.properties[b].$ref',
    ]);
    expect(await isServed()).toBe(false);
  });

  it('serves nothing after a dry run', async () => {
    await api.ok('POST', `${DEFINITIONS}?dryRun=All`, { body: widgetDefinition() });
    expect(await isServed()).toBe(false);
  });

  it('says what is stored but does nothing', async () => {
    const rules = [{ rule: 'self.spec.size > 1' }];
    const schema = { openAPIV3Schema: { ...WIDGET_SCHEMA, 'x-kubernetes-validations': rules } };
    const answer = await api.send('POST', DEFINITIONS, { body: widgetDefinition({ version: { schema } }) });
    expect(answer.headers.warning).toEqual([
      '299 - "spec.versions[0].schema.openAPIV3Schema: x-kubernetes-validations rules are stored, but this server does not evaluate them yet"',
    ]);
    expect(await api.get(DEFINITION)).toMatchObject({
      spec: { versions: [{ schema: { openAPIV3Schema: { 'x-kubernetes-validations': rules } } }] },
    });
  });

  it('waits for its names while another one has them', async () => {
    await define();
    await define({ plural: 'gadgets' });
    const gadgets = '/apis/test.example/v1/namespaces/default/gadgets';
    expect(await isServed(gadgets)).toBe(false);
    const watch = await api.watch(`${DEFINITIONS}?watch=1&fieldSelector=metadata.name=gadgets.test.example`);
    await watch.next();
    await api.ok('DELETE', DEFINITION);
    expect((await watch.next())?.object).toMatchObject({
      status: {
        conditions: [
          { type: 'NamesAccepted', status: 'True' },
          { type: 'Established', status: 'True' },
        ],
      },
    });
    watch.stop();
    expect(await isServed(gadgets)).toBe(true);
  });

  it('keeps its kind and scope once it is served', async () => {
    await define();
    const status = await api.refused('PATCH', DEFINITION, {
      body: { spec: { scope: 'Cluster' } },
      contentType: 'application/merge-patch+json',
    });
    expect(status.message).toContain('spec.scope: Invalid value: "Cluster": field is immutable');
  });

  it('cannot lose a version that objects may be stored in', async () => {
    await define();
    const status = await api.refused('PATCH', `${DEFINITION}/status`, {
      body: { status: { storedVersions: ['v0'] } },
      contentType: 'application/merge-patch+json',
    });
    expect(status.message).toContain('must have the storage version v1');
  });
});

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

  it('tells of unknown fields, or refuses them, as asked', async () => {
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

  it('has a status apart from the rest where its definition says so', async () => {
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

  it('has no scale while the replicas are missing, until somebody sets them', async () => {
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
    expect(await watch.told(5)).toEqual(['ADDED a', 'ADDED b', 'MODIFIED a', 'DELETED a', 'DELETED b']);
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
    expect(await objects.told(2)).toEqual(['ADDED a', 'MODIFIED a']);
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

describe('a schema', () => {
  it('tells server-side apply which lists are maps', async () => {
    const ports = {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['port', 'protocol'],
      items: {
        type: 'object',
        required: ['port'],
        properties: {
          port: { type: 'integer' },
          protocol: { type: 'string', default: 'TCP' },
          name: { type: 'string' },
        },
      },
    };
    const spec = { type: 'object', properties: { ports } };
    const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
    await define({ version: { schema } });
    const apply = (manager: string, given: readonly JsonObject[]): Promise<unknown> =>
      api.ok('PATCH', `${WIDGETS}/a?fieldManager=${manager}`, {
        body: widget('a', { ports: given }),
        contentType: 'application/apply-patch+yaml',
      });
    await apply('one', [{ port: 80, name: 'web' }]);
    await apply('two', [{ port: 53, protocol: 'UDP' }]);
    expect((await api.get(`${WIDGETS}/a`)).spec).toEqual({
      ports: [
        { port: 80, protocol: 'TCP', name: 'web' },
        { port: 53, protocol: 'UDP' },
      ],
    });
    await apply('one', []);
    expect((await api.get(`${WIDGETS}/a`)).spec).toEqual({ ports: [{ port: 53, protocol: 'UDP' }] });
  });

  it('is published while it is served', async () => {
    const document = async (): Promise<string> => {
      const answer = await api.send('GET', '/openapi/v3/apis/test.example/v1');
      return answer.kind === 'text' && answer.status === 200 ? answer.text : '';
    };
    expect(await document()).toBe('');
    await define();
    expect(await document()).toContain('"maximum":10');
    await api.ok('DELETE', DEFINITION);
    const watch = await api.watch(`${DEFINITIONS}?watch=1`);
    if ((await api.list(DEFINITIONS)).items.length > 0) await watch.told(2);
    watch.stop();
    expect(await document()).toBe('');
  });
});

describe('a changed definition', () => {
  const withSpec = (properties: JsonObject): JsonObject => ({
    openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } },
  });

  async function redefine(properties: JsonObject): Promise<void> {
    const current = await api.get(DEFINITION);
    const schema = withSpec(properties);
    const versions = [{ name: 'v1', served: true, storage: true, schema }];
    await api.patch(DEFINITION, {
      spec: { versions },
      metadata: { resourceVersion: current.metadata.resourceVersion },
    });
  }

  it('shows stored objects as its new schema has them, and checks new ones by it', async () => {
    await define({ version: { schema: withSpec({ a: { type: 'string' }, old: { type: 'string' } }) } });
    await api.create(WIDGETS, widget('x', { a: 'long', old: 'gone' }));
    await redefine({ a: { type: 'string', maxLength: 2 }, b: { type: 'integer', default: 7 } });
    expect((await api.get(`${WIDGETS}/x`)).spec).toEqual({ a: 'long', b: 7 });
    expect((await api.refused('POST', WIDGETS, { body: widget('y', { a: 'long' }) })).code).toBe(422);
  });

  it('lets what was valid before be changed elsewhere', async () => {
    await define({ version: { schema: withSpec({ a: { type: 'string' } }) } });
    await api.create(WIDGETS, widget('x', { a: 'long' }));
    await redefine({ a: { type: 'string', maxLength: 2 }, b: { type: 'integer' } });
    expect((await api.patch(`${WIDGETS}/x`, { spec: { b: 1 } })).spec).toEqual({ a: 'long', b: 1 });
    const longer = { body: { spec: { a: 'longer' } }, contentType: 'application/merge-patch+json' };
    expect((await api.refused('PATCH', `${WIDGETS}/x`, longer)).code).toBe(422);
  });

  it('ends the watches that show what it was, but not for a new label', async () => {
    await define();
    const watch = await api.watch(`${WIDGETS}?watch=1`);
    await api.patch(DEFINITION, { metadata: { labels: { a: 'b' } } });
    await api.create(WIDGETS, widget('a'));
    expect(await watch.told(1)).toEqual(['ADDED a']);
    await redefine({ size: { type: 'integer' } });
    expect(await watch.next()).toBeUndefined();
  });
});

describe('a deleted definition', () => {
  it('takes its objects with it before it goes, and is no longer served', async () => {
    await define();
    await api.create(WIDGETS, widget('a'));
    await api.create(WIDGETS, widget('b'));
    const definitions = await api.watch(`${DEFINITIONS}?watch=1`);
    const objects = await api.watch(`${WIDGETS}?watch=1`);
    expect(await api.ok('DELETE', DEFINITION)).toMatchObject({
      metadata: { finalizers: ['customresourcecleanup.apiextensions.k8s.io'] },
      status: {
        conditions: [{ type: 'NamesAccepted' }, { type: 'Established' }, { type: 'Terminating', status: 'True' }],
      },
    });
    expect(await definitions.told(3)).toEqual([
      'ADDED widgets.test.example',
      'MODIFIED widgets.test.example',
      'DELETED widgets.test.example',
    ]);
    // The watch ends when the definition begins to go: what it watched is served differently from then on.
    expect(await objects.told(3)).toEqual(['ADDED a', 'ADDED b']);
    expect(await isServed()).toBe(false);
    expect((await api.send('GET', '/apis/test.example')).status).toBe(404);
    await define();
    expect((await api.list(WIDGETS)).items).toEqual([]);
  });

  it('waits for objects that something else holds, and takes no new ones', async () => {
    await define();
    await api.create(WIDGETS, { ...widget('held'), metadata: { name: 'held', finalizers: ['test.example/hold'] } });
    const definitions = await api.watch(`${DEFINITIONS}?watch=1`);
    const objects = await api.watch(`${WIDGETS}?watch=1`);
    await api.ok('DELETE', DEFINITION);
    expect(await objects.told(2)).toEqual(['ADDED held']);
    expect((await api.refused('POST', WIDGETS, { body: widget('new') })).code).toBe(405);
    let held = await api.get(`${WIDGETS}/held`);
    while (held.metadata.deletionTimestamp === undefined) held = await api.get(`${WIDGETS}/held`);
    await api.patch(`${WIDGETS}/held`, { metadata: { finalizers: null } });
    expect(await definitions.told(3)).toEqual([
      'ADDED widgets.test.example',
      'MODIFIED widgets.test.example',
      'DELETED widgets.test.example',
    ]);
    definitions.stop();
  });
});
