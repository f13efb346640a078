import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryDirectory } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { EMPTY, type NoteTables, withNotes } from '../conformance/notes.ts';
import { openSqlite, type SqlDatabase, sql, type Transaction } from '../index.ts';

/** A database in a file, what it was told, and what another process would see in it. */
async function opened() {
  const directory = await temporaryDirectory();
  const statements: string[] = [];
  const path = join(directory.path, 'test.db');
  const database = await withNotes(openSqlite({ path, onQuery: (query) => statements.push(query.sql) }));
  const elsewhere = new DatabaseSync(path, { readOnly: true });
  const visible = elsewhere.prepare('select key from notes order by key');
  onTestFinished(async () => {
    elsewhere.close();
    await database.close();
    await directory.remove();
  });
  statements.length = 0;
  return { database, statements, visible: () => visible.all().map((row) => row.key) };
}

const add = (key: string) => async (transaction: Transaction<NoteTables>) => {
  await transaction
    .insertInto('notes')
    .values({ ...EMPTY, key })
    .execute();
};

const commits = (statements: readonly string[]) => statements.filter((text) => text === 'begin immediate').length;

test('transactions that are ready together share one commit, and none is told before it', async () => {
  const { database, statements, visible } = await opened();
  const keys = ['a', 'b', 'c', 'd'];
  await Promise.all(
    keys.map(async (key) => {
      await database.transaction(add(key));
      expect(visible()).toContain(key);
    }),
  );
  expect(commits(statements)).toBe(1);
});

test('writes outside of transactions share it too; one that fails first takes nothing with it', async () => {
  const { database, visible } = await opened();
  await database.transaction(add('taken'));
  const write = async (key: string) => {
    await database.query
      .insertInto('notes')
      .values({ ...EMPTY, key })
      .execute();
    // Whoever is told sees what all of them wrote: there was one commit.
    return visible();
  };
  const results = await Promise.allSettled(['taken', 'a', 'taken', 'b'].map(write));
  const all = ['a', 'b', 'taken'];
  expect(results).toMatchObject([
    { status: 'rejected' },
    { status: 'fulfilled', value: all },
    { status: 'rejected' },
    { status: 'fulfilled', value: all },
  ]);
});

test('one that fails takes nothing with it of those it shares a commit with', async () => {
  const { database, visible } = await opened();
  const fails = async (transaction: Transaction<NoteTables>) => {
    await add('c')(transaction);
    throw new Error('changed my mind');
  };
  const results = await Promise.allSettled([
    database.transaction(fails),
    database.transaction(add('a')),
    database.transaction(add('a')),
    database.transaction(fails),
    database.transaction(add('b')),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(visible()).toEqual(['a', 'b']);
});

test('a commit that fails fails all who share it, and leaves nothing of them', async () => {
  const { database, visible } = await opened();
  const dangling = async (transaction: Transaction<NoteTables>) => {
    await sql`pragma defer_foreign_keys = on`.execute(transaction);
    await transaction.insertInto('replies').values({ note: 'nowhere', text: '' }).execute();
  };
  const results = await Promise.allSettled([database.transaction(add('a')), database.transaction(dangling)]);
  expect(results).toMatchObject([
    { status: 'rejected', reason: { code: 'SQL_CONSTRAINT_VIOLATION' } },
    { status: 'rejected', reason: { code: 'SQL_CONSTRAINT_VIOLATION' } },
  ]);
  await database.transaction(add('b'));
  expect(visible()).toEqual(['b']);
});

test('queries outside transactions answer with what is on disk, and their own writes are', async () => {
  const { database, visible } = await opened();
  const read = async (from: SqlDatabase<NoteTables>) => {
    const rows = await from.query.selectFrom('notes').select('key').execute();
    expect(visible()).toEqual(expect.arrayContaining(rows.map(({ key }) => key)));
    return rows;
  };
  const write = async () => {
    await database.query
      .insertInto('notes')
      .values({ ...EMPTY, key: 'b' })
      .execute();
    expect(visible()).toContain('b');
  };
  const [, , rows] = await Promise.all([database.transaction(add('a')), write(), read(database)]);
  expect(rows).toEqual([{ key: 'a' }, { key: 'b' }]);
});

test('closing keeps what was about to be committed', async () => {
  const { database, visible } = await opened();
  const begun = Promise.withResolvers<void>();
  const stored = database.transaction(async (transaction) => {
    begun.resolve();
    await add('a')(transaction);
  });
  await begun.promise;
  await database.close();
  await stored;
  expect(visible()).toEqual(['a']);
});

test('one transaction after the other without end does not keep timers from firing', async () => {
  const { database } = await opened();
  let fired = false;
  setTimeout(() => {
    fired = true;
  }, 1);
  let count = 0;
  while (!fired) await database.transaction(add(`n${count++}`));
  expect(fired).toBe(true);
});
