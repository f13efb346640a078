import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestApi } from '../test-support/test-api.ts';

const CLAIMS = '/api/v1/namespaces/default/persistentvolumeclaims';
const VOLUMES = '/api/v1/persistentvolumes';
const claim = (metadata: object) => ({
  metadata,
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
});
const volume = (metadata: object) => ({
  metadata,
  spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, hostPath: { path: '/data' } },
});
let api: TestApi;

beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.close());

it('claims and volumes are protected from their creation on, beside the finalizers they bring', async () => {
  expect(await api.create(CLAIMS, claim({ name: 'a' }))).toMatchObject({
    metadata: { finalizers: ['kubernetes.io/pvc-protection'] },
  });
  expect(await api.create(VOLUMES, volume({ name: 'a', finalizers: ['example.com/mine'] }))).toMatchObject({
    metadata: { finalizers: ['example.com/mine', 'kubernetes.io/pv-protection'] },
  });
});

it('one that already has the finalizer gets no second one, and a removed finalizer stays removed', async () => {
  const finalizers = ['kubernetes.io/pvc-protection'];
  expect(await api.create(CLAIMS, claim({ name: 'b', finalizers }))).toMatchObject({ metadata: { finalizers } });
  const { metadata } = await api.patch(`${CLAIMS}/b`, { metadata: { finalizers: null } });
  expect(metadata.finalizers ?? []).toEqual([]);
});
