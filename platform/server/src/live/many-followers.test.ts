import type { Topic } from '@kubemin/client';
import { expect, onTestFinished, test } from 'vitest';
import { json, webservice } from '../test-support/documents.ts';
import { startTestPlatform, TOKEN } from '../test-support/test-platform.ts';
import { Followers } from './test-support/followers.ts';

const FULL = process.env.KUBEMIN_TEST_FULL === '1';
const RUNS = FULL ? 100 : 20;
const PROCESSES = FULL ? 2 : 1;
const CLIENTS = FULL ? 1_000 : 100;

test(`${CLIENTS} clients follow ${RUNS} runs, reconnect at random, and each sees every event once, in order`, {
  timeout: FULL ? 1_800_000 : 600_000,
}, async () => {
  // Checking every event of so many clients would be most of the work.
  const platform = await startTestPlatform({ checkOneResponseIn: 100 });
  const { url } = platform;
  const applications = [];
  for (let index = 0; index < RUNS; index += 1) {
    const document = { name: `app-${index}`, component: [webservice('one'), webservice('two')] };
    applications.push(await platform.client.saveApplication(json(document)));
  }
  const topics = applications.map(({ id }): Topic => ({ kind: 'app', id }));
  const clients = CLIENTS / PROCESSES;
  const processes = Array.from({ length: PROCESSES }, (_, seed) => {
    const followers = new Followers({ url, token: TOKEN, clients, topics, runs: RUNS, seed });
    onTestFinished(() => followers.stop());
    return followers;
  });
  await Promise.all(processes.map(({ ready }) => ready));
  const runs = await Promise.all(applications.map(({ id }) => platform.client.execWorkflow(id)));
  const history: Record<string, readonly number[]> = {};
  for (const { taskId } of runs) {
    const sequences: number[] = [];
    for await (const { sequence } of platform.client.followRun(taskId)) sequences.push(sequence);
    expect(sequences).toEqual(sequences.map((_, index) => index + 1));
    history[taskId] = sequences;
  }
  let reconnects = 0;
  for (const sightings of await Promise.all(processes.map(({ seen }) => seen))) {
    expect(sightings.histories).toEqual([{ clients, history }]);
    reconnects += sightings.reconnects;
  }
  expect(reconnects).toBeGreaterThan(CLIENTS);
});
