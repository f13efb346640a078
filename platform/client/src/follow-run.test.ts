import type { ServerResponse } from 'node:http';
import { systemClock } from '@kubemin/base';
import { ManualClock } from '@kubemin/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FollowRunOptions } from './connection/follow-events.ts';
import { createPlatformClient } from './connection/platform-client.ts';
import type { RunEvent } from './contract/run-event.ts';
import type { TaskStatus } from './contract/task.ts';
import { startHttpStub } from './test-support/http-stub.ts';

const TIME = '2026-01-01T00:00:00.000Z';
const hasty = { ...systemClock, sleep: () => Promise.resolve() };

function event(sequence: number, status: TaskStatus = 'running'): RunEvent {
  const task = {
    id: 't',
    appId: 'a',
    appName: 'app',
    namespace: 'default',
    number: 1,
    revision: 1,
    status,
    kind: 'deploy' as const,
    createdAt: TIME,
    version: sequence,
  };
  return { taskId: 't', number: 1, sequence, time: TIME, kind: 'task', task };
}

function history(length: number): readonly RunEvent[] {
  return Array.from({ length }, (_, index) => event(index + 1, index + 1 === length ? 'completed' : 'running'));
}

function write(response: ServerResponse, ...events: readonly RunEvent[]): void {
  for (const one of events) response.write(`id: ${one.sequence}\nevent: ${one.kind}\ndata: ${JSON.stringify(one)}\n\n`);
}

function writeAndEnd(response: ServerResponse, ...events: readonly RunEvent[]): void {
  write(response, ...events);
  response.end();
}

async function sequences(events: AsyncIterable<RunEvent>): Promise<readonly number[]> {
  const seen: number[] = [];
  for await (const one of events) seen.push(one.sequence);
  return seen;
}

function follow(url: string, options: FollowRunOptions = {}): AsyncIterable<RunEvent> {
  return createPlatformClient({ url, clock: hasty }).followRun('t', options);
}

describe('following a run', () => {
  test('connections that break anywhere give every event once and in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.record({ events: fc.nat(4), cut: fc.nat(60), rude: fc.boolean() }), { maxLength: 8 }),
        async (length, breaks) => {
          const all = history(length);
          let connection = 0;
          await using stub = await startHttpStub((request, response) => {
            const after = Number(request.headers['last-event-id'] ?? 0);
            const rest = all.filter((one) => one.sequence > after);
            const end = breaks[connection];
            connection += 1;
            response.writeHead(200, { 'content-type': 'text/event-stream' });
            response.flushHeaders();
            if (end === undefined) return write(response, ...rest);
            write(response, ...rest.slice(0, end.events));
            // Half an event, and then the connection is lost or the server ends the stream.
            response.write(
              `id: ${after + end.events + 1}\ndata: {"taskId":"t","sequence":9999`.slice(0, end.cut),
              () => (end.rude ? response.destroy() : response.end()),
            );
          });
          expect(await sequences(follow(stub.url))).toEqual(all.map((one) => one.sequence));
        },
      ),
      { numRuns: 25 },
    );
  });

  test('a server that repeats events does not make the follower repeat them', async () => {
    await using stub = await startHttpStub((request, response) => {
      if (request.headers['last-event-id'] === undefined) return writeAndEnd(response, event(1), event(2));
      return write(response, event(1), event(2), event(3, 'failed'));
    });
    expect(await sequences(follow(stub.url))).toEqual([1, 2, 3]);
  });

  test('it starts after the given sequence number', async () => {
    await using stub = await startHttpStub((request, response) => {
      const after = Number(request.headers['last-event-id'] ?? 0);
      write(response, ...history(5).filter((one) => one.sequence > after));
    });
    expect(await sequences(follow(stub.url, { after: 3 }))).toEqual([4, 5]);
  });

  test('a run that has ended with the event it starts after is followed no further', async () => {
    let connections = 0;
    await using stub = await startHttpStub((_, response) => {
      connections += 1;
      response.writeHead(204);
      response.end();
    });
    expect(await sequences(follow(stub.url, { after: 5 }))).toEqual([]);
    expect(connections).toBe(1);
  });

  test('a stream that ends with the run but without its last event is asked for once more', async () => {
    await using stub = await startHttpStub((request, response) => {
      if (request.headers['last-event-id'] === undefined) return writeAndEnd(response, event(1));
      response.writeHead(204);
      return response.end();
    });
    expect(await sequences(follow(stub.url))).toEqual([1]);
  });

  test('it survives a server that returns 503 for a while after the first connection', async () => {
    let connection = 0;
    const reasons: string[] = [];
    await using stub = await startHttpStub((_, response) => {
      connection += 1;
      if (connection === 1) return writeAndEnd(response, event(1));
      if (connection > 3) return write(response, event(2, 'completed'));
      response.writeHead(503);
      response.end('{"code":503,"error":"UNAVAILABLE","message":"starting"}');
    });
    const onReconnect = (reason: Error): number => reasons.push(reason.message);
    let connections = 0;
    const onConnect = (): void => {
      connections += 1;
    };
    expect(await sequences(follow(stub.url, { onReconnect, onConnect }))).toEqual([1, 2]);
    expect(connections).toBe(2);
    expect(reasons).toEqual(['the server ended the stream', 'starting', 'starting']);
  });

  test('an unknown run is an error at once, not a reason to reconnect', async () => {
    await using stub = await startHttpStub((_, response) => {
      response.writeHead(404);
      response.end('{"code":20006,"error":"TASK_NOT_FOUND","message":"there is no task t"}');
    });
    await expect(sequences(follow(stub.url))).rejects.toMatchObject({ code: 'TASK_NOT_FOUND', businessCode: 20006 });
  });

  test('a server that is not there at the first connection is an error at once', async () => {
    const stub = await startHttpStub((_, response) => response.end());
    await stub[Symbol.asyncDispose]();
    await expect(sequences(follow(stub.url))).rejects.toMatchObject({ code: 'UNREACHABLE' });
  });

  test('an abort ends the iteration without an error, also while a connection is open', async () => {
    const caller = new AbortController();
    await using stub = await startHttpStub((_, response) => write(response, event(1)));
    const seen: number[] = [];
    for await (const one of follow(stub.url, { signal: caller.signal })) {
      seen.push(one.sequence);
      caller.abort();
    }
    expect(seen).toEqual([1]);
  });

  test('leaving the loop early closes the connection', async () => {
    let closed: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => {
      closed = resolve;
    });
    await using stub = await startHttpStub((_, response) => {
      response.on('close', closed);
      write(response, event(1));
    });
    for await (const one of follow(stub.url)) {
      expect(one.sequence).toBe(1);
      break;
    }
    await gone;
  });

  test('a silent connection is closed and opened again', async () => {
    const clock = new ManualClock();
    let connection = 0;
    await using stub = await startHttpStub((_, response) => {
      connection += 1;
      write(response, connection === 1 ? event(1) : event(2, 'completed'));
    });
    const client = createPlatformClient({ url: stub.url, clock });
    const events = client.followRun('t')[Symbol.asyncIterator]();
    expect((await events.next()).value).toMatchObject({ sequence: 1 });
    const next = events.next();
    let waiting = true;
    void next.finally(() => {
      waiting = false;
    });
    while (waiting) await clock.advance(60_000);
    expect((await next).value).toMatchObject({ sequence: 2 });
  });
});
