import { getEventListeners } from 'node:events';
import { verbatim } from '@kubemin/base/message';
import { ManualClock } from '@kubemin/testing';
import { describe, expect, test } from 'vitest';
import type { JobContext, JobType } from '../task/job-type.ts';
import { makeBench } from '../test-support/bench.ts';

// One job type that behaves badly, beside a task of another application that has to get through: with a single slot, so
// that a slot which is not given back shows.

const never = () => new Promise<never>(() => undefined);

/** Job types may be written in plain JavaScript, where nothing restricts what they return. */
const untyped = (work: (context: JobContext) => unknown): JobType['run'] =>
  Object.assign(Object.create(null), { work }).work;

async function benchWith(work: (context: JobContext) => unknown, more: Partial<JobType> = {}) {
  const bad: JobType = { name: 'bad', kinds: ['Note'], priority: 10, run: untyped(work), ...more };
  const good: JobType = { name: 'good', kinds: ['Config'], priority: 0, run: async () => 'fine' };
  const bench = await makeBench(new ManualClock(), {
    jobTypes: [bad, good],
    settings: { maxConcurrentWorkflows: 1 },
  });
  await bench.engine.start();
  /** How the bad task ends, once the clock has gone `ms` ahead; the other one has to complete. */
  const outcome = async (ms = 0) => {
    const { id } = await bench.submit(['d1'], 'bad');
    const other = await bench.submit(['c1'], 'good');
    await bench.clock.advance(ms);
    const { task, events } = await bench.finished(id);
    expect((await bench.finished(other.id)).task.status).toBe('completed');
    return { task, events, jobs: await bench.engine.jobs(id) };
  };
  return { ...bench, outcome };
}

const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;

describe('a job type that throws', () => {
  const thrower = (thrown: unknown) => () => {
    throw thrown;
  };
  const unspeakable = {
    toJSON: () => {
      throw new Error('no JSON');
    },
    toString: () => {
      throw new Error('no text');
    },
  };
  test.each([
    ['before its first await', thrower(new Error('at once')), 'at once'],
    ['later', async () => Promise.reject(new Error('later')), 'later'],
    ['a text', thrower('just words'), 'just words'],
    ['nothing', thrower(undefined), 'thrown: undefined'],
    ['a symbol', thrower(Symbol('odd')), 'thrown: Symbol(odd)'],
    ['an object in circles', thrower(cyclic), 'thrown: [object Object]'],
    ['a number too large for JSON', thrower(10n), 'thrown: [object BigInt]'],
    ['an object that cannot be put in words', thrower(unspeakable), 'thrown: [object Object]'],
    ['a message without end', thrower(new Error('x'.repeat(1_000_000))), expect.stringMatching(/^.{0,4100}$/)],
  ])('%s: its job fails with what words there are', async (_name, work, error) => {
    const { outcome } = await benchWith(work);
    const { task, jobs } = await outcome();
    expect(task.status).toBe('failed');
    expect(jobs[0]).toMatchObject({ status: 'failed', error });
  });

  test('when it is asked for its time limit: its job fails, the run ends', async () => {
    const timeoutMs = () => {
      throw new Error('who knows');
    };
    const { outcome } = await benchWith(() => undefined, { timeoutMs });
    expect((await outcome()).jobs[0]).toMatchObject({ status: 'failed', error: 'who knows' });
  });
});

describe('a job type that returns no result', () => {
  test.each([
    ['null', null, 'it is null'],
    ['a number', 7, 'it is number'],
    ['a list', ['done'], 'it is list'],
    ['a function', () => 'done', 'it is function'],
    ['a message that is none', { message: { text: 'done' } }, '"message" is object'],
    ['a flag that is none', { skipped: 'no' }, '"skipped" is string'],
    ['values that are none', { values: 'done' }, '"values" is string'],
  ])('%s: its job fails with that reason', async (_name, result, words) => {
    const { outcome } = await benchWith(async () => result);
    expect((await outcome()).jobs[0]).toMatchObject({
      status: 'failed',
      error: `the job type returned an invalid result: ${words}`,
    });
  });

  test('a result that is not promised will do', async () => {
    const { outcome } = await benchWith(() => ({ message: 'done', extra: cyclic }));
    expect((await outcome()).jobs[0]).toMatchObject({ status: 'completed', message: 'done' });
  });
});

test('a job type that hangs and does not listen: its time limit ends it and frees the slot', async () => {
  const { outcome } = await benchWith(never);
  expect((await outcome(60_000)).task.status).toBe('timeout');
});

test('a job type without a usable time limit is still ended by a cancel', async () => {
  const { engine, submit, finished } = await benchWith(never, { timeoutMs: Number.NaN });
  const { id } = await submit(['d1'], 'bad');
  await expect.poll(() => engine.task(id)).toMatchObject({ status: 'running' });
  await engine.cancel(id);
  expect((await finished(id)).task.status).toBe('cancelled');
  expect((await finished((await submit(['c1'], 'good')).id)).task.status).toBe('completed');
});

describe('a job type that goes on after its end', () => {
  test('writes nothing, reports nothing, and is notified by its signal', async () => {
    const kept: JobContext[] = [];
    const { outcome, engine, clock } = await benchWith((context) => {
      kept.push(context);
      return { message: 'done' };
    });
    const { task, jobs, events } = await outcome();
    const [context] = kept;
    let written = false;
    const write = context?.write(async () => {
      written = true;
    });
    await expect(write).rejects.toThrow('the job has ended');
    const late = context?.report('I am still here');
    await clock.advance(1_000);
    await late;
    expect(written).toBe(false);
    expect(context?.signal.aborted).toBe(true);
    expect(await engine.jobs(task.id)).toEqual(jobs);
    expect(events.at(-1)).toMatchObject({ kind: 'task', task: { status: 'completed' } });
  });

  test('what an attempt left running does not write beside the next one', async () => {
    const late = Promise.withResolvers<unknown>();
    const first = Promise.withResolvers<void>();
    let runs = 0;
    const { outcome } = await benchWith(async ({ write }) => {
      runs++;
      if (runs > 1) {
        first.resolve();
        await late.promise;
        return 'second';
      }
      first.promise.then(() => write(async () => undefined)).then(late.reject, late.resolve);
      const { RetryableError } = await import('@kubemin/base');
      throw new RetryableError(verbatim('busy'), { code: 'BUSY' });
    });
    expect((await outcome(10)).jobs[0]).toMatchObject({ status: 'completed', message: 'second' });
    expect(await late.promise).toMatchObject({ kind: 'ended' });
  });
});

test('a job type that leaks listeners: they go with its signal, not with that of the run', async () => {
  const signals: AbortSignal[] = [];
  const { outcome } = await benchWith(({ signal }) => {
    signals.push(signal);
    for (let count = 0; count < 1_000; count++) signal.addEventListener('abort', () => undefined, { once: true });
  });
  expect((await outcome()).task.status).toBe('completed');
  expect(signals.flatMap((signal) => getEventListeners(signal, 'abort'))).toEqual([]);
});

describe('a job type that talks without end', () => {
  test('without waiting for the store: the newest report is stored, not all of them', async () => {
    const { outcome } = await benchWith(async ({ report }) => {
      const all = Array.from({ length: 10_000 }, (_, count) => report(`line ${count}`));
      await Promise.all(all);
    });
    const { task, events, jobs } = await outcome();
    expect(task.status).toBe('completed');
    expect(jobs[0]?.message).toBe('line 9999');
    expect(events.length).toBeLessThan(20);
  });

  test('waiting each time: it is slowed down, and each time limit still holds', async () => {
    const { outcome } = await benchWith(async ({ report }) => {
      for (let count = 0; ; count++) await report(`line ${count}`);
    });
    const { task, events } = await outcome(60_000);
    expect(task.status).toBe('timeout');
    // A burst, then four a second.
    expect(events.length).toBeLessThan(20 + 4 * 60 + 10);
  });
});
