import { forbidden } from '@kubemin/kubeapi';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { configMap, TestApi } from '../test-support/test-api.ts';
import type { AdmissionFactory } from './admission.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';
const seen: string[] = [];

/** Notes what it is asked and adds its name to what is written. */
const recorder =
  (name: string): AdmissionFactory =>
  () => ({
    name,
    applies: ({ resource, subresource }) => resource.info.plural === 'configmaps' && subresource === undefined,
    mutate: (object, { operation }) => {
      seen.push(`${name} mutates ${operation}`);
      const annotations = { ...object.metadata.annotations, [name]: operation };
      return { ...object, metadata: { ...object.metadata, annotations } };
    },
    validate: (object, { operation, old, user, dryRun }) => {
      seen.push(`${name} validates ${operation}`);
      if (object.metadata.labels?.keep === 'yes' && operation === 'delete') throw forbidden('it is to be kept');
      if (old === undefined && operation !== 'create') throw new Error('there must be an old state');
      if (user?.username !== 'kubemin-admin' || dryRun) throw forbidden(`${user?.username} dry ${dryRun}`);
    },
  });

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ admission: [recorder('first'), recorder('second'), 'ServiceAccount'] });
  seen.length = 0;
});
afterAll(() => api.close());

it('plug-ins change an object one after the other, then look at it one after the other', async () => {
  const made = await api.create(MAPS, configMap('a'));
  expect(made.metadata.annotations).toEqual({ first: 'create', second: 'create' });
  expect(seen.splice(0)).toEqual([
    'first mutates create',
    'second mutates create',
    'first validates create',
    'second validates create',
  ]);
});

it('they see updates, patches and applies, and creations by apply', async () => {
  const updated = await api.patch(`${MAPS}/a`, { data: { x: '1' } });
  expect(updated.metadata.annotations).toEqual({ first: 'update', second: 'update' });
  const options = { body: configMap('b'), contentType: 'application/apply-patch+yaml' };
  const applied = await api.ok('PATCH', `${MAPS}/b?fieldManager=me`, options);
  expect(applied.metadata.annotations).toEqual({ first: 'create', second: 'create' });
});

it('they can refuse a deletion, alone or among others', async () => {
  await api.create(MAPS, configMap('kept', { metadata: { labels: { keep: 'yes' } } }));
  expect((await api.refused('DELETE', `${MAPS}/kept`)).message).toContain('it is to be kept');
  expect((await api.refused('DELETE', `${MAPS}?labelSelector=keep`)).code).toBe(403);
  await api.get(`${MAPS}/kept`);
});

it('they know a rehearsal when they see one', async () => {
  expect((await api.refused('POST', `${MAPS}?dryRun=All`, { body: configMap('c') })).message).toContain('dry true');
});

it('they are not asked about other kinds', async () => {
  seen.length = 0;
  await api.create('/api/v1/namespaces/default/secrets', { metadata: { name: 'a' } });
  expect(seen).toEqual([]);
});
