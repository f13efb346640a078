import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { describe, expect, test } from 'vitest';
import { single } from './phase-handler.ts';
import { type Job, PhaseBench } from './test-support/phase-bench.ts';
import { busy, done, scripted } from './test-support/scripted-handler.ts';

describe('KC-PM-4: errors that are not fatal are really tried again', () => {
  test('in the same phase, after a pause, until it works', async () => {
    const { handler, seen } = scripted('Init', busy(), busy(), { done: true });
    const bench = new PhaseBench({ handlers: { Init: handler, Run: done('Run') } });
    expect(await bench.settle()).toBe(1000);
    expect(bench.phase).toBe('Init');
    expect(bench.state('Init')).toMatchObject({ failed: true, error: 'busy', attempts: 1 });
    expect(bench.state('Init')).not.toHaveProperty('fatal');
    await bench.finish();
    expect(bench.phase).toBe('Succeeded');
    expect(seen).toHaveLength(3);
    expect(bench.state('Init')).not.toHaveProperty('error');
  });

  test.each([
    ['a retryable error', busy(), false],
    [
      'a refused connection below another error',
      new Error('no', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) }),
      false,
    ],
    ['any other error', new Error('no'), true],
    [
      'a transient error as the cause of a final one',
      new TerminalError(verbatim('no'), { code: 'NO', cause: busy() }),
      true,
    ],
  ])('%s', async (_what, error, fatal) => {
    const bench = new PhaseBench({ handlers: { Init: scripted('Init', error).handler, Run: done('Run') } });
    await bench.settle();
    expect(bench.phase).toBe(fatal ? 'PreFailed' : 'Init');
  });

  test('the definition may decide otherwise', async () => {
    const isFatal = (error: Error) => error.message === 'worst';
    const handler = scripted('Init', new Error('bad'), new Error('worst')).handler;
    const bench = new PhaseBench({ isFatal, handlers: { Init: handler, Run: done('Run') } });
    await bench.settle();
    expect(bench.phase).toBe('Init');
    await bench.finish();
    expect(bench.phase).toBe('PreFailed');
  });
});

describe('KC-PM-5: patience has limits', () => {
  test('failures in a row are counted, wait longer and longer, and are fatal at last', async () => {
    const { handler, seen } = scripted('Init', busy());
    const policies = { Init: { maxAttempts: 4, backoff: { minMs: 100, maxMs: 300 } } };
    const bench = new PhaseBench({ policies, handlers: { Init: handler, Run: done('Run') } });
    const waits: (number | undefined)[] = [];
    for (let wait = await bench.settle(); wait !== undefined; wait = await bench.settle()) {
      waits.push(wait);
      await bench.clock.advance(wait);
    }
    expect(waits).toEqual([100, 200, 300]);
    expect(seen).toHaveLength(4);
    expect(bench.phase).toBe('PreFailed');
    expect(bench.state('Init')).toMatchObject({ fatal: true, attempts: 4, error: 'gave up after 4 attempts: busy' });
  });

  test('a wake-up before the time has come only waits, also in another process', async () => {
    const { handler, seen } = scripted('Init', busy());
    const bench = new PhaseBench({ handlers: { Init: handler, Run: done('Run') } });
    await bench.settle();
    await bench.clock.advance(400);
    expect(await bench.reconcile()).toBe(600);
    expect(seen).toHaveLength(1);
  });

  test('progress makes earlier failures forgotten', async () => {
    const steps = [busy(), { done: false, checkpoint: 'half', requeueAfterMs: 0 }, busy(), { done: true }];
    const bench = new PhaseBench({
      policies: { Init: { maxAttempts: 2 } },
      handlers: { Init: scripted('Init', ...steps).handler, Run: done('Run') },
    });
    await bench.finish();
    expect(bench.phase).toBe('Succeeded');
  });

  test('a phase that takes too long has failed, whether its handler waits or is waited for', async () => {
    const policies = { Init: { timeoutMs: 12_000 } };
    const polling = new PhaseBench({
      policies,
      handlers: { Init: scripted('Init', { done: false }).handler, Run: done('Run') },
    });
    await polling.finish();
    expect(polling.phase).toBe('PreFailed');
    expect(polling.state('Init').error).toBe('phase "Init" timed out');
    expect(polling.clock.now() - Date.parse(polling.state('Init').startTime ?? '')).toBe(12_000);

    const hanging = single<Job>(
      'Init',
      ({ signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );
    const bench = new PhaseBench({ policies, handlers: { Init: hanging, Run: done('Run') } });
    const settled = bench.settle();
    await bench.clock.advance(12_000);
    await settled;
    expect(bench.phase).toBe('PreFailed');
  });
});

test('a phase that timed out reports that, whatever its handler threw at the abort, and whatever counts as fatal', async () => {
  const stopped = single<Job>('Init', ({ signal }) => {
    const { promise, reject } = Promise.withResolvers<{ done: boolean }>();
    signal.addEventListener('abort', () => reject(new DOMException('This operation was aborted', 'AbortError')));
    return promise;
  });
  const handlers = { Init: stopped, Run: done('Run') };
  const bench = new PhaseBench({ isFatal: () => false, policies: { Init: { timeoutMs: 1000 } }, handlers });
  const settled = bench.settle();
  await bench.clock.advance(1000);
  await settled;
  expect(bench.phase).toBe('PreFailed');
  expect(bench.state('Init').error).toBe('phase "Init" timed out');
});
