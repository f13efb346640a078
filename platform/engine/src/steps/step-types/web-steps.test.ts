import { createHmac } from 'node:crypto';
import { core } from '@kubemin/kubeapi/resources';
import { LABEL } from '@kubemin/render';
import { ManualClock, startTestCluster } from '@kubemin/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { FetchRequest, FetchResponse } from '../../task/outbound/fetcher.ts';
import { makeBench } from '../../test-support/bench.ts';
import { deliverTo, startClusterEngine } from '../../test-support/cluster-engine.ts';
import { documentWithSteps, parseDocument } from '../../test-support/documents.ts';

/** Responds with what the test defines, one after the other, the last one repeatedly; records the requests. */
function script(...responses: readonly Partial<FetchResponse>[]) {
  const asked: FetchRequest[] = [];
  const fetcher = async (request: FetchRequest): Promise<FetchResponse> => {
    const response = responses[Math.min(asked.length, responses.length - 1)];
    asked.push(request);
    return { status: 200, headers: {}, body: '', ...response };
  };
  return { asked, fetcher };
}

async function run(step: object, { fetcher }: Pick<ReturnType<typeof script>, 'fetcher'>) {
  const bench = await makeBench(new ManualClock(), { fetcher });
  await bench.engine.start();
  const { id } = await bench.submit(documentWithSteps(['c1'], [step, { name: 'go', components: ['c1'] }]));
  await bench.clock.advance(60_000);
  const { task } = await bench.finished(id);
  return { task, jobs: await bench.engine.jobs(id) };
}

describe('http', () => {
  test('sends what the step states with the job as key, and leaves the response for later steps', async () => {
    const web = script({ status: 201, body: '{"id":"42"}' });
    const step = {
      name: 'call',
      type: 'http',
      properties: { url: 'https://example.org/builds', method: 'post', headers: { 'x-team': 'a' }, body: { tag: '1' } },
    };
    const { task, jobs } = await run(step, web);
    expect(task.status).toBe('completed');
    expect(web.asked).toHaveLength(1);
    expect(web.asked[0]).toMatchObject({
      url: 'https://example.org/builds',
      method: 'POST',
      body: '{"tag":"1"}',
      headers: { 'x-team': 'a', 'content-type': 'application/json', 'idempotency-key': jobs[0]?.id },
    });
    expect(jobs[0]?.outputs).toEqual({ status: 201, body: '{"id":"42"}', json: { id: '42' } });
  });

  test('a busy server is asked again, a refusal ends the run in its words', async () => {
    const step = { name: 'call', type: 'http', properties: { url: 'https://example.org/' } };
    const busy = script({ status: 503 }, { status: 429 }, { status: 200 });
    expect((await run(step, busy)).task.status).toBe('completed');
    expect(busy.asked).toHaveLength(3);
    const refused = script({ status: 403, body: 'not you' });
    expect((await run(step, refused)).task).toMatchObject({
      status: 'failed',
      error: 'step "call": GET https://example.org/ returned status 403: not you',
    });
    expect(refused.asked).toHaveLength(1);
    const expected = { ...step, properties: { ...step.properties, expectStatus: [403] } };
    expect((await run(expected, refused)).task.status).toBe('completed');
  });
});

test('notify: signed with a Secret of the namespace; the key stays the same over retries', async () => {
  const cluster = await startTestCluster({ controllers: false });
  onTestFinished(() => cluster.close());
  const metadata = { name: 'hook', namespace: 'default' };
  const data = { token: Buffer.from('hunter2').toString('base64') };
  await cluster.client
    .resource(core.v1.secrets, 'default')
    .create({ apiVersion: 'v1', kind: 'Secret', metadata, data });
  const web = script({ status: 500 }, { status: 204 });
  const engine = await startClusterEngine(cluster.client, { fetcher: web.fetcher, settings: { retryMinMs: 1 } });
  const component = [{ name: 'conf', type: 'config', properties: { conf: { a: '1' } } }];
  const notify = (secret: object) => [
    { name: 'go', components: ['conf'] },
    { name: 'hook', type: 'notify', properties: { url: 'https://example.org/hook', message: 'done', secret } },
  ];
  const { task, jobs } = await deliverTo(engine, 'notify', component, notify({ name: 'hook' }));
  expect(task).toMatchObject({ status: 'completed' });
  const [first, second] = web.asked;
  expect(first?.headers?.['x-kubemin-delivery']).toBe(jobs.at(-1)?.id);
  expect(second?.headers?.['x-kubemin-delivery']).toBe(jobs.at(-1)?.id);
  const { headers = {}, body = '' } = second ?? {};
  const hmac = createHmac('sha256', 'hunter2').update(`${headers['x-kubemin-timestamp']}.${body}`).digest('hex');
  expect(headers['x-kubemin-signature']).toBe(`sha256=${hmac}`);
  expect(JSON.parse(body)).toMatchObject({ step: 'hook', message: 'done', application: { name: 'notify' } });

  const missing = await deliverTo(engine, 'notify', component, notify({ name: 'nowhere' }));
  expect(missing.task?.error).toBe(
    'step "hook": cannot sign the message: Secret "nowhere" does not exist in namespace default',
  );
});

test('notify: a Secret of another application is not read, that of the application itself is', async () => {
  const cluster = await startTestCluster({ controllers: false });
  onTestFinished(() => cluster.close());
  const metadata = { name: 'hook', namespace: 'default', labels: { [LABEL.appId]: 'owner' } };
  const data = { token: Buffer.from('hunter2').toString('base64') };
  await cluster.client
    .resource(core.v1.secrets, 'default')
    .create({ apiVersion: 'v1', kind: 'Secret', metadata, data });
  const web = script({ status: 204 });
  const engine = await startClusterEngine(cluster.client, { fetcher: web.fetcher, settings: { restrictUses: true } });
  const component = [{ name: 'conf', type: 'config', properties: { conf: { a: '1' } } }];
  const properties = { url: 'https://example.org/hook', message: 'done', secret: { name: 'hook' } };
  const workflow = [
    { name: 'go', components: ['conf'] },
    { name: 'hook', type: 'notify', properties },
  ];
  const document = parseDocument({ name: 'thief', component, workflow });
  expect(engine.uses(document)).toContainEqual({ component: '', kind: 'Secret', namespace: 'default', name: 'hook' });
  const { task } = await deliverTo(engine, 'thief', component, workflow);
  expect(task).toMatchObject({ status: 'failed', error: expect.stringContaining('belongs to another application') });
  expect(web.asked).toEqual([]);
  const owned = [{ name: 'owned', type: 'config', properties: { conf: { a: '1' } } }];
  const owner = await deliverTo(engine, 'owner', owned, [{ name: 'go', components: ['owned'] }, ...workflow.slice(1)]);
  expect(owner.task?.status).toBe('completed');
});

test('config.url: the data is fetched when it is delivered; an address that is refused fails the job in words', async () => {
  const cluster = await startTestCluster({ controllers: false });
  onTestFinished(() => cluster.close());
  const web = script({ status: 200, body: 'mode=fast' });
  const component = (url: string) => [
    { name: 'fetched', type: 'config', properties: { conf: { 'config.url': url, 'config.fileName': 'app.ini' } } },
  ];
  const engine = await startClusterEngine(cluster.client, { fetcher: web.fetcher });
  expect((await deliverTo(engine, 'fetch', component('https://example.org/app.ini'))).task?.status).toBe('completed');
  const stored = await cluster.client.resource(core.v1.configmaps, 'default').get('fetched');
  expect(stored.data).toEqual({ 'app.ini': 'mode=fast' });
  await engine.stop();
  const guarded = await startClusterEngine(cluster.client);
  const { task } = await deliverTo(guarded, 'fetch', component('http://169.254.169.254/latest'));
  expect(task).toMatchObject({ status: 'failed', error: expect.stringContaining('is a private address') });
});
