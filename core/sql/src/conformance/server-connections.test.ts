import { eventually, startTcpProxy, type TcpProxy } from '@kubemin/testing';
import { describeDatabaseServers } from '@kubemin/testing/vitest';
import { expect, onTestFinished, test } from 'vitest';
import { namedRow, type QueryTemplate } from '../database/query-cache.ts';
import type { SqlDatabase } from '../database/sql-database.ts';
import { sql } from '../index.ts';
import { openDatabase } from '../open-database.ts';
import { EMPTY, type NoteTables, withNotes } from '../test-support/notes.ts';

describeDatabaseServers('connections', (dialect) => {
  test('a connection that breaks in a transaction: nothing is stored, the next one works', async () => {
    const { database, proxy } = await behindProxy();
    const broken = database.transaction(async (transaction) => {
      await transaction
        .insertInto('notes')
        .values({ ...EMPTY, key: 'lost' })
        .execute();
      proxy.cut();
      await transaction
        .insertInto('notes')
        .values({ ...EMPTY, key: 'never' })
        .execute();
    });
    await expect(broken).rejects.toMatchObject({ name: 'RetryableError', code: 'SQL_CONNECTION_LOST' });
    const down = database.query.selectFrom('notes').select('key').execute();
    await expect(down).rejects.toMatchObject({ name: 'RetryableError', code: 'SQL_UNREACHABLE' });
    proxy.restore();
    expect(await database.query.selectFrom('notes').select('key').execute()).toEqual([]);
  });

  test('a connection that breaks while committing: the error states that the outcome is unknown', async () => {
    const { database, proxy } = await behindProxy();
    const broken = database.transaction(async (transaction) => {
      await transaction
        .insertInto('notes')
        .values({ ...EMPTY, key: 'k' })
        .execute();
      proxy.cut();
    });
    await expect(broken).rejects.toMatchObject({ name: 'RetryableError', code: 'SQL_COMMIT_UNKNOWN' });
  });

  test('a connection that breaks under statements that stand alone: every one of them hears of it', async () => {
    const { database, proxy } = await behindProxy();
    const insert: QueryTemplate<NoteTables, unknown> = {
      shape: 'insert',
      build: (query, value) => query.insertInto('notes').values(namedRow({ ...EMPTY, key: '' }, value)),
    };
    const store = (key: string) => database.cache.alone(insert, { ...EMPTY, key }, key);
    await store('before');
    const many = Promise.allSettled(Array.from({ length: 50 }, (_, index) => store(`k${index}`)));
    proxy.cut();
    for (const end of await many) {
      if (end.status === 'rejected') expect(end.reason).toMatchObject({ name: 'RetryableError' });
    }
    proxy.restore();
    await store('after');
    expect(await database.query.selectFrom('notes').select('key').where('key', '=', 'after').execute()).toHaveLength(1);
  });

  test('connections that broke while they were idle are not used again', async () => {
    const { database, proxy } = await behindProxy();
    await Promise.all(Array.from({ length: 5 }, () => sql`select 1`.execute(database.query)));
    proxy.cut();
    proxy.restore();
    await eventually(async () => (await sql`select 1 as one`.execute(database.query)).rows.length);
    await Promise.all(Array.from({ length: 5 }, () => sql`select 1`.execute(database.query)));
  });

  test('all connections taken for too long: the error states it', async () => {
    const place = await dialect.create();
    const database = await openDatabase(`${place.url}?poolSize=1&poolWaitMs=20`);
    onTestFinished(() => database.close());
    const waiting = database.transaction(() => sql`select 1`.execute(database.query));
    await expect(waiting).rejects.toMatchObject({
      code: 'SQL_BUSY',
      message: expect.stringContaining('all 1 database'),
    });
    await sql`select 1`.execute(database.query);
  });

  test('a lock that another holds for too long: the error states it', async () => {
    const place = await dialect.create();
    const holder = await withNotes(await place.open());
    await holder.query
      .insertInto('notes')
      .values({ ...EMPTY, key: 'k' })
      .execute();
    const hurried = await withNotes(await openDatabase(`${place.url}?lockTimeoutMs=1000`));
    onTestFinished(() => hurried.close());
    const change = (query: SqlDatabase<NoteTables>['query']) =>
      query.updateTable('notes').set({ done: 1 }).where('key', '=', 'k').execute();
    await holder.transaction(async (transaction) => {
      await change(transaction);
      await expect(change(hurried.query)).rejects.toMatchObject({ name: 'RetryableError', code: 'SQL_BUSY' });
    });
    await change(hurried.query);
  });

  test('a statement that takes too long is stopped, and its connection works on', async () => {
    const place = await dialect.create();
    const database = await openDatabase(`${place.url}?statementTimeoutMs=1000&poolSize=1`);
    onTestFinished(() => database.close());
    const sleep =
      dialect.name === 'postgres' ? sql`select pg_sleep(20)` : sql`select sleep(20) from information_schema.tables`;
    await expect(sleep.execute(database.query)).rejects.toMatchObject({ code: 'SQL_TIMEOUT' });
    expect((await sql`select 1 as one`.execute(database.query)).rows).toEqual([{ one: 1 }]);
  });

  test('a wrong server or password is reported, without the password', async () => {
    const { url } = await dialect.create();
    const changed = (change: (url: URL) => void): Promise<unknown> => {
      const other = new URL(url);
      change(other);
      return openDatabase(other.href).catch((error: unknown) => error);
    };
    const wrongPassword = await changed((other) => {
      other.password = 'wrong-guess';
    });
    expect(wrongPassword).toMatchObject({ name: 'TerminalError', code: 'SQL_ACCESS_DENIED' });
    expect(String(wrongPassword)).not.toContain('wrong-guess');
    const missing = await changed((other) => {
      other.pathname = '/nowhere';
    });
    expect(missing).toMatchObject({
      code: 'SQL_CANNOT_OPEN',
      message: expect.stringContaining('create the database'),
    });
    const closedPort = await changed((other) => {
      other.port = '1';
    });
    expect(closedPort).toMatchObject({ name: 'RetryableError', code: 'SQL_UNREACHABLE' });
    expect(String(closedPort)).toMatch(/127\.0\.0\.1:1 .*check that the server is running/);
  });

  async function behindProxy(): Promise<{ database: SqlDatabase<NoteTables>; proxy: TcpProxy }> {
    const url = new URL((await dialect.create()).url);
    const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
    onTestFinished(() => proxy.close());
    url.port = String(proxy.port);
    const database = await openDatabase(url.href);
    onTestFinished(() => database.close());
    return { database: await withNotes(database), proxy };
  }
});
