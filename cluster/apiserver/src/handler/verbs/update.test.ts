import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configMap, deployment, pod, TestApi } from '../../test-support/test-api.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';
let api: TestApi;

beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.close());

describe('an update', () => {
  it('replaces the object when its version is the current one', async () => {
    const created = await api.create(MAPS, configMap('replaced', { data: { a: '1' } }));
    const updated = await api.ok('PUT', `${MAPS}/replaced`, { body: { ...created, data: { b: '2' } } });
    expect(updated).toMatchObject({ data: { b: '2' } });
    expect(updated).not.toHaveProperty('data.a');
    expect(Number(updated.metadata.resourceVersion)).toBeGreaterThan(Number(created.metadata.resourceVersion));
  });

  it('is refused when another writer was faster', async () => {
    const created = await api.create(MAPS, configMap('raced', { data: { a: '1' } }));
    await api.ok('PUT', `${MAPS}/raced`, { body: { ...created, data: { a: '2' } } });
    expect(await api.refused('PUT', `${MAPS}/raced`, { body: { ...created, data: { a: '3' } } })).toMatchObject({
      code: 409,
      reason: 'Conflict',
      message:
        'Operation cannot be fulfilled on configmaps "raced": the object has been modified; please apply your changes to the latest version and try again',
    });
  });

  it('without a version always wins', async () => {
    await api.create(MAPS, configMap('unconditional'));
    expect(
      await api.ok('PUT', `${MAPS}/unconditional`, { body: configMap('unconditional', { data: { a: '1' } }) }),
    ).toMatchObject({
      data: { a: '1' },
    });
  });

  it('that changes nothing keeps the version and sends no event', async () => {
    const created = await api.create(MAPS, configMap('same', { data: { a: '1' } }));
    const watch = await api.watch(`${MAPS}?watch=1&resourceVersion=${created.metadata.resourceVersion}`);
    const updated = await api.ok('PUT', `${MAPS}/same`, { body: configMap('same', { data: { a: '1' } }) });
    expect(updated.metadata.resourceVersion).toBe(created.metadata.resourceVersion);
    await api.create(MAPS, configMap('marker'));
    expect(await watch.nextChanges(1)).toEqual(['ADDED marker']);
    watch.stop();
  });

  it('cannot change uid, creation time or deletion marks', async () => {
    const created = await api.create(MAPS, configMap('identity'));
    const metadata = {
      ...created.metadata,
      creationTimestamp: '1999-01-01T00:00:00Z',
      deletionTimestamp: '1999-01-01T00:00:00Z',
      labels: { a: 'b' },
    };
    const updated = await api.ok('PUT', `${MAPS}/identity`, { body: { ...created, metadata } });
    expect(updated.metadata).toMatchObject({
      creationTimestamp: created.metadata.creationTimestamp,
      labels: { a: 'b' },
    });
    expect(updated.metadata.deletionTimestamp).toBeUndefined();
    const stranger = { ...created, metadata: { name: 'identity', uid: 'another' } };
    expect(await api.refused('PUT', `${MAPS}/identity`, { body: stranger })).toMatchObject({ code: 409 });
  });

  it('of a missing object is 404, except for kinds that are created that way', async () => {
    expect(await api.refused('PUT', `${MAPS}/missing`, { body: configMap('missing') })).toMatchObject({ code: 404 });
    const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'l' } };
    const response = await api.send('PUT', '/apis/coordination.k8s.io/v1/namespaces/default/leases/l', { body: lease });
    expect(response.status).toBe(201);
    const again = await api.refused('PUT', '/apis/coordination.k8s.io/v1/namespaces/default/leases/l', { body: lease });
    expect(again).toMatchObject({ code: 422, message: expect.stringContaining('must be specified for an update') });
  });

  it('under another name than in the URL is refused', async () => {
    const status = await api.refused('PUT', `${MAPS}/one`, { body: configMap('two') });
    expect(status.message).toBe('the name of the object (two) does not match the name on the URL (one)');
  });
});

describe('status and the rest are written apart', () => {
  it('the main resource ignores status, the status subresource everything else', async () => {
    const created = await api.create(DEPLOYMENTS, deployment('parts'));
    const both = { ...created, spec: { ...Object(created.spec), replicas: 4 }, status: { replicas: 9 } };
    const main = await api.ok('PUT', `${DEPLOYMENTS}/parts`, { body: both });
    expect(main).toMatchObject({ spec: { replicas: 4 }, status: {}, metadata: { generation: 2 } });
    const changed = {
      ...main,
      spec: { ...Object(main.spec), replicas: 7 },
      status: { replicas: 3, observedGeneration: 2 },
    };
    const status = await api.ok('PUT', `${DEPLOYMENTS}/parts/status`, { body: changed });
    expect(status).toMatchObject({ spec: { replicas: 4 }, status: { replicas: 3 }, metadata: { generation: 2 } });
  });

  it('labels and annotations do not count as a new generation', async () => {
    await api.create(DEPLOYMENTS, deployment('generations'));
    const labelled = await api.patch(`${DEPLOYMENTS}/generations`, { metadata: { labels: { a: 'b' } } });
    expect(labelled.metadata.generation).toBe(1);
    expect((await api.patch(`${DEPLOYMENTS}/generations`, { spec: { replicas: 5 } })).metadata.generation).toBe(2);
  });
});

it('many writers that retry on conflict lose no update', async () => {
  await api.create(MAPS, configMap('counter', { data: { n: '0' } }));
  const increment = async (): Promise<void> => {
    const current = await api.get(`${MAPS}/counter`);
    const n = Number(Object(current.data).n) + 1;
    const response = await api.send('PUT', `${MAPS}/counter`, { body: { ...current, data: { n: String(n) } } });
    if (response.status === 409) return increment();
  };
  await Promise.all(Array.from({ length: 20 }, increment));
  expect(await api.get(`${MAPS}/counter`)).toMatchObject({ data: { n: '20' } });
});

describe('a status', () => {
  const BACKEND = { apiGroup: 'example.com', kind: 'Bucket', name: 'b' };
  const JOB_TEMPLATE = {
    spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } },
  };
  const status = (name: string, change: object) => api.ok('PUT', `${DEPLOYMENTS}/${name}/status`, { body: change });

  it('of a Deployment brings annotations along, and nothing else that is not status', async () => {
    const made = await api.create(DEPLOYMENTS, deployment('noted'));
    const metadata = { ...made.metadata, labels: { a: 'b' }, finalizers: ['a.example/b'], annotations: { note: '1' } };
    const spec = { ...Object(made).spec, replicas: 7 };
    const updated = await status('noted', { ...made, metadata, spec, status: { replicas: 1 } });
    expect(updated).toMatchObject({ metadata: { annotations: { note: '1' }, generation: 1 }, status: { replicas: 1 } });
    expect(updated.metadata).not.toHaveProperty('labels');
    expect(updated.metadata).not.toHaveProperty('finalizers');
    expect(updated).not.toHaveProperty('spec.replicas', 7);
    const owner = updated.metadata.managedFields?.map(Object).find(({ subresource }) => subresource === 'status');
    expect(owner.fieldsV1).toEqual({
      'f:metadata': { 'f:annotations': { '.': {}, 'f:note': {} } },
      'f:status': { 'f:replicas': {} },
    });
    const { annotations: _, ...bare } = updated.metadata;
    expect((await status('noted', { ...updated, metadata: bare })).metadata).not.toHaveProperty('annotations');
  });

  it('cannot bring annotations that no object can have', async () => {
    const made = await api.create(DEPLOYMENTS, deployment('misnoted'));
    const metadata = { ...made.metadata, annotations: { 'no such name': '1' } };
    const refused = await api.refused('PUT', `${DEPLOYMENTS}/misnoted/status`, { body: { ...made, metadata } });
    expect(refused).toMatchObject({ code: 422, details: { causes: [{ field: 'metadata.annotations' }] } });
  });

  it.each([
    ['/apis/batch/v1/namespaces/default/cronjobs', { schedule: '0 0 * * *', jobTemplate: JOB_TEMPLATE }],
    ['/apis/networking.k8s.io/v1/namespaces/default/ingresses', { defaultBackend: { resource: BACKEND } }],
    ['/api/v1/namespaces/default/services', { ports: [{ port: 80 }] }],
    ['/api/v1/namespaces', {}],
  ])('of %s brings annotations along', async (url, spec) => {
    await api.create(url, { metadata: { name: 'noted' }, spec });
    const metadata = { annotations: { note: '1' } };
    expect(await api.patch(`${url}/noted/status`, { metadata })).toMatchObject({ metadata });
  });

  it('of other kinds brings nothing along', async () => {
    const pods = '/api/v1/namespaces/default/pods';
    const made = await api.create(pods, pod('bare'));
    const metadata = { ...made.metadata, annotations: { note: '1' } };
    const updated = await api.ok('PUT', `${pods}/bare/status`, {
      body: { ...made, metadata, status: { reason: 'x' } },
    });
    expect(updated.metadata).not.toHaveProperty('annotations');
  });
});
