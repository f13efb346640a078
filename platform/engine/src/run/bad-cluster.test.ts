import { core } from '@kubemin/kubeapi/resources';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { deliverTo, startClusterEngine, submitTo } from '../test-support/cluster-engine.ts';
import { FaultyApi } from '../test-support/faulty-api.ts';

const api = new FaultyApi();
let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ transport: 'http', around: api.around });
});
afterEach(() => api.restore());
afterAll(() => cluster.close());

const SWIFT = { retryMinMs: 5, retryMaxMs: 20, pollIntervalMs: 50 };
const config = (name: string) => ({ name, type: 'config', properties: { conf: { key: 'value' } } });
const web = (name: string) => ({ name, type: 'webservice', image: 'web:1', properties: { ports: [{ port: 80 }] } });
const writesTo = (name: string) => (request: { readonly method: string; readonly body?: unknown }) =>
  request.method === 'POST' && JSON.stringify(requestBody(request)).includes(`"${name}"`);

function requestBody({ body }: { readonly body?: unknown }): unknown {
  const bytes = typeof body === 'object' && body !== null && 'bytes' in body ? body.bytes : undefined;
  return bytes instanceof Uint8Array ? JSON.parse(new TextDecoder().decode(bytes)) : body;
}

test.each([
  ['429', { status: 429, reason: 'TooManyRequests', retryAfter: 0 }],
  ['429 without a word when to come back', { status: 429, reason: 'TooManyRequests' }],
  ['500', { status: 500, reason: 'InternalError' }],
  ['503', { status: 503, reason: 'ServiceUnavailable' }],
  ['504', { status: 504, reason: 'Timeout' }],
] as const)(
  'a cluster that responds %s now and then: the run completes, each object created once',
  async (_name, fault) => {
    const name = `now-and-then-${fault.status}-${'retryAfter' in fault}`;
    const engine = await startClusterEngine(cluster.client, { settings: SWIFT });
    api.fail(fault, writesTo(`${name}-c`), 2);
    // Reading before the first write, and looking for what is left over, meet it too.
    api.fail(fault, ({ method, path }) => method === 'GET' && path.endsWith(`/${name}-c`), 1);
    api.fail(fault, ({ method, query }) => method === 'GET' && query.get('labelSelector')?.includes(name) === true, 1);
    const { task, jobs } = await deliverTo(engine, name, [config(`${name}-c`)]);
    expect(task).toMatchObject({ status: 'completed' });
    expect(jobs).toMatchObject([{ status: 'completed' }]);
    expect(jobs[0]?.attempt).toBeGreaterThan(1);
    expect(api.met.filter((each) => each.startsWith('POST')).length).toBeGreaterThan(0);
  },
);

test('a cluster that always responds 500: the run fails with its message, others complete, and nothing is lost', async () => {
  const engine = await startClusterEngine(cluster.client, { settings: SWIFT });
  api.fail({ status: 500, reason: 'InternalError' }, writesTo('broken-c'));
  const [broken, fine] = await Promise.all([
    deliverTo(engine, 'broken', [config('broken-a'), config('broken-c'), config('broken-d')]),
    deliverTo(engine, 'fine', [config('fine-c'), web('fine-web')]),
  ]);
  expect(broken.task).toMatchObject({ status: 'failed', error: expect.stringContaining('injected: InternalError') });
  expect(broken.jobs.map(({ status }) => status)).toEqual(['completed', 'failed', 'skipped']);
  expect(fine.task).toMatchObject({ status: 'completed' });

  api.restore();
  const again = await engine.retry(broken.id);
  await eventually(async () => (await engine.task(again.id))?.status === 'completed');
  expect((await engine.jobs(again.id)).map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
});

test('a cluster that does not respond to a write: that run ends timeout, others complete meanwhile', async () => {
  const engine = await startClusterEngine(cluster.client, { settings: { ...SWIFT, defaultJobTimeoutMs: 1_000 } });
  api.fail('hangs', writesTo('hung-c'));
  const hung = await submitTo(engine, 'hung', [config('hung-c')]);
  const { task } = await deliverTo(engine, 'beside', [config('beside-c')]);
  expect(task).toMatchObject({ status: 'completed' });
  expect((await engine.task(hung))?.status).toBe('running');
  const ended = await eventually(() => engine.task(hung), { until: (each) => each?.status !== 'running' });
  expect(ended).toMatchObject({ status: 'timeout', error: expect.stringContaining('not done after 1 s') });
});

test('a cluster that does not respond to a write: a cancel is stored all the same, within a moment', async () => {
  const engine = await startClusterEngine(cluster.client, { settings: SWIFT });
  api.fail('hangs', writesTo('stuck-c'));
  const id = await submitTo(engine, 'stuck', [config('stuck-c')]);
  await eventually(() => api.met.some((each) => each.includes('/configmaps')));
  expect(await engine.cancel(id)).toMatchObject({ status: 'cancelled' });
});

test('a cluster whose watches break off with 410: what is waited for is seen all the same', async () => {
  const engine = await startClusterEngine(cluster.client, { settings: SWIFT });
  api.fail(
    { status: 410, reason: 'Expired' },
    ({ query }) => query.get('watch') === 'true' || query.get('watch') === '1',
    6,
  );
  const before = api.met.length;
  const { task } = await deliverTo(engine, 'expired', [web('expired-web')]);
  expect(task).toMatchObject({ status: 'completed' });
  expect(api.met.length).toBeGreaterThan(before);
  expect(await cluster.client.resource(core.v1.services, 'default').find('expired-web')).toBeDefined();
});

test('a cluster that refuses permanently is not asked again', async () => {
  const engine = await startClusterEngine(cluster.client, { settings: SWIFT });
  api.fail({ status: 403, reason: 'Forbidden' }, writesTo('forbidden-c'));
  const before = api.met.length;
  const { task } = await deliverTo(engine, 'forbidden', [config('forbidden-c')]);
  expect(task).toMatchObject({ status: 'failed', error: expect.stringContaining('Forbidden') });
  expect(api.met.slice(before)).toHaveLength(1);
});
