import { describe, expect, test } from 'vitest';
import { forEachObject, parallel, serial, single } from './phase-handler.ts';
import { type Job, PhaseBench } from './test-support/phase-bench.ts';

const done = (name: string, warning?: string) =>
  single<Job>(name, async () => ({ done: true, ...(warning === undefined ? {} : { warning }) }));
const failing = (name: string) =>
  single<Job>(name, async () => {
    throw new Error('broken');
  });

/** Works through a and b of type x, and c without a type; `bad` ones end in an error. */
const copying = (name: string, bad: readonly string[] = []) =>
  forEachObject<Job>({
    name,
    batchSize: 1,
    list: async () => [{ id: 'a', group: 'x', name: 'Anna' }, { id: 'b', group: 'x' }, { id: 'c' }],
    handle: async (_context, _resource, batch) => ({
      done: false,
      objects: batch.map((object) => ({
        ...object,
        done: true,
        ...(bad.includes(object.id) ? { error: 'torn' } : {}),
      })),
    }),
  });

describe('the summary', () => {
  test('follows the usual way, and ends with one line for the end', async () => {
    const bench = new PhaseBench({
      handlers: { Init: { ...done('Init', 'slow disk'), description: 'Looks.' }, Run: failing('Run') },
    });
    const lines = () => bench.machine.summary(bench.object).map(({ phase, result }) => `${phase} ${result}`);
    expect(lines()).toEqual(['Init Doing', 'Run Pending', 'Done Pending']);
    await bench.finish();
    expect(lines()).toEqual(['Init Warning', 'Run Failed', 'Done Failed']);
    expect(bench.machine.summary(bench.object)[0]).toMatchObject({
      description: 'Looks.',
      warning: 'slow disk',
      view: 'none',
    });
    expect(bench.machine.summary(bench.object)[1]).toMatchObject({ error: 'broken', endTime: expect.any(String) });
  });

  test('of a matrix that goes round in circles shows each phase once', () => {
    const bench = new PhaseBench({ normalTrans: { Init: 'Run', Run: 'Init' } });
    expect(bench.machine.summary(bench.object).map(({ phase }) => phase)).toEqual(['Init', 'Run', 'Done']);
  });
});

describe('the detail', () => {
  test('of a composite is a tree of checks', async () => {
    const tree = serial('Init', done('a'), parallel('inner', done('b', 'old'), failing('c')), done('d'));
    const bench = new PhaseBench({ handlers: { Init: tree, Run: done('Run') } });
    await bench.finish();
    expect(bench.machine.detail(bench.object, 'Init')).toMatchObject({
      kind: 'checklist',
      result: 'Failed',
      checks: [
        { name: 'a', result: 'Succeeded' },
        {
          name: 'inner',
          result: 'Failed',
          checks: [
            { name: 'b', result: 'Warning', warning: 'old' },
            { name: 'c', result: 'Failed', error: 'broken' },
          ],
        },
        { name: 'd', result: 'Pending' },
      ],
    });
  });

  test('of objects has one table per type, with a result per handler', async () => {
    const bench = new PhaseBench({
      handlers: {
        Init: { ...serial('Init', copying('copy'), copying('verify', ['b'])), view: 'objectdetail' },
        Run: done('Run'),
      },
    });
    await bench.finish();
    const succeeded = { result: 'Succeeded' };
    expect(bench.machine.detail(bench.object, 'Init')).toEqual({
      kind: 'objectdetail',
      phase: 'Init',
      result: 'Failed',
      tables: [
        {
          type: 'x',
          handlers: ['copy', 'verify'],
          rows: [
            { id: 'a', name: 'Anna', results: { copy: succeeded, verify: succeeded } },
            { id: 'b', results: { copy: succeeded, verify: { result: 'Failed', error: 'torn' } } },
          ],
        },
        {
          type: '',
          handlers: ['copy', 'verify'],
          rows: [{ id: 'c', results: { copy: succeeded, verify: succeeded } }],
        },
      ],
    });
  });

  test('as progress counts objects, or components where there are none', async () => {
    const bench = new PhaseBench({
      handlers: {
        Init: { ...copying('Init'), view: 'progress' },
        Run: { ...serial('Run', done('a'), done('b'), failing('c')), view: 'progress' },
      },
    });
    expect(bench.machine.detail(bench.object, 'Init')).toMatchObject({ done: 0, total: 1, percent: 0 });
    while (bench.state('Init').objects?.some((object) => object.done === true) !== true) await bench.reconcile();
    expect(bench.machine.detail(bench.object, 'Init')).toMatchObject({
      kind: 'progress',
      result: 'Doing',
      done: 2,
      total: 3,
      percent: 66,
    });
    await bench.finish();
    expect(bench.machine.detail(bench.object, 'Init')).toMatchObject({ done: 3, percent: 100 });
    expect(bench.machine.detail(bench.object, 'Run')).toMatchObject({ result: 'Failed', done: 2, total: 3 });
  });

  test('of a phase that is not there names those that are', () => {
    const bench = new PhaseBench();
    expect(() => bench.machine.detail(bench.object, 'Initt')).toThrow(
      'no phase "Initt" with a handler; jobs have Init, Run',
    );
  });
});
