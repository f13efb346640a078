import { openDatabase } from '@kubemin/sql';
import { eventually, ManualClock, startTcpProxy } from '@kubemin/testing';
import { describeDatabaseServers, type TestDialect } from '@kubemin/testing/vitest';
import { expect, onTestFinished, test } from 'vitest';
import { makeBench } from '../test-support/bench.ts';
import { never } from '../test-support/crash.ts';

/** A database, and a way to it that can be cut for each instance apart. */
async function cuttable(dialect: TestDialect) {
  const { url } = await dialect.create();
  const target = new URL(url);
  return async () => {
    const proxy = await startTcpProxy({ host: target.hostname, port: Number(target.port) });
    onTestFinished(() => proxy.close());
    const way = new URL(url);
    way.port = String(proxy.port);
    return { proxy, database: await openDatabase(way.href) };
  };
}

/** Lets time fly, as it may while the database is away. */
async function pass(clock: ManualClock, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) await clock.advance(100);
}

/** Advances the clock more slowly than real time, so that responses come before their deadlines, until a condition holds. */
async function passUntil(clock: ManualClock, probe: () => Promise<boolean> | boolean, stepMs = 5): Promise<void> {
  await eventually(async () => {
    await clock.advance(stepMs);
    return probe();
  });
}

describeDatabaseServers('a database that goes away', (dialect) => {
  test('for ten seconds, in the middle of a job: the run goes on afterwards, and nothing is done twice', async () => {
    const clock = new ManualClock();
    const { proxy, database } = await (await cuttable(dialect))();
    const [running, proceed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const written: string[] = [];
    const { engine, submit } = await makeBench(clock, {
      database,
      settings: { defaultJobTimeoutMs: 3_600_000 },
      script:
        (component) =>
        async ({ write, report }) => {
          if (component === 'd1') {
            running.resolve();
            await proceed.promise;
          }
          await report('about to write');
          await write(async () => {
            written.push(component);
          });
        },
    });
    await engine.start();
    const { id } = await submit(['c1', 'd1', 'd2']);
    await running.promise;
    proxy.cut();
    proceed.resolve();
    await pass(clock, 10_000);
    expect(written).toEqual(['c1']);
    proxy.restore();
    await passUntil(clock, async () => (await engine.task(id))?.status === 'completed');
    expect(written).toEqual(['c1', 'd1', 'd2']);
    expect((await engine.jobs(id)).map(({ attempt }) => attempt)).toEqual([1, 1, 1]);
    await passUntil(clock, () => engine.status().leads);
  });

  test('for one instance only: it stops writing before another takes over, and stores nothing afterwards', async () => {
    const clock = new ManualClock();
    const way = await cuttable(dialect);
    const writing = Promise.withResolvers<void>();
    const order: string[] = [];
    const [lonely, heir] = [await way(), await way()];
    const lost: string[] = [];
    const first = await makeBench(clock, {
      database: lonely.database,
      executorId: 'lonely',
      onLeadershipLost: () => lost.push('lonely'),
      scripts: {
        d1: ({ write }) =>
          write(async (signal) => {
            signal.addEventListener('abort', () => order.push('stopped writing'));
            writing.resolve();
            await never();
          }),
      },
    });
    const second = await makeBench(clock, {
      database: heir.database,
      executorId: 'heir',
      scripts: {
        d1: ({ write }) =>
          write(async () => {
            order.push('taken over');
          }),
      },
    });
    await first.engine.start();
    const { id } = await first.submit(['d1']);
    await writing.promise;
    await second.engine.start();
    lonely.proxy.cut();
    await passUntil(clock, async () => (await second.engine.task(id))?.status === 'completed', 50);
    expect(order).toEqual(['stopped writing', 'taken over']);
    expect(lost).toEqual(['lonely']);
    expect(second.engine.status()).toMatchObject({ leads: true, term: 2 });
    const before = await second.finished(id);
    lonely.proxy.restore();
    await passUntil(clock, async () => (await first.engine.task(id)) !== undefined);
    expect(await second.finished(id)).toEqual(before);
    expect(first.engine.status().leads).toBe(false);
  });
});
