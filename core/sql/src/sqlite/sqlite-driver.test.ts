import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { systemClock, systemRandom } from '@kubemin/base';
import { eventually, temporaryDirectory } from '@kubemin/testing';
import { Kysely } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { SqlDatabase } from '../database/sql-database.ts';
import { StatementObserver } from '../database/statement-observer.ts';
import { sql, type Transaction } from '../index.ts';
import { EMPTY, type NoteTables, withNotes } from '../test-support/notes.ts';
import { openSqlite } from './open-sqlite.ts';
import { SqliteDialect } from './sqlite-dialect.ts';

/** A database in a file, the statements it got, and what another process would see in it. */
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

test('transactions that are ready together share one commit, and none resolves before it', async () => {
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
    // A transaction that has resolved sees what all of them wrote: there was one commit.
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

test('queries outside transactions return what is on disk, and so are their own writes', async () => {
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

/** A database whose disk syncs only when the test lets it. */
async function withSlowDisk() {
  const directory = await temporaryDirectory();
  const database = new DatabaseSync(join(directory.path, 'test.db'));
  database.exec('pragma journal_mode = wal; create table notes (key text)');
  const syncs: PromiseWithResolvers<void>[] = [];
  const log = {
    sync: () => {
      const sync = Promise.withResolvers<void>();
      syncs.push(sync);
      return sync.promise;
    },
    close: () => undefined,
  };
  const dialect = new SqliteDialect({
    database,
    log,
    clock: systemClock,
    random: systemRandom,
    busyTimeoutMs: 1_000,
    watch: new StatementObserver({ clock: systemClock }),
  });
  const query = new Kysely<{ notes: { key: string } }>({ dialect });
  const finished: string[] = [];
  const write = async (key: string) => {
    await query.insertInto('notes').values({ key }).execute();
    finished.push(key);
  };
  const read = async () => {
    const rows = await query.selectFrom('notes').select('key').execute();
    finished.push(`read ${rows.map(({ key }) => key).join(' ')}`);
  };
  onTestFinished(async () => {
    for (const sync of syncs) sync.resolve();
    await dialect.close();
    await directory.remove();
  });
  const begun = (count: number) => eventually(() => syncs.length === count);
  return { query, dialect, finished, write, read, syncs, begun };
}

test('no writer and no reader of its data resolves before the disk has it; what comes meanwhile shares the next commit', async () => {
  const { finished, write, read, syncs, begun } = await withSlowDisk();
  const first = write('a');
  await begun(1);
  const later = Promise.all([read(), write('b'), write('c')]);
  await eventuallyQuiet();
  expect(finished).toEqual([]);
  syncs[0]?.resolve();
  await first;
  await begun(2);
  expect(finished).not.toContain('b');
  syncs[1]?.resolve();
  await later;
  expect(finished).toEqual(expect.arrayContaining(['read a', 'b', 'c']));
  expect(syncs).toHaveLength(2);
});

test('after a sync that failed nothing is taken any more', async () => {
  const { finished, write, read, syncs, begun } = await withSlowDisk();
  const lost = expect(write('a')).rejects.toMatchObject({ code: 'SQL_FAILED' });
  await begun(1);
  syncs[0]?.reject(new Error('EIO'));
  await lost;
  await expect(write('b')).rejects.toThrow(/the disk did not take/);
  await expect(read()).rejects.toThrow(/start again/);
  expect(finished).toEqual([]);
});

test('what came during a sync that then failed is not stored, and rejects', async () => {
  const { query, finished, write, read, syncs, begun } = await withSlowDisk();
  const first = write('a');
  await begun(1);
  const inTransaction = query.transaction().execute((transaction) => {
    return transaction.insertInto('notes').values({ key: 'c' }).execute();
  });
  const all = Promise.allSettled([first, write('b'), inTransaction, read()]);
  await eventuallyQuiet();
  syncs[0]?.reject(new Error('EIO'));
  // A disk that lost something takes what comes after it all the same.
  await eventuallyQuiet();
  for (const sync of syncs) sync.resolve();
  expect(await all).toMatchObject(Array(4).fill({ status: 'rejected', reason: { code: 'SQL_FAILED' } }));
  expect(finished).toEqual([]);
  expect(syncs).toHaveLength(1);
});

test.each(['read', 'write'] as const)(
  'a %s that a failed sync overtakes does not resolve as if it had succeeded',
  async (kind) => {
    const { query, write, syncs, begun } = await withSlowDisk();
    const lost = expect(write('a')).rejects.toMatchObject({ code: 'SQL_FAILED' });
    await begun(1);
    const overtaken = query.connection().execute(async (connection) => {
      if (kind === 'write') await connection.insertInto('notes').values({ key: 'b' }).execute();
      const rows = await connection.selectFrom('notes').select('key').execute();
      syncs[0]?.reject(new Error('EIO'));
      await lost;
      return rows;
    });
    await expect(overtaken).rejects.toMatchObject({ code: 'SQL_FAILED' });
    expect(syncs).toHaveLength(1);
  },
);

test('closing after a sync that failed does not store what was about to be committed', async () => {
  const { dialect, write, syncs, begun } = await withSlowDisk();
  const lost = Promise.allSettled([write('a')]);
  await begun(1);
  const next = expect(write('b')).rejects.toMatchObject({ code: 'SQL_FAILED' });
  await eventuallyQuiet();
  const closed = dialect.close();
  syncs[0]?.reject(new Error('EIO'));
  await Promise.all([lost, next, closed]);
  expect(syncs).toHaveLength(1);
});

/** Lets everything run that can. */
async function eventuallyQuiet(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
