import { afterAll, beforeAll, expect, it } from 'vitest';
import { configMap, pod, TestApi } from '../../test-support/test-api.ts';
import { humanDuration } from './duration.ts';

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';
const PARTIAL = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';
const MAPS = '/api/v1/namespaces/default/configmaps';
let api: TestApi;

beforeAll(async () => {
  api = await TestApi.start();
  await api.create(MAPS, configMap('one', { data: { a: '1', b: '2' } }));
});
afterAll(() => api.close());

it('a list as a table has columns, cells and the metadata of each row', async () => {
  expect(await api.ok('GET', MAPS, { accept: TABLE })).toMatchObject({
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata: { resourceVersion: expect.any(String) },
    columnDefinitions: [{ name: 'Name', format: 'name', priority: 0 }, { name: 'Data' }, { name: 'Age' }],
    rows: [
      {
        cells: ['one', 2, expect.stringMatching(/^\d+s$/)],
        object: { kind: 'PartialObjectMetadata', metadata: { name: 'one' } },
      },
    ],
  });
});

it.each([
  ['None', null],
  ['Object', expect.objectContaining({ kind: 'ConfigMap' })],
])('rows carry the object by includeObject=%s', async (include, object) => {
  expect(await api.ok('GET', `${MAPS}/one?includeObject=${include}`, { accept: TABLE })).toMatchObject({
    rows: [{ object }],
  });
});

it('a watch describes its columns once', async () => {
  const stop = new AbortController();
  const response = await api.send('GET', `${MAPS}?watch=1&resourceVersion=0`, { accept: TABLE, signal: stop.signal });
  if (response.kind !== 'watch') throw new Error('not a watch');
  await api.create(MAPS, configMap('two'));
  const described: number[] = [];
  for await (const batch of response.events) {
    for (const { object } of batch) described.push(Object(object).columnDefinitions.length);
    if (described.length >= 2) stop.abort();
  }
  expect(described).toEqual([3, 0]);
});

it('a list of metadata has nothing but metadata', async () => {
  const list = await api.ok('GET', MAPS, { accept: PARTIAL });
  expect(list).toMatchObject({ kind: 'PartialObjectMetadataList', items: [{ kind: 'PartialObjectMetadata' }, {}] });
  expect(JSON.stringify(list)).not.toContain('"data"');
});

it('an unsupported form is 406', async () => {
  expect(await api.refused('GET', MAPS, { accept: 'application/vnd.kubernetes.protobuf' })).toMatchObject({
    code: 406,
  });
});

it('a review is no object that a table could show', async () => {
  const url = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
  const body = { spec: { nonResourceAttributes: { path: '/', verb: 'get' } } };
  expect(await api.send('POST', url, { body })).toMatchObject({ status: 201 });
  expect(await api.refused('POST', url, { body, accept: TABLE })).toMatchObject({ code: 406 });
});

it('a finished pod is marked as completed', async () => {
  const url = '/api/v1/namespaces/default/pods';
  await api.create(url, pod('done'));
  await api.patch(`${url}/done/status`, { status: { phase: 'Succeeded' } });
  expect(await api.ok('GET', `${url}/done`, { accept: TABLE })).toMatchObject({
    rows: [{ conditions: [{ type: 'Completed', status: 'True' }] }],
  });
});

it.each([
  [0, '0s'],
  [119, '119s'],
  [120, '2m'],
  [200, '3m20s'],
  [3600, '60m'],
  [3 * 3600 + 60, '3h1m'],
  [47 * 3600, '47h'],
  [3 * 86_400 + 4 * 3600, '3d4h'],
  [400 * 86_400, '400d'],
  [800 * 86_400, '2y70d'],
])('%i seconds are shown as %s', (seconds, expected) => {
  expect(humanDuration(seconds * 1000)).toBe(expected);
});
