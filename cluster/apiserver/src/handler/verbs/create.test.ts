import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configMap, deployment, pod, TestApi } from '../../test-support/test-api.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';
let api: TestApi;

beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.close());

describe('a created object', () => {
  it('gets what the server sets and loses what only the server may set', async () => {
    const sent = configMap('stamped', {
      metadata: {
        uid: 'mine',
        creationTimestamp: '1999-01-01T00:00:00Z',
        generation: 9,
        selfLink: '/x',
        deletionTimestamp: '1999-01-01T00:00:00Z',
      },
      data: { a: 'b' },
    });
    const { metadata } = await api.create(MAPS, sent);
    expect(metadata.uid).toMatch(/^[0-9a-f-]{36}$/);
    expect(metadata.creationTimestamp).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(metadata.resourceVersion).toMatch(/^\d+$/);
    expect(Object.keys(metadata)).not.toContain('deletionTimestamp');
    expect(Object.keys(metadata)).not.toContain('selfLink');
  });

  it('returns 201, starts at generation 1 where specs are counted, and forgets a status', async () => {
    const url = '/apis/apps/v1/namespaces/default/deployments';
    const sent = { ...Object(deployment('fresh')), status: { readyReplicas: 7 } };
    const response = await api.send('POST', url, { body: sent });
    expect(response).toMatchObject({ status: 201, object: { metadata: { generation: 1 }, status: {} } });
    expect(response).not.toHaveProperty('object.status.readyReplicas');
  });

  it('is deep-frozen and shared between readers', async () => {
    await api.create(MAPS, configMap('frozen', { data: { a: 'b' } }));
    const [first, second] = await Promise.all([api.get(`${MAPS}/frozen`), api.get(`${MAPS}/frozen`)]);
    expect(first).toBe(second);
    expect(Object.isFrozen(first.data)).toBe(true);
  });

  it('never shares anything with what was sent', async () => {
    const data = { a: 'b' };
    await api.create(MAPS, configMap('copied', { data }));
    data.a = 'changed';
    expect(await api.get(`${MAPS}/copied`)).toMatchObject({ data: { a: 'b' } });
  });

  it('gets a free name when it only has a prefix', async () => {
    const body = { metadata: { generateName: 'gen-' } };
    const [first, second] = await Promise.all([api.create(MAPS, body), api.create(MAPS, body)]);
    expect(first.metadata.name).toMatch(/^gen-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
    expect(first.metadata.name).not.toBe(second.metadata.name);
  });

  it('loses unknown fields, and quantities are written the one way', async () => {
    const containers = [
      { name: 'c', image: 'i:1', nonsense: true, resources: { limits: { memory: '1024Mi', cpu: '0.5' } } },
    ];
    const created = await api.create('/api/v1/namespaces/default/pods', pod('shaped', { containers }));
    expect(created).toMatchObject({
      spec: { containers: [{ resources: { limits: { memory: '1Gi', cpu: '500m' }, requests: { cpu: '500m' } } }] },
    });
    expect(created).not.toHaveProperty('spec.containers.0.nonsense');
  });
});

describe('a create request is refused', () => {
  it('when the name is taken', async () => {
    await api.create(MAPS, configMap('taken'));
    expect(await api.refused('POST', MAPS, { body: configMap('taken') })).toMatchObject({
      code: 409,
      reason: 'AlreadyExists',
      message: 'configmaps "taken" already exists',
      details: { name: 'taken', kind: 'configmaps' },
    });
  });

  it('when the namespace does not exist', async () => {
    const status = await api.refused('POST', '/api/v1/namespaces/nowhere/configmaps', { body: configMap('a') });
    expect(status).toMatchObject({ code: 404, message: 'namespaces "nowhere" not found' });
  });

  it.each([
    ['another kind', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } }, 'must be of type ConfigMap'],
    [
      'another version',
      { apiVersion: 'v2', kind: 'ConfigMap', metadata: { name: 'a' } },
      'the API version in the data (v2) does not match the expected API version (v1)',
    ],
    [
      'another namespace',
      configMap('a', { metadata: { namespace: 'elsewhere' } }),
      'the namespace of the provided object does not match the namespace sent on the request',
    ],
    ['a wrong type', configMap('a', { data: 'text' }), 'cannot unmarshal string into Go struct field ConfigMap.data'],
    ['no object at all', ['a'], 'expected an object'],
  ])('for %s', async (_what, body, message) => {
    const status = await api.refused('POST', MAPS, { body });
    expect(status).toMatchObject({ code: 400, reason: 'BadRequest' });
    expect(status.message).toContain(message);
  });

  it('when the name is no DNS name, with every problem at once', async () => {
    const status = await api.refused('POST', MAPS, {
      body: configMap('Not_A_Name', { metadata: { labels: { 'a b': 'c d' } } }),
    });
    expect(status).toMatchObject({ code: 422, reason: 'Invalid', details: { kind: 'ConfigMap', name: 'Not_A_Name' } });
    expect(status.details?.causes?.map(({ field }) => field)).toEqual([
      'metadata.name',
      'metadata.labels',
      'metadata.labels',
    ]);
  });

  it('when it brings a resourceVersion', async () => {
    const status = await api.refused('POST', MAPS, { body: configMap('a', { metadata: { resourceVersion: '5' } }) });
    expect(status.message).toContain('resourceVersion should not be set on objects to be created');
  });
});

it('a dry run responds as if it was stored, and stores nothing', async () => {
  const before = await api.list(MAPS);
  const response = await api.send('POST', `${MAPS}?dryRun=All`, { body: configMap('rehearsed') });
  expect(response).toMatchObject({ status: 201, object: { metadata: { name: 'rehearsed', uid: expect.any(String) } } });
  expect((await api.list(MAPS)).metadata.resourceVersion).toBe(before.metadata.resourceVersion);
  expect(await api.refused('POST', `${MAPS}?dryRun=Some`, { body: configMap('rehearsed') })).toMatchObject({
    code: 422,
  });
});
