import { describeDatabases } from '@kubemin/testing/vitest';
import { expect, test } from 'vitest';
import type { SqlDatabase } from '../database/sql-database.ts';
import { isUniqueViolation } from '../database/sql-error.ts';
import { type Kysely, sql } from '../index.ts';
import { EMPTY, type NoteTables, withNotes } from '../test-support/notes.ts';

describeDatabases('transactions', (dialect) => {
  /** The same database, opened by so many processes. */
  async function opened(times: number): Promise<readonly SqlDatabase<NoteTables>[]> {
    const database = await dialect.create();
    return Promise.all(Array.from({ length: times }, async () => withNotes(await database.open())));
  }

  async function notes(): Promise<SqlDatabase<NoteTables>> {
    const [database] = await opened(1);
    if (database === undefined) throw new Error('nothing was opened');
    return database;
  }

  test('one that throws leaves nothing behind, and the next one works', async () => {
    const database = await notes();
    const failing = database.transaction(async (transaction) => {
      await transaction
        .insertInto('notes')
        .values({ ...EMPTY, key: 'gone' })
        .execute();
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await database.query
      .insertInto('notes')
      .values({ ...EMPTY, key: 'stays' })
      .execute();
    expect(await database.query.selectFrom('notes').select('key').execute()).toEqual([{ key: 'stays' }]);
  });

  test('uncommitted changes are not visible to others', async () => {
    const [writer, reader] = await opened(2);
    const written = Promise.withResolvers<void>();
    const seen = Promise.withResolvers<unknown>();
    const work = writer?.transaction(async (transaction) => {
      await transaction
        .insertInto('notes')
        .values({ ...EMPTY, key: 'k' })
        .execute();
      written.resolve();
      expect(await seen.promise).toEqual([]);
    });
    await written.promise;
    seen.resolve(await reader?.query.selectFrom('notes').select('key').execute());
    await work;
    expect(await reader?.query.selectFrom('notes').select('key').execute()).toEqual([{ key: 'k' }]);
  });

  test('one that asks for it sees one moment from its first statement to its last, and the next one the present', async () => {
    const [reader, writer] = await opened(2);
    if (reader === undefined || writer === undefined) throw new Error('nothing was opened');
    const count = async (query: Kysely<NoteTables>) => (await query.selectFrom('notes').select('key').execute()).length;
    const { counts, written } = await reader.transaction(
      async (transaction) => {
        const before = await count(transaction);
        const writing = writer.query
          .insertInto('notes')
          .values({ ...EMPTY, key: 'k' })
          .execute();
        // Where transactions run one after the other, the writer waits for this one.
        if (!reader.capabilities.serialTransactions) await writing;
        return { counts: [before, await count(transaction)], written: { writing } };
      },
      { isolation: 'repeatable read' },
    );
    expect(counts).toEqual([0, 0]);
    await written.writing;
    expect(await reader.transaction(count)).toBe(1);
  });

  test('of many that make the same conditional change at once, exactly one succeeds', async () => {
    const databases = await opened(4);
    await databases[0]?.query
      .insertInto('notes')
      .values({ ...EMPTY, key: 'k' })
      .execute();
    const change = async (database: SqlDatabase<NoteTables>): Promise<bigint> =>
      database.transaction(async (transaction) => {
        // Every statement sees what is committed by then, whatever the transaction has read before.
        await transaction.selectFrom('notes').select('done').execute();
        const { numUpdatedRows } = await transaction
          .updateTable('notes')
          .set({ done: 1 })
          .where('key', '=', 'k')
          .where('done', '=', 0)
          .executeTakeFirstOrThrow();
        return numUpdatedRows;
      });
    const counts = await Promise.all([...databases, ...databases, ...databases].map(change));
    expect(counts.toSorted()).toEqual([...Array.from({ length: 11 }, () => 0n), 1n]);
  });

  test('rows that match count, also when they are already as they should be', async () => {
    const { query } = await notes();
    for (const key of ['a', 'b'])
      await query
        .insertInto('notes')
        .values({ ...EMPTY, key })
        .execute();
    const update = query.updateTable('notes').set({ done: 0 });
    expect((await update.executeTakeFirstOrThrow()).numUpdatedRows).toBe(2n);
    expect((await query.deleteFrom('notes').where('key', '=', 'a').executeTakeFirst()).numDeletedRows).toBe(1n);
  });

  test('a second row with the same key is recognised, its value is not in the message, and the loser may try again', async () => {
    const [one, two] = await opened(2);
    const insert = (database: SqlDatabase<NoteTables> | undefined, done: number) =>
      database?.transaction(async (transaction) => {
        await transaction
          .insertInto('notes')
          .values({ ...EMPTY, key: 'secret', done })
          .execute();
      });
    const results = await Promise.allSettled([insert(one, 1), insert(two, 2)]);
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(failures.map(isUniqueViolation)).toEqual([true]);
    expect(String(failures[0])).not.toContain('secret');
    await two?.transaction(async (transaction) => {
      await transaction.updateTable('notes').set({ done: 3 }).where('key', '=', 'secret').execute();
    });
    expect(await one?.query.selectFrom('notes').select('done').execute()).toEqual([{ done: 3 }]);
  });

  test('a reference to nothing is refused, and what refers to a row goes with it', async () => {
    const { query } = await notes();
    const reply = query.insertInto('replies').values({ note: 'k', text: '' });
    await expect(reply.execute()).rejects.toMatchObject({ code: 'SQL_CONSTRAINT_VIOLATION' });
    await query
      .insertInto('notes')
      .values({ ...EMPTY, key: 'k' })
      .execute();
    await reply.execute();
    await query.deleteFrom('notes').execute();
    expect(await query.selectFrom('replies').selectAll().execute()).toEqual([]);
  });

  test('two that lock each other out: one of them is done again, and both are done', async () => {
    const [one, two] = await opened(2);
    for (const key of ['a', 'b'])
      await one?.query
        .insertInto('notes')
        .values({ ...EMPTY, key })
        .execute();
    const bothHoldOne = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    let runs = 0;
    const swap = (database: SqlDatabase<NoteTables> | undefined, keys: readonly string[], me: 0 | 1) =>
      database?.transaction(async (transaction) => {
        runs++;
        for (const key of keys) {
          await transaction
            .updateTable('notes')
            .set((eb) => ({ done: eb('done', '+', 1) }))
            .where('key', '=', key)
            .execute();
          bothHoldOne[me].resolve();
          // Where transactions run one after the other, the other cannot have begun.
          if (!database.capabilities.serialTransactions) await bothHoldOne[me === 0 ? 1 : 0].promise;
        }
      });
    await Promise.all([swap(one, ['a', 'b'], 0), swap(two, ['b', 'a'], 1)]);
    expect(await one?.query.selectFrom('notes').select(['key', 'done']).orderBy('key').execute()).toEqual([
      { key: 'a', done: 2 },
      { key: 'b', done: 2 },
    ]);
    // The repeated one may lock its first row again before the other has woken, and then is aborted once more.
    if (one?.capabilities.serialTransactions) expect(runs).toBe(2);
    else expect(runs).toBeGreaterThanOrEqual(3);
  });

  test('one statement and a transaction that lock each other out: one of them is done again, and both are done', async () => {
    const [one, two, onlooker] = await opened(3);
    if (one === undefined || two === undefined || onlooker === undefined) throw new Error('nothing was opened');
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f'])
      await one.query
        .insertInto('notes')
        .values({ ...EMPTY, key })
        .execute();
    const add = (query: Kysely<NoteTables>, keys: readonly string[]) =>
      query
        .updateTable('notes')
        .set((eb) => ({ done: eb('done', '+', 1) }))
        .where('key', 'in', keys)
        .execute();
    const free = onlooker.query.selectFrom('notes').select('key').where('key', '=', 'a').forUpdate().skipLocked();
    const begun: Promise<unknown>[] = [];
    await one.transaction(async (transaction) => {
      // Having changed more, it is not the one that MariaDB aborts; PostgreSQL aborts the transaction that detects the deadlock.
      await add(transaction, ['b', 'c', 'd', 'e', 'f']);
      if (begun.length === 0) {
        begun.push(add(two.query, ['a', 'b']));
        if (one.capabilities.skipLocked) while ((await free.execute()).length > 0) await new Promise(setImmediate);
      }
      await add(transaction, ['a']);
    });
    await Promise.all(begun);
    const rows = await one.query.selectFrom('notes').select('done').orderBy('key').execute();
    expect(rows.map(({ done }) => done)).toEqual([2, 2, 1, 1, 1, 1]);
  });

  test('what is locked stays as it is until the transaction ends', async () => {
    const [one, two] = await opened(2);
    await one?.query
      .insertInto('notes')
      .values({ ...EMPTY, key: 'k' })
      .execute();
    const add = (database: SqlDatabase<NoteTables>) =>
      database.transaction(async (transaction) => {
        const { done } = await transaction
          .selectFrom('notes')
          .select('done')
          .where('key', '=', 'k')
          .$if(database.capabilities.rowLocks, (query) => query.forUpdate())
          .executeTakeFirstOrThrow();
        await new Promise((resolve) => setImmediate(resolve));
        await transaction
          .updateTable('notes')
          .set({ done: done + 1 })
          .where('key', '=', 'k')
          .execute();
      });
    await Promise.all([one, two].flatMap((each) => (each === undefined ? [] : [add(each), add(each), add(each)])));
    expect(await one?.query.selectFrom('notes').select('done').execute()).toEqual([{ done: 6 }]);
  });

  test('rows that others have locked are skipped where the database has that capability', async () => {
    const [one, two] = await opened(2);
    if (one === undefined || two === undefined) throw new Error('nothing was opened');
    for (const key of ['a', 'b'])
      await one.query
        .insertInto('notes')
        .values({ ...EMPTY, key })
        .execute();
    const free = two.query.selectFrom('notes').select('key').orderBy('key').forUpdate().skipLocked();
    if (!two.capabilities.skipLocked) {
      await expect(free.execute()).rejects.toMatchObject({ code: 'SQL_FAILED' });
      return;
    }
    await one.transaction(async (transaction) => {
      await transaction.selectFrom('notes').select('key').where('key', '=', 'a').forUpdate().execute();
      expect(await free.execute()).toEqual([{ key: 'b' }]);
    });
  });

  test('changes return rows where the database has that capability', async () => {
    const { query, capabilities } = await notes();
    await query
      .insertInto('notes')
      .values({ ...EMPTY, key: 'k' })
      .execute();
    const update = query.updateTable('notes').set({ done: 1 }).returning('done').execute();
    if (capabilities.returning) expect(await update).toEqual([{ done: 1 }]);
    else await expect(update).rejects.toMatchObject({ code: 'SQL_FAILED' });
  });

  test('ids are generated in ascending order', async () => {
    const { query } = await notes();
    for (const key of ['a', 'b', 'c'])
      await query
        .insertInto('notes')
        .values({ ...EMPTY, key })
        .execute();
    const rows = await query.selectFrom('notes').select(['id', 'key']).orderBy('id').execute();
    expect(rows.map(({ key }) => key)).toEqual(['a', 'b', 'c']);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(3);
  });

  test('a wrong statement is named without its parameters', async () => {
    const { query } = await notes();
    const wrong = sql`select nonsense from notes where ${sql.ref('key')} = ${'hunter2'}`.execute(query);
    await expect(wrong).rejects.toThrow(/select nonsense from notes/);
    await expect(wrong).rejects.not.toThrow(/hunter2/);
  });
});
