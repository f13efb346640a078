import { describeDatabases } from '@kubemin/testing/vitest';
import { expect, test } from 'vitest';
import { firstRow, namedRow, type QueryTemplate, type Steps, step } from '../database/query-cache.ts';
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
      .set({ done: value<number>('done') })
      .where('key', '=', value<string>('key')),
};

const find: QueryTemplate<NoteTables, { readonly done: number }> = {
  shape: 'find',
  build: (query, value) => query.selectFrom('notes').select('done').where('key', '=', value<string>('key')),
};

/** Increments what it has read, so that a write in between would be lost. */
function* counted(key: string): Steps<NoteTables, number> {
  const found = yield* firstRow(find, { key });
  const done = (found?.done ?? 0) + 1;
  if (found === undefined) yield* step(insert, { ...ROW, key, done });
  else yield* step(raise, { key, done });
  return done;
}

describeDatabases('transactions of steps', (dialect) => {
  async function notes(onQuery?: (sql: string) => void): Promise<SqlDatabase<NoteTables>> {
    return withNotes(await (await dialect.create()).open({ onQuery: ({ sql }) => onQuery?.(sql) }));
  }

  test('each step has its result, and so has the whole', async () => {
    const database = await notes();
    expect(await database.runSteps(() => counted('a'))).toBe(1);
    expect(await database.runSteps(() => counted('a'))).toBe(2);
    expect(await database.cache.first(database.query, find, { key: 'a' })).toEqual({ done: 2 });
  });

  test('one that throws between steps leaves nothing behind, also beside others', async () => {
    const database = await notes();
    const failing = database.runSteps(function* () {
      yield* counted('gone');
      throw new Error('changed my mind');
    });
    const others = ['a', 'b', 'c'].map((key) => database.runSteps(() => counted(key)));
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await Promise.all(others)).toEqual([1, 1, 1]);
    const rows = await database.query.selectFrom('notes').select('key').orderBy('key').execute();
    expect(rows.map(({ key }) => key)).toEqual(['a', 'b', 'c']);
  });

  test('one whose statement fails is undone as a whole and rejects with the cause', async () => {
    const database = await notes();
    await database.runSteps(() => counted('k'));
    const failing = database.runSteps(function* () {
      yield* counted('gone');
      yield* step(insert, { ...ROW, key: 'k' });
    });
    await expect(failing).rejects.toMatchObject({ code: 'SQL_UNIQUE_VIOLATION' });
    expect(await database.cache.first(database.query, find, { key: 'gone' })).toBeUndefined();
  });

  test('what has no shape is built each time', async () => {
    const database = await notes();
    const named = (key: string) => ({
      build: (query: typeof database.query) => query.selectFrom('notes').select('done').where('key', '=', key),
    });
    await database.runSteps(() => counted('a'));
    const found = await database.runSteps(function* () {
      return [yield* firstRow(named('a')), yield* firstRow(named('b'))];
    });
    expect(found).toEqual([{ done: 1 }, undefined]);
  });

  test('as a part of a transaction they go with it', async () => {
    const database = await notes();
    const failing = database.transaction(async (transaction) => {
      expect(await database.cache.runSteps(transaction, counted('gone'))).toBe(1);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await database.cache.first(database.query, find, { key: 'gone' })).toBeUndefined();
  });

  test('the observer gets every statement once', async () => {
    const observed: string[] = [];
    const database = await notes((sql) => observed.push(sql));
    observed.length = 0;
    await database.runSteps(() => counted('a'));
    await database.cache.run(database.query, raise, { key: 'a', done: 7 });
    const words = observed
      .map((sql) => sql.split(' ')[0])
      .filter((word) => /^(select|insert|update)$/.test(word ?? ''));
    expect(words).toEqual(['select', 'insert', 'update']);
  });

  test('after the database was closed there are none', async () => {
    const database = await notes();
    await database.close();
    await expect(database.runSteps(() => counted('a'))).rejects.toMatchObject({ code: 'SQL_CLOSED' });
    await expect(database.cache.run(database.query, find, { key: 'a' })).rejects.toMatchObject({ code: 'SQL_CLOSED' });
  });
});
