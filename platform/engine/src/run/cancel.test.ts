import { ManualClock } from '@kubemin/testing';
import { createStillSqlite } from '@kubemin/testing/vitest';
import { expect, test } from 'vitest';
import { makeBench } from '../test-support/bench.ts';
import { crashAt } from '../test-support/crash.ts';

const never = () => new Promise<void>(() => undefined);

test('a waiting task is cancelled at once and never runs', async () => {
  const { engine, submit, finished } = await makeBench(new ManualClock());
  const { id } = await submit(['c1']);
  const cancelled = await engine.cancel(id, { user: 'ada', reason: 'wrong version' });
  expect(cancelled).toMatchObject({ status: 'cancelled', cancelReason: 'wrong version' });
  await engine.start();
  expect((await finished(id)).task).toEqual(cancelled);
  expect(await engine.jobs(id)).toEqual([]);
});

test('W-08: a running task stops at once, its unfinished jobs with it, and the end is not overwritten', async () => {
  const running = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<void>();
  const { engine, submit, finished, clock } = await makeBench(new ManualClock(), {
    scripts: {
      d1: async ({ signal }) => {
        signal.addEventListener('abort', () => aborted.resolve());
        running.resolve();
        await never();
      },
    },
  });
  await engine.start();
  const { id } = await submit(['c1', 'd1', 'd2']);
  await running.promise;
  const cancelled = await engine.cancel(id);
  await aborted.promise;
  await clock.advance(120_000);
  const { task, events } = await finished(id);
  expect(task).toEqual(cancelled);
  expect(task).toMatchObject({ status: 'cancelled', cancelReason: 'cancelled by system' });
  expect((await engine.jobs(id)).map((job) => job.status)).toEqual(['completed', 'cancelled', 'cancelled']);
  expect(events.filter((event) => event.kind === 'task' && event.task.status === 'cancelled')).toHaveLength(1);
});

test('a job that finishes at the very moment of the cancel does not bring the task back', async () => {
  const running = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const { engine, submit, finished, clock } = await makeBench(new ManualClock(), {
    scripts: {
      d1: async () => {
        running.resolve();
        await gate.promise;
      },
    },
  });
  await engine.start();
  const { id } = await submit(['d1', 'd2']);
  await running.promise;
  gate.resolve();
  const [outcome] = await Promise.allSettled([engine.cancel(id)]);
  await clock.advance(60_000);
  const { task } = await finished(id);
  expect(task.status).toBe(outcome?.status === 'fulfilled' ? 'cancelled' : 'completed');
});

test('a cancel is stored only when the write under way is through, and refuses those after it', async () => {
  const order: string[] = [];
  const writing = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const refused = Promise.withResolvers<unknown>();
  const { engine, submit, finished } = await makeBench(new ManualClock(), {
    scripts: {
      d1: async ({ write }) => {
        await write(async () => {
          writing.resolve();
          await written.promise;
          order.push('written');
        });
        await write(async () => {
          order.push('written too late');
        }).catch(refused.resolve);
      },
    },
  });
  await engine.start();
  const { id } = await submit(['d1']);
  await writing.promise;
  const cancelling = engine.cancel(id, { reason: 'enough' }).then(() => order.push('cancelled'));
  // As many turns as any number of statements could need: only the open write holds the cancel back.
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect((await engine.task(id))?.status).toBe('running');
  written.resolve();
  await cancelling;
  expect(await refused.promise).toMatchObject({ message: 'enough' });
  expect(order).toEqual(['written', 'cancelled']);
  expect((await finished(id)).task.status).toBe('cancelled');
});

test('a write that never returns holds a cancel up for a moment only', async () => {
  const writing = Promise.withResolvers<AbortSignal>();
  const { engine, submit, clock } = await makeBench(new ManualClock(), {
    scripts: {
      d1: ({ write }) =>
        write(async (signal) => {
          writing.resolve(signal);
          await never();
        }),
    },
  });
  await engine.start();
  const { id } = await submit(['d1']);
  const signal = await writing.promise;
  const cancelling = engine.cancel(id);
  await clock.advance(1_000);
  expect((await cancelling).status).toBe('cancelled');
  expect(signal.aborted).toBe(true);
});

test('W-28: a cancel from another process reaches the run within a moment, and before any further write', async () => {
  const running = Promise.withResolvers<void>();
  const proceed = Promise.withResolvers<void>();
  const refused = Promise.withResolvers<unknown>();
  const { engine, submit, clock, database } = await makeBench(new ManualClock(), {
    scripts: {
      d1: async ({ write, signal }) => {
        running.resolve();
        await proceed.promise;
        await write(never).catch(refused.resolve);
        if (!signal.aborted) await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      },
    },
  });
  const other = await makeBench(clock, { database, executorId: 'executor-2' });
  await engine.start();
  const { id } = await submit(['d1']);
  await running.promise;
  const cancelling = other.engine.cancel(id);
  // Nothing but the request is stored yet, and that is enough to stop all writes.
  await clock.advance(0);
  proceed.resolve();
  expect(await refused.promise).toMatchObject({ message: expect.stringContaining('cancelled') });
  await clock.advance(1_000);
  expect((await cancelling).status).toBe('cancelled');
  const next = await submit(['c1']);
  await clock.advance(3_000);
  expect((await engine.task(next.id))?.status).toBe('completed');
  expect((await engine.task(id))?.status).toBe('cancelled');
});

test('W-28: a cancel from another process, too, is stored only when the write under way is through', async () => {
  const order: string[] = [];
  const writing = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const { engine, submit, clock, database } = await makeBench(new ManualClock(), {
    scripts: {
      d1: ({ write }) =>
        write(async () => {
          writing.resolve();
          await written.promise;
          order.push('written');
        }),
    },
  });
  const other = await makeBench(clock, { database, executorId: 'executor-2' });
  await engine.start();
  const { id } = await submit(['d1']);
  await writing.promise;
  const cancelling = other.engine.cancel(id, { user: 'ada', reason: 'enough' }).then((task) => {
    order.push('cancelled');
    return task;
  });
  await clock.advance(500);
  expect((await engine.task(id))?.status).toBe('running');
  written.resolve();
  await clock.advance(100);
  expect(await cancelling).toMatchObject({ status: 'cancelled', cancelReason: 'enough' });
  expect(order).toEqual(['written', 'cancelled']);
});

test('W-28: a task whose executor is dead is cancelled all the same, after a moment of patience', async () => {
  const place = await createStillSqlite();
  const { id } = await crashAt(place, ['d1'], 'd1');
  const { engine, clock } = await makeBench(new ManualClock(), { place, executorId: 'survivor' });
  const cancelling = engine.cancel(id);
  await clock.advance(3_000);
  expect((await cancelling).status).toBe('cancelled');
});

test('a cancel request whose caller has given up does not hold up the task when it is run again', async () => {
  const place = await createStillSqlite();
  const { id } = await crashAt(place, ['d1'], 'd1');
  const database = await place.open();
  const tables = await database.withTables<{ tasks: { revoker: string | null } }>('reader', []);
  await tables.query.updateTable('tasks').set({ revoker: 'ann' }).execute();
  const written: string[] = [];
  const { engine, finished } = await makeBench(new ManualClock(), {
    place,
    settings: { takeOver: 'all' },
    scripts: {
      d1: ({ write }) =>
        write(async () => {
          written.push('d1');
        }),
    },
  });
  await engine.start();
  expect((await finished(id)).task).toMatchObject({ status: 'completed' });
  expect(written).toEqual(['d1']);
});

test('W-08: a finished task cannot be cancelled, an unknown one neither', async () => {
  const { engine, submit, finished } = await makeBench(new ManualClock());
  await engine.start();
  const { task } = await finished((await submit(['c1'])).id);
  await expect(engine.cancel(task.id)).rejects.toMatchObject({ code: 'TASK_FINISHED' });
  await expect(engine.cancel('nowhere')).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' });
  expect(await engine.task(task.id)).toEqual(task);
});
