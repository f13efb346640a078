import { systemClock } from '@kubemin/base';
import { createPlatformClient, endsRun, type Topic } from '@kubemin/client';
import { SeededRandom } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { breakingFetch } from '../test-support/breaking-fetch.ts';
import { json, webservice } from '../test-support/documents.ts';
import { startTestPlatform, TOKEN } from '../test-support/test-platform.ts';

const FULL = process.env.KUBEMIN_TEST_FULL === '1';
const CLIENTS = FULL ? 1_000 : 200;
const RUNS = FULL ? 100 : 20;

test(`${CLIENTS} clients follow ${RUNS} runs, reconnect at random, and each sees every event once, in order`, {
  timeout: FULL ? 1_800_000 : 600_000,
}, async () => {
  const platform = await startTestPlatform();
  const applications = [];
  for (let index = 0; index < RUNS; index += 1) {
    const document = { name: `app-${index}`, component: [webservice('one'), webservice('two')] };
    applications.push(await platform.client.saveApplication(json(document)));
  }
  const topics = applications.map(({ id }): Topic => ({ kind: 'app', id }));
  const random = new SeededRandom(7);
  const hasty = { ...systemClock, sleep: () => Promise.resolve() };
  let reconnects = 0;
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const begun: Promise<void>[] = [];
  const histories = Array.from({ length: CLIENTS }, async (_, client) => {
    const ready = Promise.withResolvers<void>();
    begun.push(ready.promise);
    const { url } = platform;
    const cut = (): number => 2_000 + random.below(60_000);
    const follower = createPlatformClient({ url, token: TOKEN, clock: hasty, fetch: breakingFetch(cut) });
    const onReconnect = (): void => {
      reconnects += 1;
    };
    const seen = new Map<string, number[]>();
    let open = RUNS;
    for await (const { event } of follower.followEvents({ topics, signal: stop.signal, onReconnect })) {
      if (event.kind === 'reset') {
        expect(event.reason, `client ${client}`).toBe('start');
        ready.resolve();
      }
      if (event.kind !== 'task' && event.kind !== 'job') continue;
      seen.set(event.taskId, [...(seen.get(event.taskId) ?? []), event.sequence]);
      if (endsRun(event)) open -= 1;
      if (open === 0) break;
    }
    return seen;
  });
  await Promise.all(begun);
  const runs = await Promise.all(applications.map(({ id }) => platform.client.execWorkflow(id)));
  const expected = new Map<string, readonly number[]>();
  for (const { taskId } of runs) {
    const sequences: number[] = [];
    for await (const { sequence } of platform.client.followRun(taskId)) sequences.push(sequence);
    expect(sequences).toEqual(sequences.map((_, index) => index + 1));
    expected.set(taskId, sequences);
  }
  for (const seen of await Promise.all(histories)) {
    expect(seen.size).toBe(RUNS);
    for (const [taskId, sequences] of expected) expect(seen.get(taskId)).toEqual(sequences);
  }
  expect(reconnects).toBeGreaterThan(CLIENTS);
});
