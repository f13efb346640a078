import { expect, test } from 'vitest';
import type { HandlerResult } from './handler-result.ts';
import { forEachObject, serial, single } from './phase-handler.ts';
import { type Job, job, PhaseBench } from './test-support/phase-bench.ts';

/** Counts its runs; fails the first time. */
function breakingOnce(name: string) {
  let runs = 0;
  const handler = single<Job>(name, async () => {
    runs += 1;
    if (runs === 1) throw new Error('broken');
    return { done: true };
  });
  return { handler, runs: () => runs };
}

function counted(name: string, result: HandlerResult = { done: true }) {
  let runs = 0;
  const handler = single<Job>(name, async () => {
    runs += 1;
    return result;
  });
  return { handler, runs: () => runs };
}

function annotated(bench: PhaseBench, annotation: string): void {
  const { object } = bench;
  bench.store.put({ ...object, metadata: { ...object.metadata, annotations: { [annotation]: '' } } });
}

test('finished components stay finished and keep their times; the failed one starts again', async () => {
  const [first, second, third] = [counted('first'), breakingOnce('second'), counted('third')];
  const tree = serial('Init', first.handler, serial('inner', second.handler), third.handler);
  const bench = new PhaseBench({ handlers: { Init: tree, Run: counted('Run').handler } });
  await bench.finish();
  expect(bench.phase).toBe('PreFailed');
  const finished = bench.state('Init', 'first');
  await bench.clock.advance(60_000);
  annotated(bench, 'kubemin.io/reset');
  await bench.finish();
  expect(bench.phase).toBe('Succeeded');
  expect([first.runs(), second.runs(), third.runs()]).toEqual([1, 2, 1]);
  expect(bench.state('Init', 'first')).toEqual(finished);
  expect(bench.state('Init', 'inner', 'second')).not.toHaveProperty('error');
  expect(bench.object.metadata.annotations).toEqual({});
  expect(bench.events.map(({ reason }) => reason)).toContain('Reset');
});

test('of many objects only the failed ones are handled again', async () => {
  const handled: string[] = [];
  const handler = forEachObject<Job>({
    batchSize: 1,
    list: async () => ['a', 'b', 'c'].map((id) => ({ id })),
    handle: async (_context, _resource, [object]) => {
      handled.push(object?.id ?? '');
      const again = handled.filter((id) => id === 'b').length > 1;
      return object?.id === 'b' && !again
        ? { done: false, objects: [{ ...object, done: true, error: 'torn' }] }
        : { done: true };
    },
  });
  const bench = new PhaseBench({ handlers: { Init: handler, Run: counted('Run').handler } });
  await bench.finish();
  expect(bench.phase).toBe('PreFailed');
  expect(bench.state('Init').error).toBe('1 of 3 objects failed: b: torn');
  bench.store.put(bench.machine.reset(bench.object));
  await bench.finish();
  expect(bench.phase).toBe('Succeeded');
  expect(handled).toEqual(['a', 'b', 'c', 'b']);
});

test('a phase whose handler chose the failed phase starts again, and so does its timeout', async () => {
  let runs = 0;
  const choosing = single<Job>('Init', async () => {
    runs += 1;
    return runs === 1 ? { done: true, next: 'PreFailed' } : { done: true };
  });
  const bench = new PhaseBench({
    policies: { Init: { timeoutMs: 1000 } },
    handlers: { Init: choosing, Run: counted('Run').handler },
  });
  await bench.finish();
  expect(bench.object.status).toMatchObject({ phase: 'PreFailed', failedFrom: 'Init' });
  await bench.clock.advance(5000);
  annotated(bench, 'kubemin.io/reset');
  await bench.finish();
  expect(bench.phase).toBe('Succeeded');
});

test('a reset that is asked for elsewhere is refused where people see it, and not asked for again', async () => {
  const bench = new PhaseBench();
  await bench.finish();
  annotated(bench, 'kubemin.io/reset');
  await bench.finish();
  expect(bench.phase).toBe('Succeeded');
  expect(bench.events.at(-1)).toMatchObject({ type: 'Warning', reason: 'ResetRefused' });
  expect(bench.object.metadata.annotations).toEqual({});
});

test('an object without failedFrom is reset if only one error transition leads to its phase', () => {
  const bench = new PhaseBench({}, job({ status: { phase: 'Failed' } }));
  expect(bench.machine.reset(bench.object).status?.phase).toBe('Run');
  const shared = {
    errorTrans: { Init: 'Failed', Run: 'Failed' },
    failedPhases: ['Failed'],
    terminalPhases: ['Failed', 'Succeeded'],
  };
  const several = new PhaseBench(shared, job({ status: { phase: 'Failed' } }));
  expect(() => several.machine.reset(several.object)).toThrow('several lead (Init, Run) to "Failed"');
});
