import { afterAll, beforeAll, expect, it } from 'vitest';
import { configMap, deployment, TestApi } from '../../test-support/test-api.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';
let api: TestApi;

beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.close());

it('a merge patch sets, replaces and removes', async () => {
  await api.create(MAPS, configMap('merged', { data: { a: '1', b: '2' } }));
  expect((await api.patch(`${MAPS}/merged`, { data: { a: null, b: '3', c: '4' } })).data).toEqual({ b: '3', c: '4' });
});

it('a strategic patch merges containers by name', async () => {
  await api.create(DEPLOYMENTS, deployment('strategic'));
  const containers = [{ name: 'side', image: 'registry.test/side:1' }];
  const patched = await api.patch(
    `${DEPLOYMENTS}/strategic`,
    { spec: { template: { spec: { containers } } } },
    'strategic-merge',
  );
  expect(patched).toMatchObject({ spec: { template: { spec: { containers: [{ name: 'side' }, { name: 'main' }] } } } });
});

it('a JSON patch whose test fails changes nothing and is 422', async () => {
  await api.create(MAPS, configMap('tested', { data: { a: '1' } }));
  const body = [
    { op: 'test', path: '/data/a', value: '2' },
    { op: 'remove', path: '/data/a' },
  ];
  const status = await api.refused('PATCH', `${MAPS}/tested`, { body, contentType: 'application/json-patch+json' });
  expect(status).toMatchObject({ code: 422, reason: 'Invalid' });
  expect(await api.get(`${MAPS}/tested`)).toMatchObject({ data: { a: '1' } });
});

it('patches that race are all applied', async () => {
  await api.create(MAPS, configMap('busy'));
  const keys = Array.from({ length: 30 }, (_, index) => `k${index}`);
  await Promise.all(keys.map((key) => api.patch(`${MAPS}/busy`, { data: { [key]: '1' } })));
  expect(Object.keys(Object((await api.get(`${MAPS}/busy`)).data)).sort()).toEqual(keys.sort());
});

it('a patch that carries an old version is a conflict', async () => {
  const created = await api.create(MAPS, configMap('versioned'));
  await api.patch(`${MAPS}/versioned`, { data: { a: '1' } });
  const { resourceVersion } = created.metadata;
  const body = { metadata: { resourceVersion }, data: { a: '2' } };
  const status = await api.refused('PATCH', `${MAPS}/versioned`, { body, contentType: 'application/merge-patch+json' });
  expect(status).toMatchObject({ code: 409, reason: 'Conflict' });
});

it('a patch of the scale changes the replicas and only them', async () => {
  await api.create(DEPLOYMENTS, deployment('scaled'));
  expect(await api.patch(`${DEPLOYMENTS}/scaled/scale`, { spec: { replicas: 6 } })).toMatchObject({
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    spec: { replicas: 6 },
    status: { selector: 'app=scaled' },
  });
  expect(await api.get(`${DEPLOYMENTS}/scaled`)).toMatchObject({ spec: { replicas: 6 }, metadata: { generation: 2 } });
});

it('a patch of the status leaves the spec alone', async () => {
  await api.create(DEPLOYMENTS, deployment('reported'));
  const patched = await api.patch(`${DEPLOYMENTS}/reported/status`, { spec: { replicas: 9 }, status: { replicas: 1 } });
  expect(patched).toMatchObject({ spec: { replicas: 1 }, status: { replicas: 1 }, metadata: { generation: 1 } });
});

it('a patch cannot rename', async () => {
  await api.create(MAPS, configMap('fixed'));
  const options = { body: { metadata: { name: 'other' } }, contentType: 'application/merge-patch+json' };
  expect(await api.refused('PATCH', `${MAPS}/fixed`, options)).toMatchObject({ code: 400 });
});

it('an unknown patch format is 415, a missing object 404', async () => {
  await api.create(MAPS, configMap('formats'));
  expect(await api.refused('PATCH', `${MAPS}/formats`, { body: {} })).toMatchObject({ code: 415 });
  const merge = { body: {}, contentType: 'application/merge-patch+json' };
  expect(await api.refused('PATCH', `${MAPS}/absent`, merge)).toMatchObject({ code: 404 });
});
