import { systemClock } from '@kubemin/base';
import { createPlatformClient, isTerminalEvent, type RunEvent, runEventSchema } from '@kubemin/client';
import type { JobContext } from '@kubemin/engine';
import { eventually, ManualClock } from '@kubemin/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { breakingFetch } from '../test-support/breaking-fetch.ts';
import { json, SHOP, webservice } from '../test-support/documents.ts';
import { readError, startTestPlatform, type TestPlatform, TOKEN } from '../test-support/test-platform.ts';

/** Reconnects without waiting. */
const hasty = { ...systemClock, sleep: () => Promise.resolve() };
const CHATTY = { name: 'chatty', component: Array.from({ length: 6 }, (_, index) => webservice(`web-${index}`)) };

async function startRun(platform: TestPlatform, document: object): Promise<string> {
  const { id } = await platform.client.saveApplication(json(document));
  return (await platform.client.execWorkflow(id)).taskId;
}

/** Everything one connection carries, until the server ends it. */
async function readRunEvents(
  platform: TestPlatform,
  taskId: string,
  lastEventId?: number,
): Promise<readonly RunEvent[]> {
  const headers = lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) };
  const response = await platform.send('GET', `/api/v1/workflow/tasks/${taskId}/events`, { headers });
  const text = await response.text();
  return [...text.matchAll(/^id: (\d+)\nevent: (\w+)\ndata: (.*)$/gm)].map(([, id, kind, data]) => {
    const event = runEventSchema.parse(JSON.parse(data ?? ''));
    expect([String(event.sequence), event.kind]).toEqual([id, kind]);
    return event;
  });
}

async function all(events: AsyncIterable<RunEvent>): Promise<readonly RunEvent[]> {
  const seen: RunEvent[] = [];
  for await (const event of events) seen.push(event);
  return seen;
}

describe('the event stream of a run', () => {
  test('a finished run is replayed whole and the stream ends', async () => {
    const platform = await startTestPlatform();
    const taskId = await startRun(platform, SHOP);
    const live = await all(platform.client.followRun(taskId));
    const replay = await readRunEvents(platform, taskId);
    expect(replay).toEqual(live);
    expect(replay.map(({ sequence }) => sequence)).toEqual(replay.map((_, index) => index + 1));
    expect(replay.filter(isTerminalEvent)).toEqual(replay.slice(-1));
  });

  test('Last-Event-ID gives what comes after it, from every point of the run', async () => {
    const platform = await startTestPlatform();
    const taskId = await startRun(platform, SHOP);
    const whole = await all(platform.client.followRun(taskId));
    for (const { sequence } of whole) {
      const rest = await readRunEvents(platform, taskId, sequence);
      expect(rest.map((event) => event.sequence)).toEqual(whole.slice(sequence).map((event) => event.sequence));
    }
  });

  test('a reader of what is stored is not kept waiting for the rest of the run', async () => {
    const going = Promise.withResolvers<void>();
    const platform = await startTestPlatform({ jobs: () => going.promise });
    const taskId = await startRun(platform, SHOP);
    await eventually(async () => (await platform.client.taskStatus(taskId)).status === 'running');
    const stored = await all(platform.client.followRun(taskId, { stored: true }));
    expect(stored.length).toBeGreaterThan(1);
    expect(stored.filter(isTerminalEvent)).toEqual([]);
    going.resolve();
    const rest = await all(platform.client.followRun(taskId, { after: stored.length }));
    expect([...stored, ...rest].map(({ sequence }) => sequence)).toEqual(
      [...stored, ...rest].map((_, index) => index + 1),
    );
    expect(await all(platform.client.followRun(taskId, { stored: true }))).toHaveLength(stored.length + rest.length);
  });

  test('an ended run returns 204 from its last event on, and its followers stop', async () => {
    const platform = await startTestPlatform();
    const taskId = await startRun(platform, SHOP);
    const whole = await all(platform.client.followRun(taskId));
    const path = `/api/v1/workflow/tasks/${taskId}/events`;
    for (const [after, status] of [
      [whole.length - 1, 200],
      [whole.length, 204],
      [whole.length + 7, 204],
    ] as const) {
      const response = await platform.send('GET', path, { headers: { 'last-event-id': String(after) } });
      expect(response.status, `after ${after}`).toBe(status);
      await response.text();
    }
    expect(await all(platform.client.followRun(taskId, { after: whole.length }))).toEqual([]);
  });

  test('followers whose connections break at random see every event once and in order, while the run goes on', async () => {
    const jobs = async ({ report }: JobContext): Promise<void> => {
      for (const word of ['pulling', 'starting', 'probing']) {
        await report(word);
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const platform = await startTestPlatform({ jobs });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.integer({ min: 1, max: 6_000 }), { maxLength: 12 }), { minLength: 2, maxLength: 4 }),
        async (followers) => {
          run += 1;
          const taskId = await startRun(platform, { ...CHATTY, name: `chatty-${run}` });
          const seen = await Promise.all(
            followers.map((cuts) => {
              const left = [...cuts];
              const client = createPlatformClient({
                url: platform.url,
                token: TOKEN,
                fetch: breakingFetch(() => left.shift()),
                clock: hasty,
              });
              return all(client.followRun(taskId));
            }),
          );
          const whole = await readRunEvents(platform, taskId);
          expect(whole.length).toBeGreaterThan(20);
          for (const events of seen) expect(events).toEqual(whole);
        },
      ),
      { numRuns: 6 },
    );
  });

  test('a Last-Event-ID that is none of the stream is refused, not guessed at', async () => {
    const platform = await startTestPlatform();
    const taskId = await startRun(platform, SHOP);
    for (const id of ['abc', '-1', '1.5', '9'.repeat(30)]) {
      const headers = { 'last-event-id': id };
      const response = await platform.send('GET', `/api/v1/workflow/tasks/${taskId}/events`, { headers });
      expect(await readError(response), id).toMatchObject({ status: 400, error: 'BAD_REQUEST' });
    }
  });

  test('a quiet stream sends heartbeats', async () => {
    const clock = new ManualClock();
    const gate = Promise.withResolvers<void>();
    const platform = await startTestPlatform({ jobs: () => gate.promise, clock, settings: { heartbeatMs: 1000 } });
    const taskId = await startRun(platform, SHOP);
    const response = await platform.send('GET', `/api/v1/workflow/tasks/${taskId}/events`);
    const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes(': alive')) {
      const [piece] = await Promise.all([reader.read(), clock.advance(1000)]);
      text += piece.value ?? '';
    }
    await reader.cancel();
    gate.resolve();
  });

  test('a client that goes away is not written to any more, and the run does not mind', async () => {
    const gate = Promise.withResolvers<void>();
    const platform = await startTestPlatform({ jobs: () => gate.promise, settings: { closeGraceMs: 600_000 } });
    const taskId = await startRun(platform, SHOP);
    const leaving = new AbortController();
    const url = `${platform.url}/api/v1/workflow/tasks/${taskId}/events`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${TOKEN}` }, signal: leaving.signal });
    const reader = response.body?.getReader();
    await reader?.read();
    leaving.abort();
    gate.resolve();
    await eventually(async () => (await platform.client.taskStatus(taskId)).status === 'completed');
    // Would wait for the stream if a client still held it open.
    await platform.server.close();
  });
});
