import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestApi } from '../test-support/test-api.ts';

const NODES = '/api/v1/nodes';
const NOT_READY = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };
let api: TestApi;

beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.close());

it('a new node gets no pods until it is seen ready; a removed taint stays removed', async () => {
  const taints = [{ key: 'gpu', effect: 'NoSchedule' }];
  const created = await api.create(NODES, { metadata: { name: 'a' }, spec: { taints } });
  expect(created).toMatchObject({ spec: { taints: [...taints, NOT_READY] } });
  const updated = await api.patch(`${NODES}/a`, { spec: { taints } });
  expect(updated).toMatchObject({ spec: { taints } });
});

it('a node that comes with the taint has it once', async () => {
  const created = await api.create(NODES, { metadata: { name: 'b' }, spec: { taints: [NOT_READY] } });
  expect(created).toMatchObject({ spec: { taints: [NOT_READY] } });
});
