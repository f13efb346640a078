import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Migration } from '../database/migration/migration.ts';
import type { SqlDatabase } from '../database/sql-database.ts';
import { sql } from '../index.ts';
import { openSqlite } from './open-sqlite.ts';

type NoteTables = { notes: { id: number; text: string | null; done: number } };

const NOTES: Migration = {
  name: '001-notes',
  up: async (database) => {
    await database.schema
      .createTable('notes')
      .addColumn('id', 'bigint', (column) => column.primaryKey())
      .addColumn('text', 'text')
      .addColumn('done', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let opened: SqlDatabase<unknown>[] = [];

beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(async () => {
  for (const database of opened) await database.close();
  opened = [];
  await directory.remove();
});

function file(): string {
  return join(directory.path, 'test.db');
}

async function openNotes(path = file()): Promise<SqlDatabase<NoteTables>> {
  const database = openSqlite({ path });
  opened.push(database);
  return database.withTables<NoteTables>('notes', [NOTES]);
}

test('what was committed is there after the file is opened again', async () => {
  const first = await openNotes();
  await first.query.insertInto('notes').values({ id: 1, text: 'kept', done: 0 }).execute();
  await first.close();
  const second = await openNotes();
  expect(await second.query.selectFrom('notes').select(['id', 'text']).execute()).toEqual([{ id: 1, text: 'kept' }]);
});

test('two connections of one process that write at the same time wait for each other instead of dead-locking', async () => {
  const [one, two] = [await openNotes(), await openNotes()];
  const write = (database: SqlDatabase<NoteTables>, from: number) =>
    Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        database.transaction(async (transaction) => {
          const { last } = await transaction
            .selectFrom('notes')
            .select(({ fn }) => fn.count<number>('id').as('last'))
            .executeTakeFirstOrThrow();
          await new Promise((resolve) => setImmediate(resolve));
          await transaction
            .insertInto('notes')
            .values({ id: from + index, text: String(last), done: 0 })
            .execute();
        }),
      ),
    );
  await Promise.all([write(one, 0), write(two, 100)]);
  // Every transaction saw a different count: none overlapped another.
  const seen = await one.query.selectFrom('notes').select('text').execute();
  expect(new Set(seen.map((row) => row.text)).size).toBe(20);
});

test('a file opens while another connection of the same thread is inside a write transaction', async () => {
  const first = await openNotes();
  let second: SqlDatabase<unknown> | undefined;
  await first.transaction(async (transaction) => {
    await transaction.insertInto('notes').values({ id: 1, text: 'first', done: 0 }).execute();
    second = openSqlite({ path: file() });
    opened.push(second);
  });
  const notes = await second?.withTables<NoteTables>('notes', [NOTES]);
  expect(await notes?.query.selectFrom('notes').select('text').execute()).toEqual([{ text: 'first' }]);
});

test('a Date as first parameter is refused instead of shifting the columns', async () => {
  const { query } = await openNotes();
  const insert = sql`insert into notes (text, id, done) values (${new Date(0)}, ${7}, ${0})`;
  await expect(insert.execute(query)).rejects.toMatchObject({ code: 'SQL_BAD_PARAMETER' });
  await expect(insert.execute(query)).rejects.toThrow(/parameter 1 is Date.*pass a string/);
});

test('a directory that does not exist, a file that is no database: the error names the path and what to do', async () => {
  expect(() => openSqlite({ path: join(directory.path, 'missing', 'x.db') })).toThrow(/missing.*directory must exist/);
  await writeFile(file(), 'this is a text file that is long enough to be read as a header, yet is not SQLite');
  expect(() => openSqlite({ path: file() })).toThrow(/not a SQLite database; move it away/);
});
