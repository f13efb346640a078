import { asJsonObject, isJsonArray, type JsonObject } from '@kubemin/kubeapi';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TestApi } from '../../test-support/test-api.ts';
import { WebhookServer } from '../../test-support/webhook-server.ts';
import { DEFINITIONS, WIDGETS, widget, widgetDefinition } from '../../test-support/widget-definition.ts';

const V2 = WIDGETS.replace('/v1/', '/v2/');
const DEFINITION = `${DEFINITIONS}/widgets.test.example`;

let api: TestApi;
let server: WebhookServer;
/** Changes one object that was converted. */
let spoil: (object: JsonObject) => JsonObject;
beforeEach(async () => {
  spoil = (object) => object;
  server = await WebhookServer.start(convertAll);
  api = await TestApi.start();
});
afterEach(async () => {
  await api.close();
  await server.close();
});

/** Version v2 has `length` where v1 has `size`. */
function convertAll({ apiVersion = '', kind = '', request }: JsonObject): JsonObject {
  const { uid = '', objects = [], desiredAPIVersion = '' } = asJsonObject(request);
  const convertedObjects = (isJsonArray(objects) ? objects : []).map((item) => {
    const object = asJsonObject(item);
    const { size, length, ...spec } = asJsonObject(object.spec);
    const converted = String(desiredAPIVersion).endsWith('/v2') ? { length: size ?? 0 } : { size: length ?? 0 };
    return spoil({ ...object, apiVersion: desiredAPIVersion, spec: { ...spec, ...converted } });
  });
  return { apiVersion, kind, response: { uid, result: { status: 'Success' }, convertedObjects } };
}

function version(name: string, property: string, storage: boolean): JsonObject {
  const schema = {
    type: 'object',
    properties: {
      spec: { type: 'object', properties: { [property]: { type: 'integer' }, color: { type: 'string' } } },
    },
  };
  return { name, served: true, storage, schema: { openAPIV3Schema: schema } };
}

async function define(stored: 'v1' | 'v2' = 'v1'): Promise<void> {
  const versions = [version('v1', 'size', stored === 'v1'), version('v2', 'length', stored === 'v2')];
  const webhook = { clientConfig: server.clientConfig(), conversionReviewVersions: ['v1'] };
  await api.create(DEFINITIONS, widgetDefinition({ spec: { versions, conversion: { strategy: 'Webhook', webhook } } }));
}

function widget2(name: string, length: number): JsonObject {
  return { ...widget(name, { length }), apiVersion: 'test.example/v2' };
}

it('shows an object in every version, and converts it once for all readers', async () => {
  await define();
  await api.create(WIDGETS, widget('a', { size: 3 }));
  expect(server.reviews).toEqual([]);
  for (let reads = 0; reads < 3; reads += 1) {
    expect(await api.get(`${V2}/a`)).toMatchObject({ apiVersion: 'test.example/v2', spec: { length: 3 } });
  }
  expect((await api.list(V2)).items).toMatchObject([{ apiVersion: 'test.example/v2', spec: { length: 3 } }]);
  expect(server.takeRequests()).toMatchObject([
    { desiredAPIVersion: 'test.example/v2', objects: [{ apiVersion: 'test.example/v1', spec: { size: 3 } }] },
  ]);
});

it('stores what was written in another version as the storage version has it', async () => {
  await define();
  const created = await api.create(V2, widget2('a', 5));
  expect(created).toMatchObject({ apiVersion: 'test.example/v2', spec: { length: 5 }, metadata: { generation: 1 } });
  expect(await api.get(`${WIDGETS}/a`)).toMatchObject({ apiVersion: 'test.example/v1', spec: { size: 5 } });
  const changed = await api.patch(`${V2}/a`, { spec: { length: 6 } });
  expect(changed).toMatchObject({ spec: { length: 6 }, metadata: { generation: 2 } });
  expect(await api.ok('PUT', `${V2}/a`, { body: { ...changed, spec: { length: 7 } } })).toMatchObject({
    spec: { length: 7 },
  });
  expect(await api.get(`${WIDGETS}/a`)).toMatchObject({ spec: { size: 7 } });
  await api.ok('DELETE', `${V2}/a`);
  expect((await api.send('GET', `${WIDGETS}/a`)).status).toBe(404);
});

it('a list of objects that are stored in several versions has all of them in one', async () => {
  await define('v1');
  await api.create(WIDGETS, widget('a', { size: 1 }));
  await api.patch(
    DEFINITION,
    [
      { op: 'replace', path: '/spec/versions/0/storage', value: false },
      { op: 'replace', path: '/spec/versions/1/storage', value: true },
    ],
    'json',
  );
  await api.create(V2, widget2('b', 2));
  server.takeRequests();
  const limited = await api.list(`${WIDGETS}?limit=1`);
  expect(limited.items).toMatchObject([{ apiVersion: 'test.example/v1', spec: { size: 1 } }]);
  expect((await api.list(WIDGETS)).items).toMatchObject([{ spec: { size: 1 } }, { spec: { size: 2 } }]);
  expect((await api.list(V2)).items).toMatchObject([{ spec: { length: 1 } }, { spec: { length: 2 } }]);
  expect(server.takeRequests().map(({ objects }) => (isJsonArray(objects) ? objects.length : 0))).toEqual([1, 1]);
  await api.ok('DELETE', V2);
  expect((await api.list(WIDGETS)).items).toEqual([]);
});

it('watches deliver every version in the order of the writes', async () => {
  await define();
  await api.create(WIDGETS, widget('a', { size: 1 }));
  const watch = await api.watch(`${V2}?watch=1`);
  const from = (await api.list(WIDGETS)).metadata.resourceVersion;
  const later = await api.watch(`${V2}?watch=1&resourceVersion=${from}`);
  await api.create(WIDGETS, widget('b', { size: 2 }));
  await api.patch(`${WIDGETS}/a`, { spec: { size: 9 } });
  await api.ok('DELETE', `${WIDGETS}/b`);
  const events = await watch.take(4);
  expect(
    events.map(({ type, object }) => [type, object.metadata.name, asJsonObject(asJsonObject(object).spec).length]),
  ).toEqual([
    ['ADDED', 'a', 1],
    ['ADDED', 'b', 2],
    ['MODIFIED', 'a', 9],
    ['DELETED', 'b', 2],
  ]);
  expect(await later.nextChanges(3)).toEqual(['ADDED b', 'MODIFIED a', 'DELETED b']);
  watch.stop();
  later.stop();
});

it('labels and annotations are the webhook’s to change, the rest of the metadata is not', async () => {
  await define();
  await api.create(WIDGETS, widget('a', { size: 1 }));
  spoil = (object) => ({
    ...object,
    metadata: { ...asJsonObject(object.metadata), labels: { seen: 'yes' }, generation: 77, finalizers: ['x/y'] },
  });
  const { metadata } = await api.get(`${V2}/a`);
  expect(metadata).toMatchObject({ labels: { seen: 'yes' }, generation: 1 });
  expect(metadata.finalizers).toBeUndefined();
});

it.each([
  [
    'another name',
    { metadata: { name: 'z' } },
    'returned invalid converted object at index 0: must have the same name: a != z',
  ],
  [
    'another version',
    { apiVersion: 'test.example/v9' },
    'invalid groupVersion (expected test.example/v2, received test.example/v9)',
  ],
  ['another kind', { kind: 'Gadget' }, 'invalid kind (expected Widget, received Gadget)'],
  ['no metadata', { metadata: null }, 'invalid metadata in converted object'],
])('a webhook that returns %s has failed', async (_, change, why) => {
  await define();
  await api.create(WIDGETS, widget('a', { size: 1 }));
  spoil = (object) => ({ ...object, ...change });
  const status = await api.refused('GET', `${V2}/a`);
  expect(status).toMatchObject({ code: 500, reason: 'InternalError' });
  expect(status.message).toContain(`conversion webhook for test.example/v1, Kind=Widget returned invalid`);
  expect(status.message).toContain(why);
  expect((await api.refused('GET', V2)).code).toBe(500);
  const watch = await api.watch(`${V2}?watch=1`);
  expect(await watch.next()).toMatchObject({ type: 'ERROR', object: { code: 500 } });
  expect(await watch.next()).toBeUndefined();
  expect(await api.get(`${WIDGETS}/a`)).toMatchObject({ spec: { size: 1 } });
  expect((await api.refused('POST', V2, { body: widget2('b', 1) })).code).toBe(500);
});

it('a definition goes with its objects although its webhook is gone', async () => {
  await define();
  await api.create(WIDGETS, widget('a', { size: 1 }));
  await server.close();
  const watch = await api.watch(`${DEFINITIONS}?watch=1`);
  await api.ok('DELETE', DEFINITION);
  let event = await watch.next();
  while (event !== undefined && event.type !== 'DELETED') event = await watch.next();
  expect(event?.object.metadata.name).toBe('widgets.test.example');
  watch.stop();
});
