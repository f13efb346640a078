import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { eventually, ManualClock } from '@kubemin/testing';
import { afterEach, describe, expect, test } from 'vitest';
import type { EventBursts } from '../api/bound-route.ts';
import { writeEventStream } from './event-stream.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Both ends of one real HTTP exchange. */
async function exchange(): Promise<{ readonly incoming: Promise<IncomingMessage>; readonly response: ServerResponse }> {
  const arrived = Promise.withResolvers<ServerResponse>();
  const server = createServer((_, response) => arrived.resolve(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const incoming = new Promise<IncomingMessage>((resolve, reject) => {
    get({ port: address.port, agent: false }, resolve).on('error', reject);
  });
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { incoming, response: await arrived.promise };
}

async function readMessageText(message: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of message.setEncoding('utf8')) text += piece;
  return text;
}

async function* numbered(count: number, data: string, taken: (index: number) => void): EventBursts {
  for (let index = 1; index <= count; index += 1) {
    taken(index);
    yield [{ id: String(index), event: 'job', data }];
  }
}

describe('writing an event stream', () => {
  test('each event has its id, its name and its data, and the stream ends with the events', async () => {
    const { incoming, response } = await exchange();
    const signal = new AbortController().signal;
    const done = writeEventStream(
      response,
      numbered(2, '{}', () => undefined),
      { clock: new ManualClock(), heartbeatMs: 1000, signal },
    );
    const message = await incoming;
    expect(message.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(await readMessageText(message)).toBe('id: 1\nevent: job\ndata: {}\n\nid: 2\nevent: job\ndata: {}\n\n');
    await done;
  });

  test('a quiet stream beats, and stops beating when it is aborted', async () => {
    const { incoming, response } = await exchange();
    const clock = new ManualClock();
    const stop = new AbortController();
    async function* silence(): EventBursts {
      await new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
    }
    const done = writeEventStream(response, silence(), { clock, heartbeatMs: 1000, signal: stop.signal });
    const text = incoming.then(readMessageText);
    await incoming;
    await clock.advance(2500);
    stop.abort();
    await done;
    await clock.advance(5000);
    expect(await text).toBe(': alive\n\n: alive\n\n');
  });

  test('a reader that does not read is waited for instead of being buffered for', async () => {
    const { incoming, response } = await exchange();
    const large = 'x'.repeat(1024 * 1024);
    let taken = 0;
    const signal = new AbortController().signal;
    const events = numbered(64, large, (index) => {
      taken = index;
    });
    const done = writeEventStream(response, events, { clock: new ManualClock(), heartbeatMs: 1000, signal });
    const message = await incoming;
    message.pause();
    // The sockets' own buffers take a few events; after that nothing moves until the reader does.
    let before = -1;
    while (before !== taken) {
      before = taken;
      for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(taken).toBeLessThan(64);
    expect(response.writableLength).toBeLessThan(2 * large.length);
    const text = await readMessageText(message);
    await done;
    expect(text.match(/^id: /gm)).toHaveLength(64);
  });

  test('a reader that does not read is waited for within a burst, too', async () => {
    const { incoming, response } = await exchange();
    const data = 'x'.repeat(64 * 1024);
    const burst = Array.from({ length: 1_000 }, (_, index) => ({ id: String(index), event: 'job', data }));
    async function* one(): EventBursts {
      yield burst;
    }
    const signal = new AbortController().signal;
    const done = writeEventStream(response, one(), { clock: new ManualClock(), heartbeatMs: 1000, signal });
    const message = await incoming;
    message.pause();
    await eventually(() => response.writableNeedDrain);
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(response.writableLength).toBeLessThan(4 * data.length);
    expect((await readMessageText(message)).match(/^id: /gm)).toHaveLength(1_000);
    await done;
  });

  test('a reader that takes nothing for a minute is cut off', async () => {
    const { incoming, response } = await exchange();
    const clock = new ManualClock();
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const events = numbered(64, 'x'.repeat(1024 * 1024), () => undefined);
    const done = writeEventStream(response, events, { clock, heartbeatMs: 1000, signal: gone.signal });
    (await incoming).on('error', () => undefined).pause();
    await eventually(() => response.writableNeedDrain);
    await clock.advance(59_000);
    expect(response.destroyed).toBe(false);
    await clock.advance(2_000);
    await done;
    expect(response.destroyed).toBe(true);
  });

  test('a reader that goes away ends the stream', async () => {
    const { incoming, response } = await exchange();
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    let returned = false;
    async function* endless(): EventBursts {
      try {
        for (let index = 1; ; index += 1) {
          yield [{ id: String(index), event: 'job', data: 'x'.repeat(10_000) }];
          await new Promise((resolve) => setImmediate(resolve));
        }
      } finally {
        returned = true;
      }
    }
    const done = writeEventStream(response, endless(), {
      clock: new ManualClock(),
      heartbeatMs: 1000,
      signal: gone.signal,
    });
    (await incoming).destroy();
    await done;
    expect(returned).toBe(true);
  });
});
