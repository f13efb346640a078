import { eventually, ManualClock } from '@kubemin/testing';
import { describeDatabases } from '@kubemin/testing/vitest';
import { expect, test } from 'vitest';
import type { Task } from '../task/task.ts';
import { makeBench } from '../test-support/bench.ts';
import { never } from '../test-support/crash.ts';

const A_SECOND = 1_000;

describeDatabases('a cancel at another instance', (dialect) => {
  test('W-28: stops the run within a second, whatever it is doing, and the next task of the application follows', async () => {
    const place = await dialect.create();
    const clock = new ManualClock();
    const [running, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<number>()];
    const first = await makeBench(clock, {
      place,
      executorId: 'first',
      scripts: {
        d1: async ({ signal }) => {
          signal.addEventListener('abort', () => stopped.resolve(clock.now()));
          running.resolve();
          await never();
        },
      },
    });
    const second = await makeBench(clock, { place, executorId: 'second' });
    await first.engine.start();
    const { id } = await first.submit(['d1']);
    await running.promise;
    await second.engine.start();
    const next = await second.submit(['c1']);
    const asked = clock.now();
    let cancelled: Task | undefined;
    void second.engine.cancel(id).then((task) => {
      cancelled = task;
    });
    // More slowly than real time, so that the test does not wait for the database.
    const passUntil = (probe: () => unknown) =>
      eventually(async () => {
        await clock.advance(1);
        return probe();
      });
    await passUntil(() => cancelled);
    expect(cancelled).toMatchObject({ id, status: 'cancelled' });
    expect((await stopped.promise) - asked).toBeLessThan(A_SECOND);
    await clock.advance(5 * A_SECOND);
    await passUntil(async () => (await second.engine.task(next.id))?.status === 'completed');
  });
});
