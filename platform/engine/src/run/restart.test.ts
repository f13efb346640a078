import { ManualClock } from '@kubemin/testing';
import { describeDatabasesOf } from '@kubemin/testing/vitest';
import { expect, onTestFinished, test } from 'vitest';
import { makeBench } from '../test-support/bench.ts';
import { crashAt, never } from '../test-support/crash.ts';
import { makeDocument } from '../test-support/documents.ts';

describeDatabasesOf(['sqlite', 'postgres'], 'engines that come and go', (dialect) => {
  test('a restarted task skips its finished jobs and runs the interrupted one again', async () => {
    const place = await dialect.create();
    const { id, ran } = await crashAt(place, ['c1', 'c2', 'd1'], 'c2');
    expect(ran).toEqual(['c1', 'c2']);
    const again: string[] = [];
    const { engine, finished } = await makeBench(new ManualClock(), {
      place,
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
    const place = await dialect.create();
    const { id } = await crashAt(place, ['c1', 'd1'], 'd1');
    const database = await place.open();
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
    const place = await dialect.create();
    const { id } = await crashAt(place, ['c1', 'd1'], 'c1');
    const database = await place.open();
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

  test('stop hands running tasks back, and the next start finishes them', async () => {
    const place = await dialect.create();
    const running = Promise.withResolvers<void>();
    const first = await makeBench(new ManualClock(), {
      place,
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

    const second = await makeBench(new ManualClock(), { place, executorId: 'executor-2' });
    await second.engine.start();
    expect((await second.finished(id)).task.status).toBe('completed');
    expect((await second.finished(queued.id)).task.status).toBe('completed');
  });

  test('three engines on one database never run a job twice and never two tasks of one application at once', async () => {
    const place = await dialect.create();
    const runs = new Map<string, number>();
    const busy = new Set<string>();
    const overlaps: string[] = [];
    const clock = new ManualClock();
    const benches = await Promise.all(
      ['one', 'two', 'three'].map((executorId) =>
        makeBench(clock, {
          place,
          executorId,
          // No executor dies here, and the clock runs hundreds of times faster than a heartbeat takes to reach a database.
          settings: { maxConcurrentWorkflows: 3, deadAfterMs: Number.MAX_SAFE_INTEGER },
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
    const document = makeDocument(['c1', 'd1']);
    const submitted = await Promise.all(
      Array.from({ length: 30 }, (_, index) => benches[index % 3]?.submit(document, `app-${index % 7}`)),
    );
    const poll = setInterval(() => void clock.advance(3_000), 5);
    onTestFinished(() => clearInterval(poll));
    for (const task of submitted) expect((await benches[0]?.finished(task?.id ?? ''))?.task.status).toBe('completed');
    expect([...runs.values()]).toEqual(Array.from({ length: 60 }, () => 1));
    expect(overlaps).toEqual([]);
  });
});
