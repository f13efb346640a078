import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { systemClock } from '@kubemin/base';
import { guardedFetcher } from '@kubemin/engine';
import { eventually, SeededRandom, startTestCluster, type TestCluster } from '@kubemin/testing';
import { createTestSqlite } from '@kubemin/testing/vitest';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { json, SHOP } from '../../test-support/documents.ts';
import { startTestPlatform, type TestPlatform } from '../../test-support/test-platform.ts';
import type { CloudEvent } from './cloud-event.ts';
import { webhookSink } from './event-sink.ts';

const SECRET = 'shared';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 1 });
});
afterAll(() => cluster.close());

interface Delivered {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A receiver of events that accepts them or not, as `decide` returns. */
async function startReceiver(decide: (response: ServerResponse) => 'taken' | 'not' = () => 'taken') {
  const taken: Delivered[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece: string) => {
      body += piece;
    });
    request.on('end', () => {
      if (decide(response) !== 'taken') return;
      taken.push({ headers: request.headers, body });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = `http://127.0.0.1:${address.port}/hook`;
  const events = (): readonly CloudEvent[] => taken.flatMap(({ body }): CloudEvent[] => JSON.parse(body));
  return { url, taken, events };
}

const sinkTo = (url: string) =>
  webhookSink({ url, secret: SECRET, fetcher: guardedFetcher({ allowHosts: ['127.0.0.1'] }), clock: systemClock });

/** Runs the application once more, to its end; returns the ids its events must have. */
async function runOnce({ client }: TestPlatform, name = 'shop'): Promise<readonly string[]> {
  const { id } = await client.saveApplication(json({ ...SHOP, name }));
  const { taskId } = await client.execWorkflow(id);
  const ids: string[] = [];
  for await (const { sequence } of client.followRun(taskId)) ids.push(`${taskId}.${sequence}`);
  return ids;
}

/** Each id where it was first seen: what is left after a receiver has dropped what it knows. */
const withoutRepeats = (events: readonly CloudEvent[]): readonly string[] => [...new Set(events.map(({ id }) => id))];

test('every transition arrives in its order, as a signed CloudEvent', async () => {
  const receiver = await startReceiver();
  const platform = await startTestPlatform({ kube: cluster.client, sinks: [sinkTo(receiver.url)] });
  await eventually(async () => (await platform.client.readiness()).publications[0]?.status === 'up');
  const expected = [...(await runOnce(platform)), ...(await runOnce(platform))];
  await eventually(() => receiver.events().length >= expected.length);
  expect(receiver.events().map(({ id }) => id)).toEqual(expected);
  expect(receiver.events()[0]).toMatchObject({
    specversion: '1.0',
    type: 'io.kubemin.run.task',
    subject: expected[0]?.split('.')[0],
    data: { kind: 'task', sequence: 1, task: { appName: 'shop', status: 'waiting' } },
  });
  for (const { headers, body } of receiver.taken) {
    const hmac = createHmac('sha256', SECRET).update(`${headers['x-kubemin-timestamp']}.${body}`).digest('hex');
    expect(headers['x-kubemin-signature']).toBe(`sha256=${hmac}`);
    expect(headers['content-type']).toBe('application/cloudevents-batch+json');
  }
});

test('a receiver that refuses, hangs up and is away at random misses nothing', async () => {
  const random = new SeededRandom(3);
  const receiver = await startReceiver((response) => {
    const mood = random.below(4);
    if (mood === 0) response.writeHead(500).end();
    else if (mood === 1) response.destroy();
    else return 'taken';
    return 'not';
  });
  const platform = await startTestPlatform({ kube: cluster.client, sinks: [sinkTo(receiver.url)] });
  await eventually(async () => (await platform.client.readiness()).publications[0]?.status === 'up');
  const expected: string[] = [];
  for (let run = 0; run < 4; run += 1) expected.push(...(await runOnce(platform)));
  await eventually(() => withoutRepeats(receiver.events()).length >= expected.length);
  expect(withoutRepeats(receiver.events())).toEqual(expected);
});

test('an address without a server delays no run, and health reports it', async () => {
  const platform = await startTestPlatform({ kube: cluster.client, sinks: [sinkTo('http://127.0.0.1:1/')] });
  await runOnce(platform);
  await eventually(async () => (await platform.client.readiness()).publications, {
    until: ([first]) => first?.name === 'webhook' && first.status === 'down',
  });
  await runOnce(platform);
});

test('one instance publishes; when it stops the other goes on where it was', async () => {
  const receiver = await startReceiver();
  const place = await createTestSqlite();
  const engine = { leaseRetryMs: 50, replicaCheckMs: 50 };
  const first = await startTestPlatform({ kube: cluster.client, place, engine, sinks: [sinkTo(receiver.url)] });
  await eventually(async () => (await first.client.readiness()).publications[0]?.status === 'up');
  const second = await startTestPlatform({ kube: cluster.client, place, engine, sinks: [sinkTo(receiver.url)] });
  expect((await second.client.readiness()).publications).toEqual([{ name: 'webhook', status: 'elsewhere' }]);
  const expected = [...(await runOnce(first))];
  await first.server.close();
  await first.engine.stop();
  expected.push(...(await runOnce(second, 'of-the-second')));
  await eventually(() => withoutRepeats(receiver.events()).length >= expected.length);
  expect(withoutRepeats(receiver.events())).toEqual(expected);
});
