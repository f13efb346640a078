import type { JsonObject } from '@kubemin/kubeapi';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestApi } from '../test-support/test-api.ts';
import {
  DEFINITION,
  DEFINITIONS,
  SUBRESOURCES,
  WIDGET_SCHEMA,
  WIDGETS,
  widget,
  widgetDefinition,
} from '../test-support/widget-definition.ts';

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

describe('a definition', () => {
  it('KC-SRV-7: is served in the moment it is accepted, and found by discovery', async () => {
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

  it('warns of what is stored but has no effect', async () => {
    const rules = [{ rule: 'self.spec.size > 1' }];
    const schema = { openAPIV3Schema: { ...WIDGET_SCHEMA, 'x-kubernetes-validations': rules } };
    const response = await api.send('POST', DEFINITIONS, { body: widgetDefinition({ version: { schema } }) });
    expect(response.headers.warning).toEqual([
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
    expect(await watch.nextChanges(1)).toEqual(['ADDED a']);
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
    expect(await definitions.nextChanges(3)).toEqual([
      'ADDED widgets.test.example',
      'MODIFIED widgets.test.example',
      'DELETED widgets.test.example',
    ]);
    // The watch ends when the definition begins to go: what it watched is served differently from then on.
    expect(await objects.nextChanges(3)).toEqual(['ADDED a', 'ADDED b']);
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
    expect(await objects.nextChanges(2)).toEqual(['ADDED held']);
    expect((await api.refused('POST', WIDGETS, { body: widget('new') })).code).toBe(405);
    let held = await api.get(`${WIDGETS}/held`);
    while (held.metadata.deletionTimestamp === undefined) held = await api.get(`${WIDGETS}/held`);
    await api.patch(`${WIDGETS}/held`, { metadata: { finalizers: null } });
    expect(await definitions.nextChanges(3)).toEqual([
      'ADDED widgets.test.example',
      'MODIFIED widgets.test.example',
      'DELETED widgets.test.example',
    ]);
    definitions.stop();
  });
});

describe('a schema', () => {
  it('makes lists of type map known to server-side apply', async () => {
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
      const response = await api.send('GET', '/openapi/v3/apis/test.example/v1');
      return response.kind === 'text' && response.status === 200 ? response.text : '';
    };
    expect(await document()).toBe('');
    await define();
    expect(await document()).toContain('"maximum":10');
    await api.ok('DELETE', DEFINITION);
    const watch = await api.watch(`${DEFINITIONS}?watch=1`);
    if ((await api.list(DEFINITIONS)).items.length > 0) await watch.nextChanges(2);
    watch.stop();
    expect(await document()).toBe('');
  });
});
