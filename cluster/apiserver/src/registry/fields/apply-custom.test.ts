import type { JsonObject } from '@kubemin/kubeapi';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { APPLY_PATCH } from '../../handler/apply-patch.ts';
import { type Loose, TestApi } from '../../test-support/test-api.ts';

const GADGETS = '/apis/test.example/v1/namespaces/default/gadgets';
const PART = { type: 'object', properties: { id: { type: 'string' }, kind: { type: 'string', default: 'plain' } } };
const SPEC = {
  type: 'object',
  properties: {
    size: { type: 'integer' },
    replicas: { type: 'integer' },
    tags: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
    steps: { type: 'array', items: { type: 'string' } },
    parts: {
      type: 'array',
      items: { ...PART, properties: { ...PART.properties, note: { type: 'string' } }, required: ['id'] },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['id', 'kind'],
    },
    free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
};
let api: TestApi;

beforeAll(async () => {
  api = await TestApi.start();
  const status = { type: 'object', properties: { replicas: { type: 'integer' } } };
  await api.create('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'gadgets.test.example' },
    spec: {
      group: 'test.example',
      scope: 'Namespaced',
      names: { plural: 'gadgets', kind: 'Gadget' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec: SPEC, status } } },
          subresources: {
            status: {},
            scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
          },
        },
      ],
    },
  });
});
afterAll(() => api.close());

function send(name: string, config: JsonObject, query: string) {
  const body = { apiVersion: 'test.example/v1', kind: 'Gadget', metadata: { name }, ...config };
  return { url: `${GADGETS}/${name}?${query}`, options: { body, contentType: APPLY_PATCH } };
}

function apply(name: string, spec: JsonObject, manager: string): Promise<Loose> {
  const { url, options } = send(name, { spec }, `fieldManager=${manager}`);
  return api.ok('PATCH', url, options);
}

it('custom resources merge sets and keyed lists, with the defaults of their keys', async () => {
  await apply('merged', { tags: ['a'], parts: [{ id: '1', kind: 'plain', note: 'x' }], steps: ['1'] }, 'first');
  const merged = await apply('merged', { tags: ['b'], parts: [{ id: '1' }, { id: '2', kind: 'odd' }] }, 'second');
  expect(merged.spec).toEqual({
    tags: ['a', 'b'],
    parts: [
      { id: '1', kind: 'plain', note: 'x' },
      { id: '2', kind: 'odd' },
    ],
    steps: ['1'],
  });
  const left = await apply('merged', { tags: ['b'] }, 'second');
  expect(left.spec).toMatchObject({ parts: [{ id: '1', note: 'x' }], tags: ['a', 'b'] });
});

it('what the schema leaves open is owned field by field, and lists without a type as a whole', async () => {
  await apply('open', { free: { a: { b: 1 } }, steps: ['1', '2'] }, 'first');
  const shared = await apply('open', { free: { a: { c: 2 } } }, 'second');
  expect(shared.spec).toEqual({ free: { a: { b: 1, c: 2 } }, steps: ['1', '2'] });
  const { url, options } = send('open', { spec: { steps: ['3'] } }, 'fieldManager=second');
  expect((await api.refused('PATCH', url, options)).message).toBe(
    'Apply failed with 1 conflict: conflict with "first": .spec.steps',
  );
});

it('the same again changes nothing', async () => {
  const spec = { size: 1, tags: ['x', 'y'], parts: [{ id: '1' }], free: { list: [1, { a: 2 }] } };
  const first = await apply('same', spec, 'me');
  expect(await apply('same', spec, 'me')).toEqual(first);
});

it('a field the schema does not have is refused', async () => {
  const { url, options } = send('unknown', { spec: { colour: 'red' } }, 'fieldManager=me');
  expect((await api.refused('PATCH', url, options)).message).toContain('.spec.colour: field not declared in schema');
});

it('scale and status are applied apart', async () => {
  await apply('scaled', { replicas: 1 }, 'me');
  const scale = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'scaled' }, spec: { replicas: 4 } };
  const url = `${GADGETS}/scaled/scale?fieldManager=hpa&force=true`;
  expect(await api.ok('PATCH', url, { body: scale, contentType: APPLY_PATCH })).toMatchObject({
    spec: { replicas: 4 },
  });
  const status = send('scaled', { status: { replicas: 4 }, spec: { size: 9 } }, 'fieldManager=controller');
  const [path, query] = status.url.split('?');
  const stated = await api.ok('PATCH', `${path}/status?${query}`, status.options);
  expect(stated).toMatchObject({ spec: { replicas: 4 }, status: { replicas: 4 } });
  const owners = (stated.metadata.managedFields ?? []).map(Object).map((entry) => [entry.manager, entry.fieldsV1]);
  expect(Object.fromEntries(owners)).toEqual({
    hpa: { 'f:spec': { 'f:replicas': {} } },
    controller: { 'f:status': { 'f:replicas': {} } },
  });
});
