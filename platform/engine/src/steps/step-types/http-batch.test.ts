import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '@kubemin/base';
import { describe, expect, onTestFinished, test } from 'vitest';
import { guardedFetcher } from '../../task/outbound/guarded-fetcher.ts';
import { makeBench } from '../../test-support/bench.ts';
import { documentWithSteps } from '../../test-support/documents.ts';

interface Received {
  readonly key: string;
  readonly items: readonly unknown[];
}

/** A receiver that responds by the number of the request, and records what it received and how many came at once. */
async function receiver(respond: (request: Received, earlier: readonly Received[]) => number) {
  const received: Received[] = [];
  let open = 0;
  let most = 0;
  const server = createServer(async (request, response) => {
    open += 1;
    most = Math.max(most, open);
    const { items } = JSON.parse(await readBody(request));
    const each = { key: String(request.headers['idempotency-key']), items };
    const status = respond(each, [...received]);
    received.push(each);
    // The others arrive before this one ends.
    setImmediate(() => {
      open -= 1;
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ count: items.length }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { received, most: () => most, url: `http://127.0.0.1:${address.port}/embed` };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

async function run(properties: object, allowHosts: readonly string[] = ['127.0.0.1']) {
  const bench = await makeBench(systemClock, { fetcher: guardedFetcher({ allowHosts }) });
  await bench.engine.start();
  const step = { name: 'embed', type: 'http-batch', properties, outputs: [{ name: 'all', from: 'results' }] };
  const { id } = await bench.submit(documentWithSteps(['c1'], [step, { name: 'go', components: ['c1'] }]));
  const { task } = await bench.finished(id);
  return { task, job: (await bench.engine.jobs(id))[0] };
}

const items = Array.from({ length: 70 }, (_, index) => `item ${index}`);

describe('http-batch', () => {
  test('sends every item once, in batches, and leaves a summary', async () => {
    const { url, received } = await receiver(() => 200);
    const { task, job } = await run({ url, items, concurrency: 2 });
    expect(task).toMatchObject({ status: 'completed' });
    expect(received.map((each) => each.items.length).toSorted()).toEqual([32, 32, 6].toSorted());
    expect(received.flatMap((each) => each.items).toSorted()).toEqual(items.toSorted());
    expect(job).toMatchObject({
      message: `sent 70 items to ${url}: 3 batches succeeded, 0 failed`,
      outputs: { items: 70, batches: 3, succeeded: 3, failed: 0 },
    });
  });

  test('a text is cut into chunks that overlap', async () => {
    const { url, received } = await receiver(() => 200);
    await run({ url, text: 'abcdefghij', chunkSize: 4, chunkOverlap: 1 });
    expect(received.flatMap((each) => each.items)).toEqual(['abcd', 'defg', 'ghij']);
  });

  test('a batch is sent again after a transient error, with the same key, and the others are not', async () => {
    const { url, received } = await receiver(({ key }, earlier) =>
      key.endsWith('-1') && earlier.filter((each) => each.key === key).length < 2 ? 503 : 200,
    );
    const { task } = await run({ url, items, concurrency: 3 });
    expect(task.status).toBe('completed');
    expect(received.filter(({ key }) => key.endsWith('-1'))).toHaveLength(3);
    expect(received).toHaveLength(5);
  });

  test('a refused batch ends the step, or is counted', async () => {
    const refusing = () => receiver(({ key }) => (key.endsWith('-0') ? 422 : 200));
    const strict = await refusing();
    expect((await run({ url: strict.url, items, concurrency: 1 })).task).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('returned status 422'),
    });
    expect(strict.received).toHaveLength(1);
    const lenient = await refusing();
    const { task, job } = await run({ url: lenient.url, items, onError: 'skip' });
    expect(task.status).toBe('completed');
    expect(job?.outputs).toMatchObject({ succeeded: 2, failed: 1, failures: [{ batch: 0 }] });
    const none = await receiver(() => 422);
    expect((await run({ url: none.url, items, onError: 'skip' })).task.error).toContain('all 3 batches failed');
  });

  test('addresses that steps must not reach are refused, whatever becomes of failed batches', async () => {
    const { url, received } = await receiver(() => 200);
    expect((await run({ url, items, onError: 'skip' }, [])).task).toMatchObject({ status: 'failed' });
    expect(received).toEqual([]);
  });
});
