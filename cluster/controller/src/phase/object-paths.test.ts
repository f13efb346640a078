import { describe, expect, test } from 'vitest';
import { listObjectsAt } from './object-paths.ts';
import { forEachObject, single } from './phase-handler.ts';
import { type Job, job, PhaseBench } from './test-support/phase-bench.ts';

const run = single<Job>('Run', async () => ({ done: true }));

/** The objects of a phase over a job with this spec, or the error. */
async function listed(spec: object, paths: Parameters<typeof listObjectsAt>[0]) {
  const handler = forEachObject<Job>({
    batchSize: 0,
    list: listObjectsAt(paths),
    handle: async () => ({ done: false }),
  });
  const bench = new PhaseBench({ handlers: { Init: handler, Run: run } }, job({ spec }));
  await bench.reconcile();
  await bench.reconcile();
  const { objects, error } = bench.state('Init');
  return objects ?? error;
}

describe('objectsAt', () => {
  test('finds id, name and group in each item', async () => {
    const spec = { plan: { tables: [{ key: 7, title: 'Users', db: { name: 'a' } }, { key: 8 }] } };
    const paths = { items: 'spec.plan.tables', id: 'key', name: 'title', group: 'db.name' };
    expect(await listed(spec, paths)).toEqual([{ id: '7', name: 'Users', group: 'a' }, { id: '8' }]);
  });

  test('takes items that are texts themselves', async () => {
    expect(await listed({ boxes: ['a', 'b'] }, { items: 'spec.boxes', id: '.' })).toEqual([{ id: 'a' }, { id: 'b' }]);
  });

  test.each([
    [{ boxes: [{ name: 'x' }] }, 'spec.boxes[0] has no id to be its id'],
    [{ boxes: 'many' }, 'spec.boxes is not a list'],
  ])('refuses %j', async (spec, message) => {
    expect(await listed(spec, { items: 'spec.boxes', id: 'id' })).toBe(message);
  });

  test('a list that is not there is empty, also when objects inherit one', async () => {
    expect(await listed({}, { items: 'spec.constructor', id: 'id' })).toEqual([]);
  });
});
