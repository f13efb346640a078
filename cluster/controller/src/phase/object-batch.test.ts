import { RetryableError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextBatch } from './object-batch.ts';
import { forEachObject, type ObjectsHandler, single } from './phase-handler.ts';
import type { PhaseObject } from './phase-object.ts';
import { type Job, PhaseBench } from './test-support/phase-bench.ts';

const run = single<Job>('Run', async () => ({ done: true }));

function createBench(handler: Omit<ObjectsHandler<Job>, 'kind'>): PhaseBench {
  return new PhaseBench({ handlers: { Init: forEachObject<Job>(handler), Run: run } });
}

const ids = (objects: readonly PhaseObject[] | undefined) => objects?.map(({ id }) => id);

describe('nextBatch', () => {
  test('takes whole groups, and at most a batch of those without', () => {
    const objects = [{ id: 'a' }, { id: 'b', group: 'x' }, { id: 'c' }, { id: 'd', group: 'x' }, { id: 'e' }];
    expect(ids(nextBatch(objects, 2))).toEqual(['a', 'c']);
    expect(ids(nextBatch(objects, 0))).toEqual(['a', 'c', 'e']);
    expect(ids(nextBatch(objects.slice(1), 1))).toEqual(['b', 'd']);
  });

  test('whatever the list: every unfinished object comes once, and no batch mixes groups', () => {
    const object = fc.record({ group: fc.constantFrom(undefined, 'x', 'y'), done: fc.boolean() });
    fc.assert(
      fc.property(fc.array(object, { maxLength: 20 }), fc.nat(4), (list, batchSize) => {
        let objects: readonly PhaseObject[] = list.map(({ group, done }, index) => ({
          id: `${index}`,
          done,
          ...(group === undefined ? {} : { group }),
        }));
        const owed = objects.filter(({ done }) => done !== true).map(({ id }) => id);
        const seen: string[] = [];
        for (let batch = nextBatch(objects, batchSize); batch.length > 0; batch = nextBatch(objects, batchSize)) {
          expect(new Set(batch.map(({ group }) => group)).size).toBe(1);
          if (batchSize > 0 && batch[0]?.group === undefined) expect(batch.length).toBeLessThanOrEqual(batchSize);
          const taken = new Set(batch.map(({ id }) => id));
          seen.push(...taken);
          objects = objects.map((item) => (taken.has(item.id) ? { ...item, done: true } : item));
        }
        expect(seen.toSorted()).toEqual(owed.toSorted());
      }),
    );
  });
});

describe('a handler over objects', () => {
  test('lists once, and the list is stored before anything is handled', async () => {
    let lists = 0;
    const stored: (readonly string[] | undefined)[] = [];
    const bench = createBench({
      batchSize: 1,
      list: async () => {
        lists += 1;
        return [{ id: 'a' }, { id: 'b' }];
      },
      handle: async () => {
        stored.push(ids(bench.state('Init').objects));
        return { done: true };
      },
    });
    await bench.finish();
    expect(lists).toBe(1);
    expect(stored).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  test('with nothing to handle is done', async () => {
    const bench = createBench({ batchSize: 1, list: async () => [], handle: async () => ({ done: false }) });
    await bench.finish();
    expect(bench.phase).toBe('Succeeded');
  });

  test('gets its checkpoints back, and goes on at once as long as there are new ones', async () => {
    const seen: (string | undefined)[] = [];
    const bench = createBench({
      batchSize: 1,
      list: async () => [{ id: 'a' }, { id: 'b' }],
      async handle(_context, _resource, [object]) {
        if (object === undefined) return { done: true };
        const page = Number(object.checkpoint ?? 0) + 1;
        seen.push(`${object.id}${page}`);
        return { done: false, objects: [{ ...object, checkpoint: `${page}`, ...(page === 3 ? { done: true } : {}) }] };
      },
    });
    expect(await bench.settle()).toBeUndefined();
    expect(seen).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3']);
  });

  test('that does not get on is asked again after the usual time', async () => {
    const bench = createBench({ batchSize: 0, list: async () => [{ id: 'a' }], handle: async () => ({ done: false }) });
    expect(await bench.settle()).toBe(5000);
  });

  test('keeps what it has done of a batch when it fails, and tries the rest again', async () => {
    const batches: (readonly string[] | undefined)[] = [];
    const bench = createBench({
      batchSize: 0,
      list: async () => [{ id: 'a' }, { id: 'b' }],
      async handle(_context, _resource, batch) {
        batches.push(ids(batch));
        const error = new RetryableError(verbatim('cut off'), { code: 'CUT' });
        return batches.length === 1 ? { done: false, objects: [{ id: 'a', done: true }], error } : { done: true };
      },
    });
    await bench.finish();
    expect(bench.phase).toBe('Succeeded');
    expect(batches).toEqual([['a', 'b'], ['b']]);
  });

  test('a warning of an object is one of the phase', async () => {
    const bench = createBench({
      batchSize: 0,
      list: async () => [{ id: 'a' }],
      handle: async (_context, _resource, batch) => ({
        done: true,
        objects: batch.map((object) => ({ ...object, done: true, warning: 'slow' })),
      }),
    });
    await bench.finish();
    expect(bench.phase).toBe('Succeeded');
    expect(bench.state('Init').warning).toBe('slow');
  });

  test.each([
    ['too many objects', Array.from({ length: 5001 }, (_, index) => ({ id: `${index}` })), 'at most 5000 fit'],
    ['one object twice', [{ id: 'a' }, { id: 'a' }], 'two objects with the same id'],
  ])('that lists %s has failed', async (_what, objects, message) => {
    const bench = createBench({ batchSize: 0, list: async () => objects, handle: async () => ({ done: true }) });
    await bench.finish();
    expect(bench.phase).toBe('PreFailed');
    expect(bench.state('Init').error).toContain(message);
  });

  test('that returns an object it never listed has failed', async () => {
    const bench = createBench({
      batchSize: 0,
      list: async () => [{ id: 'a' }],
      handle: async () => ({ done: false, objects: [{ id: 'z', done: true }] }),
    });
    await bench.finish();
    expect(bench.state('Init').error).toContain('returned object "z", which is not among those it listed');
  });
});
