import { describeDatabases } from '@kubemin/testing/vitest';
import { expect, test } from 'vitest';
import { namedRow, type QueryTemplate, type SqlDatabase } from '../index.ts';
import { EMPTY, type NoteTables, withNotes } from './notes.ts';

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

  test('a value that was forgotten is refused', async () => {
    const { cache, query } = await notes();
    await expect(cache.run(query, raise, { key: 'a' })).rejects.toMatchObject({ code: 'SQL_BAD_PARAMETER' });
  });
});
