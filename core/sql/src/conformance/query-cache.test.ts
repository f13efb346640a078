import { describeDatabases } from '@kubemin/testing/vitest';
import { expect, test } from 'vitest';
import { namedRow, type QueryTemplate } from '../database/query-cache.ts';
import type { SqlDatabase } from '../database/sql-database.ts';
import { EMPTY, type NoteTables, withNotes } from '../test-support/notes.ts';

const ROW = { ...EMPTY, key: '' };

const insert: QueryTemplate<NoteTables, unknown> = {
  shape: 'insert',
  build: (query, value) => query.insertInto('notes').values(namedRow(ROW, value)),
};

const raise: QueryTemplate<NoteTables, unknown> = {
  shape: 'raise',
  build: (query, value) =>
    query
      .updateTable('notes')
      .set((eb) => ({ done: eb('done', '+', value<number>('by')) }))
      .where('key', '=', value<string>('key'))
      .where('done', '<', 10),
};

const find: QueryTemplate<NoteTables, { readonly key: string; readonly done: number }> = {
  shape: 'find',
  build: (query, value) =>
    query.selectFrom('notes').select(['key', 'done']).where('done', '>=', value<number>('least')).orderBy('key'),
};

describeDatabases('cached queries', (dialect) => {
  async function notes(): Promise<SqlDatabase<NoteTables>> {
    return withNotes(await (await dialect.create()).open());
  }

  test('run with the values of each time, between those that stay', async () => {
    const { cache, query } = await notes();
    for (const [key, done] of [['a', 1] as const, ['b', 2] as const])
      await cache.run(query, insert, { ...ROW, key, done });
    expect((await cache.run(query, raise, { key: 'a', by: 9 })).numAffectedRows).toBe(1n);
    expect((await cache.run(query, raise, { key: 'a', by: 9 })).numAffectedRows).toBe(0n);
    expect((await cache.run(query, find, { least: 2 })).rows).toEqual([
      { key: 'a', done: 10 },
      { key: 'b', done: 2 },
    ]);
    expect(await cache.first(query, find, { least: 3 })).toEqual({ key: 'a', done: 10 });
    expect(await cache.first(query, find, { least: 11 })).toBeUndefined();
  });

  test('belong to the transaction they are run in', async () => {
    const database = await notes();
    const { cache, query } = database;
    const failing = database.transaction(async (transaction) => {
      await cache.run(transaction, insert, { ...ROW, key: 'gone' });
      expect(await cache.first(transaction, find, { least: 0 })).toEqual({ key: 'gone', done: 0 });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect((await cache.run(query, find, { least: 0 })).rows).toEqual([]);
  });

  test('alone, many at once: each has its own result, and all is stored', async () => {
    const { cache, query } = await notes();
    const keys = Array.from({ length: 200 }, (_, index) => `k${index}`);
    await Promise.all(keys.map((key, done) => cache.alone(insert, { ...ROW, key, done }, key)));
    const raised = await Promise.all(keys.map((key) => cache.alone(raise, { key, by: 5 }, key)));
    expect(raised.map(({ numAffectedRows }) => numAffectedRows)).toEqual(keys.map((_, done) => (done < 10 ? 1n : 0n)));
    expect((await cache.alone(find, { least: 199 }, '')).rows).toEqual([{ key: 'k199', done: 199 }]);
    expect(await query.selectFrom('notes').select('key').execute()).toHaveLength(200);
  });

  test('alone, many at once: what fails, fails alone', async () => {
    const { cache, query } = await notes();
    await cache.alone(insert, { ...ROW, key: 'k3' }, 'k3');
    const keys = ['k1', 'k2', 'k3', 'k4', 'k5'];
    const ends = await Promise.allSettled(keys.map((key) => cache.alone(insert, { ...ROW, key }, key)));
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(ends[2]).toMatchObject({ reason: { code: 'SQL_UNIQUE_VIOLATION' } });
    expect(await query.selectFrom('notes').select('key').orderBy('key').execute()).toHaveLength(5);
  });

  test('alone, the same rows from many sides: none waits for ever', async () => {
    const { cache, query } = await notes();
    const keys = ['a', 'b', 'c'];
    for (const key of keys) await cache.alone(insert, { ...ROW, key }, key);
    const mixed = Array.from({ length: 27 }, (_, index) => keys[index % 3] ?? '');
    await Promise.all(mixed.map((key) => cache.alone(raise, { key, by: 1 }, key)));
    const rows = await query.selectFrom('notes').select('done').execute();
    expect(rows.map(({ done }) => done)).toEqual([9, 9, 9]);
  });

  test('a value that was forgotten is refused', async () => {
    const { cache, query } = await notes();
    await expect(cache.run(query, raise, { key: 'a' })).rejects.toMatchObject({ code: 'SQL_BAD_PARAMETER' });
  });
});
