import { RetryableError, TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { ManualClock } from '@kubemin/testing';
import { describe, expect, test } from 'vitest';
import type { JobContext } from '../task/job-type.ts';
import { makeBench } from '../test-support/bench.ts';
import { makeDocument } from '../test-support/documents.ts';

const never = () => new Promise<void>(() => undefined);

async function fail(): Promise<void> {
  throw new TerminalError(verbatim('the disk is on fire'), { code: 'FIRE' });
}

test('W-07: a failed run is stored as failed, with the words of the job, and is not run again after a restart', async () => {
  let runs = 0;
  const first = await makeBench(new ManualClock(), {
    scripts: {
      c1: async () => {
        runs++;
        await fail();
      },
    },
  });
  await first.engine.start();
  const { task } = await first.finished((await first.submit(['c1', 'd1'])).id);
  expect(task).toMatchObject({ status: 'failed', error: 'component "c1", Config c1: the disk is on fire' });
  expect(task.endedAt).toBeDefined();
  expect(await first.engine.jobs(task.id)).toMatchObject([
    { component: 'c1', status: 'failed', error: 'the disk is on fire' },
    { component: 'd1', status: 'skipped', message: 'not started: the run ended before', attempt: 0 },
  ]);
  await first.engine.stop();

  const second = await makeBench(new ManualClock(), { database: first.database, settings: { takeOver: 'all' } });
  await second.engine.start();
  await second.clock.advance(60_000);
  expect(await second.engine.task(task.id)).toEqual(task);
  expect(runs).toBe(1);
});

test('W-09: one failing task leaves the others alone, before and after it', async () => {
  const gate = Promise.withResolvers<void>();
  const { engine, submit, finished } = await makeBench(new ManualClock(), {
    scripts: { bad: fail, dslow: () => gate.promise },
  });
  await engine.start();
  const slow = await submit(['dslow'], 'slow');
  const bad = await submit(['bad'], 'bad');
  expect((await finished(bad.id)).task.status).toBe('failed');
  const later = await submit(['d1'], 'later');
  expect((await finished(later.id)).task.status).toBe('completed');
  expect((await engine.task(slow.id))?.status).toBe('running');
  gate.resolve();
  expect((await finished(slow.id)).task.status).toBe('completed');
});

test('W-01: a document that cannot be rendered fails the task before any job exists', async () => {
  const touched: string[] = [];
  const { engine, submit, finished } = await makeBench(new ManualClock(), {
    script: (component) => async () => {
      touched.push(component);
    },
  });
  await engine.start();
  const { task } = await finished((await submit(['c1', 'unrenderable'])).id);
  expect(task).toMatchObject({ status: 'failed', error: expect.stringContaining('no such volume') });
  expect(await engine.jobs(task.id)).toEqual([]);
  expect(touched).toEqual([]);
});

test.each([
  ['a document that is not JSON', { document: '{"name":' }, /stored document of run .* is damaged/],
  ['a document of another shape', { document: '{"name":"x","component":{}}' }, /is damaged/],
  ['component ids that are text', { component_ids: '{"c1":"seven"}' }, /component ids of run .* are damaged/],
])('%s in the database fails the task with a reason, and the engine goes on', async (_name, row, words) => {
  const { engine, database, submit, finished } = await makeBench(new ManualClock());
  const { id } = await submit(['c1']);
  const tables = await database.withTables<{ tasks: { document: string; component_ids: string } }>('vandal', []);
  await tables.query.updateTable('tasks').set(row).execute();
  await engine.start();
  expect((await finished(id)).task).toMatchObject({ status: 'failed', error: expect.stringMatching(words) });
  expect((await finished((await submit(['c1'])).id)).task.status).toBe('completed');
});

describe('which other jobs a failure stops', () => {
  test('DAG: siblings finish, the next bucket never starts', async () => {
    const { engine, submit, finished } = await makeBench(new ManualClock(), { scripts: { c1: fail } });
    await engine.start();
    const { task } = await finished((await submit(makeDocument(['c1', 'c2', 'c3', 'd1'], 'DAG'))).id);
    expect(task.status).toBe('failed');
    const states = (await engine.jobs(task.id)).map((job) => `${job.component} ${job.status}`);
    expect(states).toEqual(['c1 failed', 'c2 completed', 'c3 completed', 'd1 skipped']);
  });

  test('StepByStep: nothing after the failure, and a sibling that runs beside it is stopped', async () => {
    const started = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<string>();
    const { engine, submit, finished } = await makeBench(new ManualClock(), {
      settings: { sequentialMaxConcurrency: 2 },
      scripts: {
        c1: async () => {
          await started.promise;
          await fail();
        },
        c2: async ({ signal }) => {
          signal.addEventListener('abort', () => stopped.resolve(String(signal.reason.message)));
          started.resolve();
          await never();
        },
      },
    });
    await engine.start();
    const { task } = await finished((await submit(['c1', 'c2', 'c3'])).id);
    expect(await stopped.promise).toContain('stopped because component "c1", Config c1 failed');
    const states = (await engine.jobs(task.id)).map((job) => `${job.component} ${job.status}`);
    expect(states).toEqual(['c1 failed', 'c2 cancelled', 'c3 skipped']);
    expect(task).toMatchObject({ status: 'failed', error: 'component "c1", Config c1: the disk is on fire' });
  });

  test('several failures of a DAG are counted in the error', async () => {
    const { engine, submit, finished } = await makeBench(new ManualClock(), { scripts: { c1: fail, c3: fail } });
    await engine.start();
    const { task } = await finished((await submit(makeDocument(['c1', 'c2', 'c3'], 'DAG'))).id);
    expect(task.error).toBe('component "c1", Config c1: the disk is on fire (and 1 more)');
  });
});

describe('time limits', () => {
  test('a job that hangs and does not listen ends as timeout, and so does its task', async () => {
    const { engine, submit, finished, clock } = await makeBench(new ManualClock(), {
      scripts: {
        c1: async ({ report }) => {
          await report('waiting for Godot');
          await never();
        },
      },
    });
    await engine.start();
    const { id } = await submit(['c1', 'd1']);
    await clock.advance(59_000);
    expect((await engine.task(id))?.status).toBe('running');
    await clock.advance(1_000);
    const { task } = await finished(id);
    expect(task).toMatchObject({ status: 'timeout', error: expect.stringContaining('60 s: waiting for Godot') });
    expect((await engine.jobs(id)).map((job) => job.status)).toEqual(['timeout', 'skipped']);
  });

  test('the configured limit is the one that counts', async () => {
    const { engine, submit, clock } = await makeBench(new ManualClock(), {
      scripts: { c1: never },
      settings: { defaultJobTimeoutMs: 5_000 },
    });
    await engine.start();
    const { id } = await submit(['c1']);
    await clock.advance(5_000);
    expect((await engine.task(id))?.status).toBe('timeout');
  });

  describe('over a restart', () => {
    /** Lets a job run for a while, ends its engine, and starts another on the same database after a long pause. */
    async function restarted(options: { readonly ranMs: number; readonly end: 'stop' | 'crash' }) {
      const clock = new ManualClock();
      const first = await makeBench(clock, { executorId: 'first', scripts: { c1: never } });
      await first.engine.start();
      const { id } = await first.submit(['c1']);
      await clock.advance(options.ranMs);
      const [before] = await first.engine.jobs(id);
      if (options.end === 'stop') await first.engine.stop();
      const pause = new ManualClock(clock.now() + 3_600_000);
      const again = Promise.withResolvers<void>();
      const second = await makeBench(pause, {
        executorId: 'second',
        database: first.database,
        scripts: {
          c1: async () => {
            again.resolve();
            await never();
          },
        },
      });
      await second.engine.start();
      await again.promise;
      const status = async () => (await second.engine.task(id))?.status;
      expect(await second.engine.jobs(id)).toMatchObject([
        { status: 'running', attempt: 2, startedAt: before?.startedAt },
      ]);
      return { clock: pause, status };
    }

    test.each(['stop', 'crash'] as const)(
      'after a %s the limit goes on where it stood, without the pause',
      async (end) => {
        const { clock, status } = await restarted({ ranMs: 40_000, end });
        await clock.advance(19_000);
        expect(await status()).toBe('running');
        await clock.advance(1_000);
        expect(await status()).toBe('timeout');
      },
    );

    test('a job whose time was all but up gets a last look', async () => {
      const { clock, status } = await restarted({ ranMs: 59_999, end: 'stop' });
      await clock.advance(4_999);
      expect(await status()).toBe('running');
      await clock.advance(1);
      expect(await status()).toBe('timeout');
    });
  });

  test('what a job abandoned by its time limit does later changes nothing', async () => {
    let context: JobContext | undefined;
    const { engine, submit, finished, clock } = await makeBench(new ManualClock(), {
      scripts: {
        c1: async (given) => {
          context = given;
          await never();
        },
      },
    });
    await engine.start();
    const { id } = await submit(['c1']);
    await clock.advance(60_000);
    const { events } = await finished(id);
    let written = false;
    const write = context?.write(async () => {
      written = true;
    });
    await expect(write).rejects.toThrow(/not done after/);
    const late = context?.report('I am still here');
    await clock.advance(1_000);
    await late;
    expect(written).toBe(false);
    expect((await finished(id)).events).toEqual(events);
  });
});

describe('retries', () => {
  const flaky = (failures: number) => {
    let runs = 0;
    return async () => {
      runs++;
      if (runs <= failures) throw new RetryableError(verbatim('the server is busy'), { code: 'BUSY' });
    };
  };

  test('a transient error is tried again after a pause, three times', async () => {
    const { engine, submit, clock } = await makeBench(new ManualClock(), { scripts: { c1: flaky(3) } });
    await engine.start();
    const { id } = await submit(['c1']);
    await clock.advance(30_000);
    expect((await engine.task(id))?.status).toBe('completed');
  });

  test('the fourth failure is the end', async () => {
    const { engine, submit, clock } = await makeBench(new ManualClock(), { scripts: { c1: flaky(4) } });
    await engine.start();
    const { id } = await submit(['c1']);
    await clock.advance(30_000);
    expect(await engine.task(id)).toMatchObject({ status: 'failed', error: expect.stringContaining('busy') });
  });

  test('any other error is not tried again', async () => {
    let runs = 0;
    const { engine, submit, finished } = await makeBench(new ManualClock(), {
      scripts: {
        c1: () => {
          runs++;
          throw new Error('a bug, thrown without a promise');
        },
      },
    });
    await engine.start();
    expect((await finished((await submit(['c1'])).id)).task.status).toBe('failed');
    expect(runs).toBe(1);
  });
});
