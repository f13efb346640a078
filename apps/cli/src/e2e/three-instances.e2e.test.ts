import { readFile } from 'node:fs/promises';
import { createPlatformClient, isTerminal, isTerminalEvent, type PlatformClient, type Topic } from '@kubemin/client';
import { eventually, missingService } from '@kubemin/testing';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { dataDirectory } from '../connection/data-directory.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import { roundRobin } from '../test-support/round-robin.ts';
import { type PlatformInstance, SharedPlatform } from '../test-support/shared-platform.ts';

const missing = missingService('postgres') ?? missingService('redis');
const APPLICATIONS = 4;
const FOLLOWERS = 12;

let home: KubeminHome;
beforeEach(async () => {
  home = await KubeminHome.create();
});
afterEach(() => home.remove());

const SETTINGS = {
  workflow: { heartbeatInterval: '300ms', deadAfter: '2s', localPollInterval: '500ms' },
  leader: { leaseDuration: '6s', renewDeadline: '4s', retryPeriod: '500ms', exitOnLost: false },
};

/** Applications that get in each other's way nowhere, and take long enough to be looked at. */
function slowApplication(name: string): object {
  const annotations = { 'kubemin.io/simulate-start-delay': '12s' };
  const properties = { ports: [{ port: 3306 }], annotations };
  return { name, component: [{ name: `${name}-store`, type: 'store', image: 'mysql:8.4', properties }] };
}

/** A client that follows applications to the end of one run of each, and records the events. */
function follow(client: PlatformClient, topics: readonly Topic[], runs: number) {
  const ready = Promise.withResolvers<void>();
  const stop = new AbortController();
  const seen = new Map<string, number[]>();
  const resets: string[] = [];
  const done = (async () => {
    let open = runs;
    for await (const { event } of client.followEvents({ topics, signal: stop.signal })) {
      if (event.kind === 'reset') {
        resets.push(event.reason);
        ready.resolve();
      }
      if (event.kind !== 'task' && event.kind !== 'job') continue;
      seen.set(event.taskId, [...(seen.get(event.taskId) ?? []), event.sequence]);
      if (isTerminalEvent(event)) open -= 1;
      if (open === 0) return;
    }
  })();
  onTestFinished(() => stop.abort());
  return { ready: ready.promise, done, seen, resets };
}

async function readToken(platform: SharedPlatform): Promise<string> {
  return (await readFile(dataDirectory(platform.directory).adminToken, 'utf8')).trim();
}

describe.skipIf(missing !== undefined)(
  `three instances on PostgreSQL and Redis (${missing ?? 'both are here'})`,
  () => {
    async function start() {
      const platform = await SharedPlatform.start(home, SETTINGS);
      // The first makes the token and the tables.
      const first = await platform.instance('one');
      const others = await Promise.all([platform.instance('two'), platform.instance('three')]);
      const instances: readonly PlatformInstance[] = [first, ...others];
      const token = await readToken(platform);
      const fetch = roundRobin(instances.map(({ url }) => url));
      return { platform, instances, client: createPlatformClient({ url: first.url, token, fetch }) };
    }

    test('any instance serves any run, and a killed one is visible only in the log', async () => {
      const { platform, instances, client } = await start();
      const applications = [];
      for (let index = 0; index < APPLICATIONS; index += 1) {
        const document = slowApplication(`slow-${index}`);
        applications.push(await client.saveApplication({ text: JSON.stringify(document), format: 'json' }));
      }
      const topics = applications.map(({ id }): Topic => ({ kind: 'app', id }));
      const followers = Array.from({ length: FOLLOWERS }, () => follow(client, topics, APPLICATIONS));
      await Promise.all(followers.map(({ ready }) => ready));

      const started = await Promise.all(applications.map(({ id }) => client.execWorkflow(id)));
      const taskIds = started.map(({ taskId }) => taskId);
      const [first = '', , third = '', last = ''] = taskIds;
      const { id: lastApp } = applications.at(-1) ?? { id: '' };
      await client.cancelWorkflow(lastApp, { taskId: last });
      await eventually(() => client.taskStatus(first), {
        until: ({ jobs }) => jobs.some(({ status }) => status === 'running'),
      });
      for (const { client: one } of instances) {
        const statuses = await Promise.all(taskIds.map((taskId) => one.taskStatus(taskId)));
        expect(statuses.map(({ taskId }) => taskId)).toEqual(taskIds);
        for await (const event of one.followRun(third)) {
          expect(event).toMatchObject({ taskId: third, sequence: 1 });
          break;
        }
        const { jobs } = await one.taskStatus(first);
        await expect(one.jobLog(first, jobs[0]?.id ?? '')).rejects.toMatchObject({ code: 'JOB_LOG_NOT_FOUND' });
      }

      const executor = (await eventually(() => platform.executorName(first))) ?? '';
      const victim = instances[['one', 'two', 'three'].indexOf(executor)];
      await victim?.process.end('SIGKILL');
      // Each request goes to another instance, one of which is not there any more.
      for (let request = 0; request < 6; request += 1) await client.taskStatus(first);
      for (const taskId of taskIds) {
        const { status, error } = await eventually(() => client.taskStatus(taskId), {
          until: (run) => isTerminal(run.status),
        });
        expect(status, error).toBe(taskId === last ? 'cancelled' : 'completed');
      }

      const expected = new Map<string, readonly number[]>();
      for (const taskId of taskIds) {
        const sequences: number[] = [];
        for await (const { sequence } of client.followRun(taskId)) sequences.push(sequence);
        expected.set(taskId, sequences);
      }
      for (const { done, seen, resets } of followers) {
        await done;
        expect(resets).toEqual(['start']);
        expect(new Map([...seen].toSorted())).toEqual(new Map([...expected].toSorted()));
        for (const sequences of seen.values()) expect(sequences).toEqual(sequences.map((_, index) => index + 1));
      }
      const log = await readFile(dataDirectory(platform.directory).log, 'utf8');
      expect(log).toContain('taken over');
    });
  },
);
