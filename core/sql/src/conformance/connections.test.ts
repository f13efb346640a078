import { describeDatabases } from '@kubemin/testing/vitest';
import { expect, test } from 'vitest';
import { sql } from '../index.ts';
import { EMPTY, withNotes } from '../test-support/notes.ts';

describeDatabases('opening and closing', (dialect) => {
  test('queries after close fail with a clear code, and closing waits for what runs and what was asked for', async () => {
    const place = await dialect.create();
    const database = await withNotes(await place.open());
    const begun = Promise.withResolvers<void>();
    const work = database.transaction(async (transaction) => {
      begun.resolve();
      await new Promise((resolve) => setImmediate(resolve));
      await transaction
        .insertInto('notes')
        .values({ ...EMPTY, key: 'k' })
        .execute();
    });
    await begun.promise;
    await Promise.all([database.close(), database.close()]);
    await work;
    const late = database.query.selectFrom('notes').select('key').execute();
    await expect(late).rejects.toMatchObject({ code: 'SQL_CLOSED' });
    const again = await withNotes(await place.open());
    expect(await again.query.selectFrom('notes').select('key').execute()).toEqual([{ key: 'k' }]);
  });

  test('closing the root closes every view of it, also when the root itself was never queried', async () => {
    const root = await (await dialect.create()).open();
    const view = await withNotes(root);
    await root.close();
    await expect(view.query.selectFrom('notes').select('key').execute()).rejects.toMatchObject({ code: 'SQL_CLOSED' });
  });

  test('more work at once than there are connections is done one after the other', async () => {
    const database = await withNotes(await (await dialect.create()).open());
    const insert = (key: string) =>
      database.transaction(async (transaction) => {
        await transaction
          .insertInto('notes')
          .values({ ...EMPTY, key })
          .execute();
      });
    await Promise.all(Array.from({ length: 40 }, (_, index) => insert(String(index))));
    const { count } = await database.query
      .selectFrom('notes')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(40);
  });

  test('the observer gets every statement', async () => {
    const seen: string[] = [];
    const database = await (await dialect.create()).open({ onQuery: ({ sql: text }) => seen.push(text) });
    await sql`select 1 as one`.execute(database.query);
    expect(seen).toEqual(['select 1 as one']);
  });
});
