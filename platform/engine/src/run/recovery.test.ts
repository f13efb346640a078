import { join } from 'node:path';
import { openSqlite } from '@kubemin/sql';
import { ManualClock, temporaryDirectory } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { makeBench } from '../test-support/bench.ts';
import { documentOf } from '../test-support/documents.ts';

const never = () => new Promise<void>(() => undefined);

async function databaseFile(): Promise<string> {
  const directory = await temporaryDirectory();
  onTestFinished(() => directory.remove());
  return join(directory.path, 'engine.db');
}

/** Starts an engine on the file, lets it get to the point where `hangs` runs, and drops it like a crash would. */
async function crashAt(path: string, components: readonly string[], hangs: string) {
  const reached = Promise.withResolvers<void>();
  const ran: string[] = [];
  const bench = await makeBench(new ManualClock(), {
    path,
    executorId: 'crashed',
    script: (component) => async () => {
      ran.push(component);
      if (component !== hangs) return;
      reached.resolve();
      await never();
    },
  });
  await bench.engine.start();
  const { id } = await bench.submit(components);
  await reached.promise;
  await bench.database.close();
  return { id, ran };
}

test('a restarted task skips its finished jobs and runs the interrupted one again', async () => {
  const path = await databaseFile();
  const { id, ran } = await crashAt(path, ['c1', 'c2', 'd1'], 'c2');
  expect(ran).toEqual(['c1', 'c2']);
  const again: string[] = [];
  const { engine, finished } = await makeBench(new ManualClock(), {
    path,
    settings: { takeOver: 'all' },
    script: (component) => async () => {
      again.push(component);
    },
  });
  await engine.start();
  const { task, events } = await finished(id);
  expect(task.status).toBe('completed');
  expect(again).toEqual(['c2', 'd1']);
  expect((await engine.jobs(id)).map((job) => job.attempt)).toEqual([1, 2, 1]);
  expect(events.map((event) => event.sequence)).toEqual(events.map((_, index) => index + 1));
});

test('a crash between the last job and the end of the task: the task completes, no job runs twice', async () => {
  const path = await databaseFile();
  const { id } = await crashAt(path, ['c1', 'd1'], 'd1');
  const database = openSqlite({ path });
  const tables = await database.withTables<{ jobs: { component: string; status: string } }>('reader', []);
  await tables.query.updateTable('jobs').set({ status: 'completed' }).where('component', '=', 'd1').execute();
  const again: string[] = [];
  const { engine, finished } = await makeBench(new ManualClock(), {
    database,
    settings: { takeOver: 'all' },
    script: (component) => async () => {
      again.push(component);
    },
  });
  await engine.start();
  expect((await finished(id)).task.status).toBe('completed');
  expect(again).toEqual([]);
});

test('a crash between a failed job and the end of the task: the task fails with that error, nothing else runs', async () => {
  const path = await databaseFile();
  const { id } = await crashAt(path, ['c1', 'd1'], 'c1');
  const database = openSqlite({ path });
  const tables = await database.withTables<{ jobs: { component: string; status: string; error: string } }>(
    'reader',
    [],
  );
  const failed = { status: 'failed', error: 'quota exceeded' };
  await tables.query.updateTable('jobs').set(failed).where('component', '=', 'c1').execute();
  const { engine, finished } = await makeBench(new ManualClock(), { database, settings: { takeOver: 'all' } });
  await engine.start();
  expect((await finished(id)).task).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('quota exceeded'),
  });
  expect((await engine.jobs(id)).map((job) => job.status)).toEqual(['failed', 'skipped']);
});

test('work of an executor that lives is left alone; once its heartbeat is dead it is taken over', async () => {
  const path = await databaseFile();
  const { id } = await crashAt(path, ['c1'], 'c1');
  const { engine, clock } = await makeBench(new ManualClock(), { path, executorId: 'survivor' });
  await engine.start();
  await clock.advance(14_000);
  expect((await engine.task(id))?.status).toBe('running');
  await clock.advance(5_000);
  expect((await engine.task(id))?.status).toBe('completed');
});

test('work is taken over from the dead also while new work arrives more often than the poll interval', async () => {
  const path = await databaseFile();
  const { id } = await crashAt(path, ['c1'], 'c1');
  const { engine, clock, submit } = await makeBench(new ManualClock(), { path, executorId: 'busy' });
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

test('stop hands running tasks back, and the next start finishes them', async () => {
  const path = await databaseFile();
  const running = Promise.withResolvers<void>();
  const first = await makeBench(new ManualClock(), {
    path,
    scripts: {
      d1: async () => {
        running.resolve();
        await never();
      },
    },
  });
  await first.engine.start();
  const { id } = await first.submit(['c1', 'd1']);
  const queued = await first.submit(['c1']);
  await running.promise;
  await first.engine.stop();
  expect((await first.engine.task(id))?.status).toBe('waiting');
  expect((await first.engine.jobs(id)).map((job) => job.status)).toEqual(['completed', 'queued']);
  await first.database.close();

  const second = await makeBench(new ManualClock(), { path, executorId: 'executor-2' });
  await second.engine.start();
  expect((await second.finished(id)).task.status).toBe('completed');
  expect((await second.finished(queued.id)).task.status).toBe('completed');
});

test('three engines on one file never run a job twice and never two tasks of one application at once', async () => {
  const path = await databaseFile();
  const runs = new Map<string, number>();
  const busy = new Set<string>();
  const overlaps: string[] = [];
  const clock = new ManualClock();
  const benches = await Promise.all(
    ['one', 'two', 'three'].map((executorId) =>
      makeBench(clock, {
        path,
        executorId,
        settings: { maxConcurrentWorkflows: 3 },
        script:
          () =>
          async ({ job, appId }) => {
            const key = `${job.taskId} ${job.component}`;
            runs.set(key, (runs.get(key) ?? 0) + 1);
            if (busy.has(appId)) overlaps.push(key);
            busy.add(appId);
            await new Promise((resolve) => setImmediate(resolve));
            busy.delete(appId);
          },
      }),
    ),
  );
  for (const { engine } of benches) await engine.start();
  const document = documentOf(['c1', 'd1']);
  const submitted = await Promise.all(
    Array.from({ length: 30 }, (_, index) => benches[index % 3]?.submit(document, `app-${index % 7}`)),
  );
  const poll = setInterval(() => void clock.advance(3_000), 5);
  onTestFinished(() => clearInterval(poll));
  for (const task of submitted) expect((await benches[0]?.finished(task?.id ?? ''))?.task.status).toBe('completed');
  expect([...runs.values()]).toEqual(Array.from({ length: 60 }, () => 1));
  expect(overlaps).toEqual([]);
}, 60_000);
