import { systemClock } from '@kubemin/base';
import { eventually, ManualClock } from '@kubemin/testing';
import { createStillSqlite, createTestSqlite, type TestDatabase } from '@kubemin/testing/vitest';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openTestQueue, type QueueServer, TEST_SETTINGS } from '../queue/test-support/queue-backend.ts';
import type { EngineSettings } from '../task/settings.ts';
import { makeBench } from '../test-support/bench.ts';
import { never } from '../test-support/crash.ts';
import { documentWithSteps } from '../test-support/documents.ts';
import { losingDriver, memoryBackend, SHARED_BACKENDS } from '../test-support/queue-backends.ts';

const QUICK: Partial<EngineSettings> = { replicaCheckMs: 50, leaseRetryMs: 50, dispatchPollIntervalMs: 100 };

for (const backend of SHARED_BACKENDS) {
  const skip = backend.missing === undefined ? '' : ` (skipped: ${backend.missing})`;
  describe.skipIf(backend.missing !== undefined)(`instances that share work over ${backend.name}${skip}`, () => {
    let server: QueueServer;
    let channels = 0;

    beforeAll(async () => {
      server = await backend.start();
    });

    afterAll(() => server?.close());

    /** Settings of a channel of the test's own. */
    const channel = () => ({ ...TEST_SETTINGS, channelPrefix: `spread-${++channels}` });

    const backlog = async (settings: ReturnType<typeof channel>): Promise<number> => {
      const queue = openTestQueue({ driver: server.driver(), settings });
      onTestFinished(() => queue.close());
      return (await queue.stats()).backlog;
    };

    test('with three the leader leaves executing to the others; every task runs once and in its turn', async () => {
      const place = await createTestSqlite();
      const settings = channel();
      const ran: { readonly where: string; readonly what: string }[] = [];
      const crew = await Promise.all(
        ['one', 'two', 'three'].map((executorId) =>
          makeBench(systemClock, {
            place,
            executorId,
            settings: QUICK,
            queue: { driver: server.driver(), settings },
            script: (component) => async (context) => {
              ran.push({ where: executorId, what: `${context.appId} ${component}` });
            },
          }),
        ),
      );
      for (const { engine } of crew) await engine.start();
      await eventually(() => crew.map(({ engine }) => engine.status()), {
        until: (all) => all.every(({ leads, executes, instances }) => executes === !leads && instances === 3),
      });
      const leader = crew.findIndex(({ engine }) => engine.status().leads);
      const submitted = [];
      for (let index = 0; index < 12; index++) {
        const bench = crew[index % 3];
        if (bench !== undefined) submitted.push(await bench.submit([`c${index}`], `app-${index % 4}`));
      }
      for (const { id } of submitted) {
        await eventually(async () => (await crew[0]?.engine.task(id))?.status, {
          until: (status) => status === 'completed',
        });
      }
      expect(ran.map(({ where }) => where)).not.toContain(['one', 'two', 'three'][leader]);
      for (let app = 0; app < 4; app++) {
        const whats = ran.map(({ what }) => what).filter((what) => what.startsWith(`app-${app} `));
        expect(whats).toEqual([0, 1, 2].map((round) => `app-${app} c${app + 4 * round}`));
      }
      await eventually(() => backlog(settings), { until: (left) => left === 0 });
    });

    test('W-09: an announcement is settled after the end is stored, not before', async () => {
      const settings = channel();
      const [running, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const { engine, submit, finished } = await makeBench(systemClock, {
        queue: { driver: server.driver(), settings },
        scripts: {
          d1: async () => {
            running.resolve();
            await finish.promise;
          },
        },
      });
      await engine.start();
      const { id } = await submit(['d1']);
      await running.promise;
      expect(await backlog(settings)).toBe(1);
      finish.resolve();
      expect((await finished(id)).task.status).toBe('completed');
      await eventually(() => backlog(settings), { until: (left) => left === 0 });
    });

    test('W-36: the leader announces again what was never announced', async () => {
      const place = await createTestSqlite();
      const settings = channel();
      const mute = await makeBench(systemClock, {
        place,
        executorId: 'mute',
        queue: { driver: losingDriver(server.driver()), settings },
      });
      const { engine, finished } = await makeBench(systemClock, {
        place,
        executorId: 'leader',
        settings: { ...QUICK, pollIntervalMs: 3_600_000 },
        queue: { driver: server.driver(), settings },
      });
      await engine.start();
      const tasks = [await mute.submit(['c1'], 'app-1'), await mute.submit(['c1'], 'app-2')];
      for (const { id } of tasks) expect((await finished(id)).task.status).toBe('completed');
    });

    if (!backend.hasServer) return;

    test('W-36: while the queue is away work continues from the database, and the status reports it', async () => {
      const settings = channel();
      const { outage } = server;
      const { engine, submit, finished } = await makeBench(systemClock, {
        settings: { ...QUICK, pollIntervalMs: 100 },
        queue: { driver: server.driver(), settings },
      });
      await engine.start();
      expect((await finished((await submit(['c1'])).id)).task.status).toBe('completed');
      await outage?.stop();
      const { id } = await submit(['c1']);
      expect((await finished(id)).task.status).toBe('completed');
      const status = await eventually(() => engine.status(), {
        until: ({ workFrom }) => workFrom === 'database',
      });
      expect(status).toMatchObject({ executes: true, queue: { driver: backend.name, health: { status: 'down' } } });
      await outage?.erase();
      await outage?.start();
      await eventually(() => engine.status().workFrom === 'queue');
      expect((await finished((await submit(['c1'])).id)).task.status).toBe('completed');
    });
  });
}

describe('one instance after another, notified by the queue alone while time stands still', () => {
  async function pair(options: { readonly place: TestDatabase; readonly concurrency?: number }) {
    const server = await memoryBackend.start();
    const clock = new ManualClock();
    const running = Promise.withResolvers<string>();
    const finish = Promise.withResolvers<void>();
    const make = (executorId: string, hangs: boolean) =>
      makeBench(clock, {
        place: options.place,
        executorId,
        settings: { maxConcurrentWorkflows: options.concurrency ?? 10 },
        queue: { driver: server.driver() },
        scripts: {
          d1: async () => {
            running.resolve(executorId);
            await (hangs ? never() : finish.promise);
          },
        },
      });
    const [first, second] = [await make('first', true), await make('second', false)];
    return { clock, server, first, second, running: running.promise, finish: finish.resolve };
  }

  test('an instance that stops hands its work to another at once, and leading within a second', async () => {
    const { first, second, running, finish, clock } = await pair({ place: await createStillSqlite() });
    finish();
    await first.engine.start();
    const { id } = await first.submit(['c1', 'd1']);
    expect(await running).toBe('first');
    await second.engine.start();
    expect(second.engine.status().leads).toBe(false);
    await first.engine.stop();
    await eventually(async () => (await second.engine.task(id))?.status === 'completed');
    expect((await second.engine.jobs(id)).map(({ attempt }) => attempt)).toEqual([1, 2]);
    await clock.advance(1_000);
    expect(second.engine.status()).toMatchObject({ leads: true, term: 2 });
    await clock.advance(30_000);
    expect(second.engine.status()).toMatchObject({ leads: true, term: 2, instances: 1 });
  });

  test('a task that waits for a decision holds neither a message nor a slot, and continues where it was', async () => {
    const { first, server } = await pair({ place: await createStillSqlite(), concurrency: 1 });
    const queue = openTestQueue({ driver: server.driver(), settings: { ...TEST_SETTINGS, channelPrefix: 'kubemin' } });
    const waiting = documentWithSteps(
      ['c1'],
      [
        { name: 'ask', jobType: 'approval', properties: { message: 'go on?' } },
        { name: 'then', components: ['c1'] },
      ],
    );
    await first.engine.start();
    const asking = await first.submit(waiting, 'asking');
    await eventually(async () => (await first.engine.jobs(asking.id)).some(({ approval }) => approval !== undefined));
    await eventually(async () => (await queue.stats()).backlog === 0);
    const other = await first.submit(['c1'], 'other');
    expect((await first.finished(other.id)).task.status).toBe('completed');
    await first.engine.decide(asking.id, { verdict: 'approved', user: 'ada' });
    expect((await first.finished(asking.id)).task.status).toBe('completed');
  });

  test('an announcement that comes twice, too early, or for no task does no harm', async () => {
    const { second, server, running, finish } = await pair({ place: await createStillSqlite() });
    const queue = openTestQueue({ driver: server.driver(), settings: { ...TEST_SETTINGS, channelPrefix: 'kubemin' } });
    await second.engine.start();
    const [held, next] = [await second.submit(['d1'], 'app'), await second.submit(['c1'], 'app')];
    await running;
    for (const taskId of [held.id, next.id, next.id, 'nowhere']) await queue.publish({ taskId, appId: 'app' });
    finish();
    expect((await second.finished(next.id)).task.status).toBe('completed');
    const events = (await second.finished(held.id)).events.filter((event) => event.kind === 'task');
    expect(events.map((event) => event.task.status)).toEqual(['waiting', 'queued', 'running', 'completed']);
  });
});
