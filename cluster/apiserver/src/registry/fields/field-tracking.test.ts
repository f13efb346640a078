import { afterAll, beforeAll, expect, it } from 'vitest';
import { configMap, deployment, type Loose, TestApi } from '../../test-support/test-api.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';
let api: TestApi;

beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.close());

/** Sorted by manager and subresource: the server goes by time first, and a second may end at any moment. */
function entries({ metadata }: Loose): readonly Record<string, unknown>[] {
  const key = ({ manager, subresource = '' }: Record<string, unknown>) => `${manager} ${subresource}`;
  return (metadata.managedFields ?? []).map(Object).sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

async function send(method: 'POST' | 'PUT', path: string, body: unknown, userAgent?: string): Promise<Loose> {
  const [url = '', query = ''] = path.split('?');
  const response = await api.server.handler({
    method,
    path: url,
    query: new URLSearchParams(query),
    headers: userAgent === undefined ? {} : { 'user-agent': userAgent },
    user: { username: 'admin', groups: ['system:masters'] },
    body: { kind: 'value', value: body },
  });
  if (response.kind !== 'object' || response.status >= 300) throw new Error(JSON.stringify(response));
  return Object(response.object);
}

it('a creator owns what it sends and the defaults, not what the server sets', async () => {
  const created = await send('POST', `${MAPS}?fieldManager=me`, configMap('made', { data: { a: '1' } }));
  expect(entries(created)).toEqual([
    {
      manager: 'me',
      operation: 'Update',
      apiVersion: 'v1',
      time: created.metadata.creationTimestamp,
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:data': { '.': {}, 'f:a': {} } },
    },
  ]);
});

it.each([
  ['the program', 'curl/8.0 (linux)', 'curl'],
  ['itself when nothing is known', undefined, 'kubemin'],
])('a writer without a manager is known as %s', async (_, userAgent, manager) => {
  const created = await send('POST', MAPS, configMap(`by-${manager}`, { data: { a: '1' } }), userAgent);
  expect(entries(created)).toMatchObject([{ manager }]);
});

it('a manager that cannot be one is refused', async () => {
  const url = `${MAPS}?fieldManager=${'x'.repeat(129)}`;
  expect(await api.refused('POST', url, { body: configMap('long') })).toMatchObject({
    code: 422,
    message: expect.stringContaining('CreateOptions.meta.k8s.io "" is invalid: fieldManager: Too long'),
  });
});

it('force is for applying only', async () => {
  const options = { body: {}, contentType: 'application/merge-patch+json' };
  expect(await api.refused('PATCH', `${MAPS}/any?force=true`, options)).toMatchObject({
    code: 422,
    message: 'PatchOptions.meta.k8s.io "" is invalid: force: Forbidden: may not be specified for non-apply patch',
  });
});

it('PUT and every PATCH take what they change', async () => {
  const created = await send(
    'POST',
    `${MAPS}?fieldManager=a`,
    configMap('moved', { data: { x: '1', y: '1', z: '1' } }),
  );
  await send('PUT', `${MAPS}/moved?fieldManager=b`, { ...created, data: { x: '2', y: '1', z: '1' } });
  const patched = await api.patch(`${MAPS}/moved?fieldManager=c`, { data: { y: '2' } });
  const owned = Object.fromEntries(entries(patched).map(({ manager, fieldsV1 }) => [manager, fieldsV1]));
  expect(owned).toEqual({
    a: { 'f:data': { '.': {}, 'f:z': {} } },
    b: { 'f:data': { 'f:x': {} } },
    c: { 'f:data': { 'f:y': {} } },
  });
});

it('a write that changes nothing changes no owner, no time and no version', async () => {
  const created = await send('POST', `${MAPS}?fieldManager=a`, configMap('still', { data: { x: '1' } }));
  const { metadata: _, ...bare } = created;
  expect(await send('PUT', `${MAPS}/still?fieldManager=b`, { ...bare, metadata: { name: 'still' } })).toEqual(created);
  expect(await api.patch(`${MAPS}/still?fieldManager=c`, { data: { x: '1' } })).toEqual(created);
});

it('status and scale have entries of their own', async () => {
  await api.create(`${DEPLOYMENTS}?fieldManager=user`, deployment('parts'));
  await api.patch(`${DEPLOYMENTS}/parts/status?fieldManager=controller`, { status: { replicas: 1 } });
  await api.patch(`${DEPLOYMENTS}/parts/scale?fieldManager=user`, { spec: { replicas: 3 } });
  expect(entries(await api.get(`${DEPLOYMENTS}/parts`))).toMatchObject([
    { manager: 'controller', subresource: 'status', fieldsV1: { 'f:status': { 'f:replicas': {} } } },
    { manager: 'user', fieldsV1: { 'f:spec': expect.not.objectContaining({ 'f:replicas': {} }) } },
    { manager: 'user', subresource: 'scale', fieldsV1: { 'f:spec': { 'f:replicas': {} } } },
  ]);
});

it('a binding gives the node name no owner', async () => {
  const pods = '/api/v1/namespaces/default/pods';
  const spec = { containers: [{ name: 'main', image: 'registry.test/app:1' }] };
  const created = await api.create(`${pods}?fieldManager=me`, { metadata: { name: 'bound' }, spec });
  await api.create(`${pods}/bound/binding`, { metadata: { name: 'bound' }, target: { name: 'node-1' } });
  const bound = await api.get(`${pods}/bound`);
  expect(bound).toMatchObject({ spec: { nodeName: 'node-1' } });
  expect(bound.metadata.managedFields).toEqual(created.metadata.managedFields);
});

it('owners can be rewritten by a patch of the object, not of its status', async () => {
  const created = await api.create(`${DEPLOYMENTS}?fieldManager=old`, deployment('rewritten'));
  const [entry] = entries(created);
  const managedFields = [{ ...entry, manager: 'new' }];
  const patched = await api.patch(`${DEPLOYMENTS}/rewritten`, { metadata: { managedFields } });
  expect(entries(patched)).toEqual(managedFields);
  const status = { metadata: { managedFields: [{ ...entry, manager: 'sly' }] }, status: { replicas: 2 } };
  const stated = await api.patch(`${DEPLOYMENTS}/rewritten/status?fieldManager=c`, status);
  expect(
    entries(stated)
      .map(({ manager }) => manager)
      .sort(),
  ).toEqual(['c', 'new']);
});

it('owners that make no sense, or none at all, leave those that are there', async () => {
  const created = await api.create(`${MAPS}?fieldManager=a`, configMap('kept', { data: { x: '1' } }));
  for (const managedFields of [[], [{ manager: 'b', operation: 'Steal', fieldsType: 'FieldsV1', fieldsV1: {} }]]) {
    const patched = await api.patch(`${MAPS}/kept`, { metadata: { managedFields } });
    expect(patched.metadata).toEqual(created.metadata);
  }
});

it('a list of one empty entry forgets all owners, and updates do not bring them back', async () => {
  await api.create(`${MAPS}?fieldManager=a`, configMap('reset', { data: { x: '1' } }));
  const reset = await api.patch(`${MAPS}/reset`, { metadata: { managedFields: [{}] } });
  expect(reset.metadata.managedFields).toBeUndefined();
  const updated = await api.patch(`${MAPS}/reset?fieldManager=b`, { data: { x: '2' } });
  expect(updated.metadata.managedFields).toBeUndefined();
});
