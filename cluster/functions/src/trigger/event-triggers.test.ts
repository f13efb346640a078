import { createHmac } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { core } from '@kubemin/kubeapi/resources';
import { eventually, freePort, missingService, startKafka, startRedis } from '@kubemin/testing';
import { createClient } from '@redis/client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SampleError } from '../test-support/sample-functions.ts';
import { functionWorkflows, workflowRuns } from '../workflow/index.ts';
import { isReady, TriggerBench } from './test-support/trigger-bench.ts';

const FULL = process.env.KUBEMIN_TEST_FULL === '1';
let bench: TriggerBench;
/** Events for which the function `fickle` fails. */
let isFailing: (event: Readonly<Record<string, unknown>>) => boolean = () => false;

beforeAll(async () => {
  const ok = () => ({});
  bench = await TriggerBench.start({
    ...{ files: ok, times: ok, hooks: ok, signed: ok, objects: ok, streams: ok, kafka: ok, plain: ok },
    fickle: ({ event }) => {
      if (typeof event === 'object' && event !== null && isFailing({ ...event }))
        throw new SampleError('Busy', 'not now');
      return {};
    },
  });
});
beforeEach(() => {
  isFailing = () => false;
});
afterAll(() => bench?.close());

/** Runs `work` while no controller runs. */
async function whileDown(work: () => Promise<unknown>): Promise<void> {
  await bench.stopControllers();
  await work();
  await bench.startControllers();
}

describe('a trigger of files', () => {
  test('fires for changes, not for files of editors, and finds what changed while it was down', async () => {
    const directory = join(bench.files.path, 'watched');
    await mkdir(directory);
    await writeFile(join(directory, 'before'), 'is no event');
    const file = { path: directory, debounceMilliseconds: 20, on: ['created', 'changed', 'deleted'] };
    await bench.watch('files', { type: 'file', file, target: { function: 'files' } });
    const seen = () => bench.events('files').map(({ change, path }) => `${change} ${path}`);
    await writeFile(join(directory, '.a.swp'), 'swap');
    await writeFile(join(directory, '4913'), 'probe');
    await writeFile(join(directory, 'a'), 'one');
    await eventually(() => seen().includes('created a'));
    // As editors save: a new file takes the place of the old one.
    await writeFile(join(directory, 'a~'), 'two!');
    await rename(join(directory, 'a~'), join(directory, 'a'));
    await eventually(() => seen().includes('changed a'));
    await whileDown(async () => {
      await writeFile(join(directory, 'b'), 'new');
      await rm(join(directory, 'before'));
    });
    await eventually(() => seen().length === 4);
    await writeFile(join(directory, 'c'), 'after the restart');
    await eventually(() => seen().length === 5);
    expect([...seen()].sort()).toEqual(['changed a', 'created a', 'created b', 'created c', 'deleted before']);
    const { status } = await bench.status('files', (trigger) => trigger.status?.pending?.length === 0);
    expect(status).toMatchObject({ received: 5, delivered: 5 });
  });

  test('whose directory is missing reports it, and fires once it is there', async () => {
    const directory = join(bench.files.path, 'later');
    await bench.apply('later', {
      type: 'file',
      file: { path: directory, debounceMilliseconds: 0 },
      target: { function: 'plain' },
    });
    const { status } = await bench.status('later', (trigger) => trigger.status?.conditions !== undefined);
    expect(status?.conditions).toMatchObject([{ status: 'False', reason: 'SourceFailed' }]);
    await mkdir(directory);
    await bench.status('later', isReady);
    await writeFile(join(directory, 'x'), '1');
    await eventually(() => bench.server.callsOf('plain').length > 0);
  });

  test.each(['/', '/etc', '..'])('is refused outside of the directories that are allowed: %s', async (path) => {
    await bench.apply('outside', { type: 'file', file: { path }, target: { function: 'plain' } });
    const { status } = await bench.status(
      'outside',
      ({ metadata, status: found }) =>
        found?.conditions?.some((one) => one.observedGeneration === metadata.generation) === true,
    );
    expect(status?.conditions?.[0]?.message).toContain('is not below');
    await bench.triggers.delete('outside');
  });
});

describe('a schedule', () => {
  test('fires at its times, and once for those that were missed', async () => {
    await bench.watch('times', {
      type: 'cron',
      cron: { schedule: '@every 1s', missed: 'once' },
      target: { function: 'times' },
      arguments: { x: 1 },
    });
    const times = () => bench.events('times').map(({ scheduledAt }) => Date.parse(String(scheduledAt)));
    await eventually(() => times().length >= 2);
    await whileDown(() => eventually(() => Date.now() > Math.max(...times()) + 3_500));
    const { status } = await bench.status('times', (trigger) => (trigger.status?.missed ?? 0) >= 2);
    await bench.triggers.delete('times');
    expect(status?.missed).toBeGreaterThanOrEqual(2);
    expect(times().every((time) => time % 1000 === 0)).toBe(true);
    expect(bench.server.callsOf('times')[0]?.args).toMatchObject({ x: 1, event: { type: 'cron' } });
  });

  test.each([
    ['an unknown zone', { schedule: '* * * * *', timeZone: 'Mars/Base' }, 'Mars/Base'],
    ['a bad schedule', { schedule: '61 * * * *' }, '61'],
  ])('with %s reports it', async (_, cron, text) => {
    await bench.apply('bad-cron', { type: 'cron', cron, target: { function: 'times' } });
    const { status } = await bench.status(
      'bad-cron',
      ({ metadata, status: found }) =>
        found?.conditions?.some((one) => one.observedGeneration === metadata.generation) === true,
    );
    expect(status?.conditions).toMatchObject([{ status: 'False' }]);
    expect(status?.conditions?.[0]?.message).toContain(text);
    await bench.triggers.delete('bad-cron');
  });
});

describe('a webhook', () => {
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(`${bench.hooksUrl}/${path}`, { method: 'POST', body, headers });

  test('stores the event under the id of the delivery, and passes body and headers on', async () => {
    await bench.watch('hook', { type: 'webhook', target: { function: 'hooks' } });
    const headers = { 'x-github-delivery': 'delivery-1', 'x-github-event': 'push', authorization: 'secret' };
    const response = await post('default/hook', '{"ref":"main"}', headers);
    expect(response.status).toBe(202);
    expect(await response.json()).toEqual({ id: 'delivery-1' });
    await eventually(() => bench.server.callsOf('hooks').length > 0);
    const [call] = bench.server.callsOf('hooks');
    expect(call?.eventId).toBe('delivery-1');
    expect(call?.args.event).toMatchObject({
      id: 'delivery-1',
      body: { ref: 'main' },
      headers: { 'x-github-event': 'push' },
    });
    expect(JSON.stringify(call?.args)).not.toContain('secret');
    expect((await post('default/hook', 'text')).status).toBe(202);
    await eventually(() => bench.events('hooks').some(({ body }) => body === 'text'));
  });

  test('with a secret takes only bodies that are signed with it', async () => {
    const secrets = bench.cluster.client.resource(core.v1.secrets, 'default');
    const webhook = { secret: { name: 'hook-key', key: 'token' }, maxBodyBytes: 100 };
    await bench.watch('signed', { type: 'webhook', webhook, target: { function: 'signed' } });
    expect((await post('default/signed', '{}')).status).toBe(503);
    await secrets.create({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'hook-key' },
      stringData: { token: 'k' },
    });
    const sign = (body: string, key: string) => `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;
    const statuses = [
      await post('default/signed', '{}'),
      await post('default/signed', '{}', { 'x-hub-signature-256': sign('{}', 'other') }),
      await post('default/signed', '{ }', { 'x-hub-signature-256': sign('{}', 'k') }),
      await post('default/signed', '{}', { 'x-hub-signature-256': 'sha256=zz' }),
      await post('default/signed', '{}', { 'x-hub-signature-256': sign('{}', 'k') }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([401, 401, 401, 401, 202]);
    await eventually(() => bench.server.callsOf('signed').length === 1);
  });

  test('refuses other methods, unknown names and large bodies', async () => {
    await bench.watch('small', { type: 'webhook', webhook: { maxBodyBytes: 100 }, target: { function: 'plain' } });
    expect((await fetch(`${bench.hooksUrl}/default/small`)).status).toBe(405);
    expect((await post('default/missing', '{}')).status).toBe(404);
    expect((await post('default/..%2f', '{}')).status).toBe(404);
    expect((await post('default/small', 'x'.repeat(101))).status).toBe(413);
    expect((await post('default', '{}')).status).toBe(404);
  });

  test('whose function fails takes further events, and delivers all of them', async () => {
    isFailing = ({ body }) => body !== 3;
    const retry = { maxAttempts: 1000, backoffSeconds: 0.02, maxBackoffSeconds: 0.05 };
    await bench.watch('fickle', { type: 'webhook', target: { function: 'fickle' }, retry });
    for (const body of [1, 2, 3]) {
      const response = await post('default/fickle', `${body}`, { 'x-event-id': `event-${body}` });
      expect(response.status).toBe(202);
    }
    await bench.status('fickle', ({ status }) => status?.delivered === 1 && status.pending?.length === 2);
    await eventually(() => bench.server.callsOf('fickle').filter(({ eventId }) => eventId === 'event-1').length > 2);
    isFailing = () => false;
    const { status } = await bench.status('fickle', (trigger) => trigger.status?.delivered === 3);
    expect(status).toMatchObject({
      pending: [],
      received: 3,
      lastError: { message: expect.stringContaining('not now') },
    });
    expect(status?.failed ?? 0).toBe(0);
  });

  test('gives an event up after its last attempt', async () => {
    isFailing = () => true;
    const retry = { maxAttempts: 2, backoffSeconds: 0.01 };
    await bench.watch('given-up', { type: 'webhook', target: { function: 'fickle' }, retry });
    await post('default/given-up', '{}', { 'x-event-id': 'hopeless' });
    const { status } = await bench.status('given-up', (trigger) => trigger.status?.failed === 1);
    expect(status?.pending).toEqual([]);
    expect(bench.server.callsOf('fickle').filter(({ eventId }) => eventId === 'hopeless')).toHaveLength(2);
  });

  test('sends senders away while too many events wait, and while it is paused', async () => {
    isFailing = () => true;
    const retry = { maxAttempts: 1000, backoffSeconds: 3600, maxBackoffSeconds: 3600 };
    await bench.watch('full', { type: 'webhook', target: { function: 'fickle' }, retry, parallelism: 100 });
    const statuses = await Promise.all(
      Array.from({ length: 120 }, () => post('default/full', '{}').then(({ status }) => status)),
    );
    expect(statuses.filter((status) => status === 202)).toHaveLength(100);
    expect(statuses.filter((status) => status === 503)).toHaveLength(20);
    await bench.apply('full', {
      type: 'webhook',
      target: { function: 'fickle' },
      retry,
      parallelism: 100,
      paused: true,
    });
    const response = await post('default/full', '{}');
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '60']);
    await bench.triggers.delete('full');
  });

  test('passes a large body to a workflow, and starts it once for a delivery', async () => {
    const { client } = bench.cluster;
    const workflow = {
      apiVersion: 'functions.kubemin.io/v1',
      kind: 'FunctionWorkflow',
      metadata: { name: 'on-hook' },
      spec: { startNode: 'a', nodes: [{ name: 'a', type: 'func', func: { name: 'plain' } }] },
    };
    await client
      .resource(functionWorkflows, 'default')
      .patch('on-hook', { type: 'apply', body: workflow }, { fieldManager: 'test' });
    await bench.watch('to-workflow', { type: 'webhook', target: { workflow: 'on-hook' } });
    const body = JSON.stringify({ text: 'x'.repeat(100_000) });
    for (let time = 0; time < 2; time += 1) {
      expect((await post('default/to-workflow', body, { 'ce-id': 'one' })).status).toBe(202);
      await bench.status('to-workflow', ({ status }) => status?.delivered === time + 1);
    }
    const runs = client.resource(workflowRuns, 'default');
    const started = async () => (await runs.list({ labelSelector: 'functions.kubemin.io/trigger=to-workflow' })).items;
    const [run, ...more] = await eventually(started, { until: ([one]) => one?.status?.phase === 'Succeeded' });
    expect(more).toEqual([]);
    expect(run?.spec).toMatchObject({ eventId: 'one', argumentsFrom: { size: expect.any(Number) } });
    const call = bench.server.callsOf('plain').find(({ args }) => JSON.stringify(args).includes('xxxx'));
    expect(call?.args.event).toMatchObject({ body: { text: 'x'.repeat(100_000) } });
    const { status } = await bench.triggers.get('to-workflow');
    expect(JSON.stringify(status).length).toBeLessThan(5_000);
  });
});

describe('a trigger of objects', () => {
  const maps = () => bench.cluster.client.resource(core.v1.configmaps, 'default');
  const make = (name: string, labels = { watched: 'yes' }) =>
    maps().create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels }, data: { password: 'hidden' } });
  const change = (name: string, value: string) => maps().patch(name, { type: 'merge', body: { data: { value } } });

  test('fires for creations, updates and deletions, also those while it was down', async () => {
    await make('old');
    const object = { apiVersion: 'v1', kind: 'ConfigMap', labelSelector: 'watched=yes' };
    await bench.watch('objects', { type: 'object', object, target: { function: 'objects' } });
    const seen = () => bench.events('objects').map((event) => `${event.change} ${event.name}`);
    await make('one');
    await make('unwatched', { watched: 'no' });
    await change('one', '1');
    await make('short');
    await maps().delete('short');
    await eventually(() => seen().length === 4);
    await whileDown(async () => {
      await change('one', '2');
      await make('two');
      await maps().delete('old');
    });
    await eventually(() => seen().length === 7);
    await maps().delete('one');
    await eventually(() => seen().length === 8);
    expect([...seen()].sort()).toEqual([
      ...['created one', 'created short', 'created two', 'deleted old', 'deleted one', 'deleted short'],
      ...['updated one', 'updated one'],
    ]);
    expect(JSON.stringify(bench.events('objects'))).not.toContain('hidden');
  });

  test.each([
    ['Nothing', 'example.com/v1', 'no kind'],
    ['Node', 'v1', 'not namespaced'],
  ])('of the kind %s reports why it cannot', async (kind, apiVersion, text) => {
    await bench.apply('bad-kind', { type: 'object', object: { apiVersion, kind }, target: { function: 'objects' } });
    const { status } = await bench.status(
      'bad-kind',
      ({ metadata, status: found }) =>
        found?.conditions?.some((one) => one.observedGeneration === metadata.generation) === true,
    );
    expect(status?.conditions?.[0]?.message).toContain(text);
    await bench.triggers.delete('bad-kind');
  });
});

test.each([
  ['no target', { type: 'webhook', target: {} }],
  ['two targets', { type: 'webhook', target: { function: 'f', workflow: 'w' } }],
  ['no source', { type: 'cron', target: { function: 'f' } }],
])('a trigger with %s is not valid', async (_, spec) => {
  await bench.apply('invalid', spec);
  const { status } = await bench.status('invalid', ({ status: found }) => found?.conditions !== undefined);
  expect(status?.conditions).toMatchObject([{ status: 'False', reason: 'Invalid' }]);
  await bench.triggers.delete('invalid');
});

describe.skipIf(missingService('redis') !== undefined)('a trigger of a Redis stream', () => {
  test('fires for each entry, also for those that were added while it was down', async () => {
    await using redis = {
      service: await startRedis(),
      async [Symbol.asyncDispose]() {
        await this.service.close();
      },
    };
    const client = createClient({ url: redis.service.url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      await client.xAdd('orders', '*', { n: '0' });
      const redisStream = { url: redis.service.url, stream: 'orders' };
      await bench.watch('streams', { type: 'redisStream', redisStream, target: { function: 'streams' } });
      const seen = () => bench.events('streams').map(({ fields }) => JSON.stringify(fields));
      await client.xAdd('orders', '*', { n: '1' });
      await eventually(() => seen().length === 1);
      await whileDown(async () => {
        for (const n of ['2', '3']) await client.xAdd('orders', '*', { n });
      });
      await eventually(() => seen().length === 3);
      expect([...seen()].sort()).toEqual(['{"n":"1"}', '{"n":"2"}', '{"n":"3"}']);
    } finally {
      client.destroy();
      await bench.triggers.delete('streams');
    }
  });

  test('that cannot be reached reports it', async () => {
    const redisStream = { url: `redis://127.0.0.1:${await freePort()}`, stream: 'orders' };
    await bench.apply('unreachable', { type: 'redisStream', redisStream, target: { function: 'streams' } });
    const { status } = await bench.status('unreachable', (trigger) => trigger.status?.conditions !== undefined);
    expect(status?.conditions).toMatchObject([{ status: 'False', reason: 'SourceFailed' }]);
    await bench.triggers.delete('unreachable');
  });
});

describe.skipIf(!FULL || missingService('kafka') !== undefined)('a trigger of a Kafka topic', () => {
  test('fires for each message, also for those that were sent while it was down', async () => {
    const { Producer, Admin, stringSerializers } = await import('@platformatic/kafka');
    const kafka = await startKafka();
    const bootstrapBrokers = [kafka.url.replace('kafka://', '')];
    const admin = new Admin({ clientId: 'test', bootstrapBrokers });
    const producer = new Producer({ clientId: 'test', bootstrapBrokers, serializers: stringSerializers });
    const send = (value: string) => producer.send({ messages: [{ topic: 'orders', key: 'k', value }] });
    try {
      await admin.createTopics({ topics: ['orders'], partitions: 1 });
      const spec = { brokers: bootstrapBrokers, topic: 'orders', from: 'earliest' };
      await bench.watch('kafka', { type: 'kafka', kafka: spec, target: { function: 'kafka' } });
      const seen = () => bench.events('kafka').map(({ value }) => JSON.stringify(value));
      await send('{"n":1}');
      await eventually(() => seen().length === 1);
      await whileDown(() => send('{"n":2}'));
      await eventually(() => seen().length === 2);
      expect(seen()).toEqual(['{"n":1}', '{"n":2}']);
    } finally {
      await bench.triggers.delete('kafka');
      await Promise.all([admin.close(), producer.close()]);
      await kafka.close();
    }
  });
});
