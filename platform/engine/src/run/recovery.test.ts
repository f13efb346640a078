import { ManualClock } from '@kubemin/testing';
import { createStillSqlite } from '@kubemin/testing/vitest';
import { expect, test } from 'vitest';
import { makeBench } from '../test-support/bench.ts';
import { crashAt } from '../test-support/crash.ts';

test('W-09: work of an executor that lives is left alone; once its heartbeat is dead it is taken over', async () => {
  const place = await createStillSqlite();
  const { id } = await crashAt(place, ['c1'], 'c1');
  const { engine, clock } = await makeBench(new ManualClock(), { place, executorId: 'survivor' });
  await engine.start();
  await clock.advance(14_000);
  expect((await engine.task(id))?.status).toBe('running');
  await clock.advance(5_000);
  expect((await engine.task(id))?.status).toBe('completed');
});

test('work is taken over from the dead also while new work arrives more often than the poll interval', async () => {
  const place = await createStillSqlite();
  const { id } = await crashAt(place, ['c1'], 'c1');
  const { engine, clock, submit } = await makeBench(new ManualClock(), { place, executorId: 'busy' });
  await engine.start();
  for (let second = 0; second < 20; second++) {
    await submit(['c1'], `app-of-second-${second}`);
    await clock.advance(1_000);
  }
  expect((await engine.task(id))?.status).toBe('completed');
});

test('a living executor keeps its long task by its heartbeat', async () => {
  const clock = new ManualClock();
  let starts = 0;
  const first = await makeBench(clock, {
    executorId: 'one',
    settings: { defaultJobTimeoutMs: 3_600_000 },
    scripts: {
      d1: async () => {
        starts++;
        await clock.sleep(300_000);
      },
    },
  });
  const second = await makeBench(clock, { executorId: 'two', database: first.database });
  await first.engine.start();
  await second.engine.start();
  const { id } = await first.submit(['d1']);
  await clock.advance(400_000);
  expect((await first.engine.task(id))?.status).toBe('completed');
  expect(starts).toBe(1);
});

test('an executor that was taken for dead and comes back stores nothing and writes nothing', async () => {
  const paused = Promise.withResolvers<void>();
  const wake = Promise.withResolvers<void>();
  const written: string[] = [];
  const zombie = await makeBench(new ManualClock(), {
    executorId: 'zombie',
    scripts: {
      d1: async ({ write }) => {
        paused.resolve();
        await wake.promise;
        await write(async () => {
          written.push('zombie');
        });
      },
    },
  });
  await zombie.engine.start();
  const { id } = await zombie.submit(['d1', 'd2']);
  await paused.promise;
  const heir = await makeBench(new ManualClock(), {
    executorId: 'heir',
    database: zombie.database,
    scripts: {
      d1: ({ write }) =>
        write(async () => {
          written.push('heir');
        }),
    },
  });
  await heir.clock.advance(20_000);
  await heir.engine.start();
  const before = await heir.finished(id);
  wake.resolve();
  await zombie.clock.advance(5_000);
  expect(await heir.finished(id)).toEqual(before);
  expect(before.task.status).toBe('completed');
  expect(written).toEqual(['heir']);
});
