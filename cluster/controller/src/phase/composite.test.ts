import { RetryableError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { describe, expect, test } from 'vitest';
import { parallel, serial, single } from './phase-handler.ts';
import { type Job, PhaseBench } from './test-support/phase-bench.ts';

const done = (name: string) => single<Job>(name, async () => ({ done: true }));
const throwing = (name: string, error: Error) =>
  single<Job>(name, async () => {
    throw error;
  });
const busy = new RetryableError(verbatim('busy'), { code: 'BUSY' });

/** Waits for the abort of its signal and throws the reason. */
const waiting = (name: string, onStart = () => undefined) =>
  single<Job>(name, ({ signal }) => {
    onStart();
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });

const createBench = (handler: ReturnType<typeof serial<Job>>) =>
  new PhaseBench({ handlers: { Init: handler, Run: done('Run') } });

describe('serial components', () => {
  test('are stored one by one: each begins when those before it are known to be done', async () => {
    const known: boolean[] = [];
    const asking = single<Job>('b', async (_context, { status }) => {
      known.push(JSON.stringify(status?.state).includes('"a":{"startTime"'));
      return { done: true };
    });
    const bench = createBench(serial('Init', done('a'), asking));
    await bench.finish();
    expect(known).toEqual([true]);
  });

  test('one that is not done holds up the later ones', async () => {
    const bench = createBench(
      serial(
        'Init',
        single('a', async () => ({ done: false })),
        done('b'),
      ),
    );
    expect(await bench.settle()).toBe(5000);
    expect(bench.state('Init', 'b')).toEqual({});
  });

  test('see what those before them have written to the status', async () => {
    const writing = single<Job>('a', async () => ({ done: true, status: { found: 7 } }));
    const reading = single<Job>('b', async (_context, { status }) => ({ done: true, status: { seen: { ...status } } }));
    const bench = createBench(serial('Init', writing, reading));
    await bench.finish();
    expect(bench.object.status).toMatchObject({ found: 7, seen: { found: 7 } });
  });
});

describe('parallel components', () => {
  test('begin together', async () => {
    const met = Promise.withResolvers<void>();
    const first = single<Job>('a', async () => {
      await met.promise;
      return { done: true };
    });
    const second = single<Job>('b', async () => {
      met.resolve();
      return { done: true };
    });
    const bench = createBench(parallel('Init', first, second));
    await bench.finish();
    expect(bench.phase).toBe('Succeeded');
  });

  test('the first that fails stops the others, who have not failed and run again', async () => {
    let starts = 0;
    let tries = 0;
    const stopped = waiting('a', () => {
      starts += 1;
    });
    const failing = single<Job>('b', async () => {
      tries += 1;
      throw tries === 1 ? busy : new Error('broken');
    });
    const bench = createBench(parallel('Init', stopped, failing));
    await bench.settle();
    expect(bench.state('Init', 'a')).toEqual({ startTime: expect.any(String) });
    expect(bench.state('Init', 'b')).toMatchObject({ failed: true, error: 'busy' });
    await bench.finish();
    expect(starts).toBe(2);
    expect(bench.phase).toBe('PreFailed');
    expect(bench.state('Init')).toMatchObject({ error: 'broken', fatal: true });
  });

  test('of several errors each is named, and one that is fatal decides', async () => {
    const bench = createBench(parallel('Init', throwing('a', busy), throwing('b', new Error('broken')), done('c')));
    await bench.finish();
    expect(bench.phase).toBe('PreFailed');
    expect(bench.state('Init').error).toBe('a: busy; b: broken');
    expect(bench.state('Init', 'a')).not.toHaveProperty('fatal');
    expect(bench.state('Init', 'c').done).toBe(true);
  });

  test('take turns where they ask for it', async () => {
    const order: string[] = [];
    const taking = (name: string) =>
      single<Job>(name, (context) =>
        context.exclusive(async () => {
          order.push(`${name} in`);
          await context.clock.sleep(0);
          order.push(`${name} out`);
          return { done: true };
        }),
      );
    const bench = createBench(parallel('Init', taking('a'), taking('b'), throwing('c', busy)));
    const settled = bench.settle();
    await bench.clock.advance(1);
    await bench.clock.advance(1);
    await settled;
    expect(order).toEqual(['a in', 'a out', 'b in', 'b out']);
  });
});

test('a handler that writes the machine’s own fields has failed', async () => {
  const bench = createBench(
    serial(
      'Init',
      single('a', async () => ({ done: true, status: { phase: 'Succeeded' } })),
    ),
  );
  await bench.finish();
  expect(bench.phase).toBe('PreFailed');
  expect(bench.state('Init').error).toContain('returned status.phase, which only the phase machine writes');
});

describe('a handler that is not type-checked', () => {
  const untyped = (value: unknown) => JSON.parse(JSON.stringify({ value })).value;

  test.each([
    ['nothing', undefined],
    ['a word', 'done'],
    ['a result without done', {}],
  ])('and returns %s has failed, and so do no others', async (_what, value) => {
    const bench = createBench(
      parallel(
        'Init',
        single('a', async () => untyped(value)),
        done('b'),
      ),
    );
    await bench.finish();
    expect(bench.phase).toBe('PreFailed');
    expect(bench.state('Init', 'a').error).toContain('the handler returned no result');
    expect(bench.state('Init', 'b').done).toBe(true);
  });

  test('and returns a word as its error has failed with it', async () => {
    const bench = createBench(
      serial(
        'Init',
        single('a', async () => untyped({ done: false, error: 'no' })),
      ),
    );
    await bench.finish();
    expect(bench.state('Init').error).toBe('no');
  });
});

test('a long error is truncated to what a status and an event can hold', async () => {
  const bench = createBench(serial('Init', throwing('a', new Error('x'.repeat(100_000)))));
  await bench.finish();
  expect(bench.phase).toBe('PreFailed');
  expect(bench.state('Init').error?.length).toBeLessThan(5000);
  for (const { message } of bench.events) expect(message.length).toBeLessThan(1024);
});
