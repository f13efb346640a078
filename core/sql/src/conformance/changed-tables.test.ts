import { describeDatabases } from '@kubemin/testing/vitest';
import { expect, test } from 'vitest';
import { EMPTY, withNotes } from '../test-support/notes.ts';

describeDatabases('tables that change', (dialect) => {
  test('repeated reads of all columns keep working when another process adds a column', async () => {
    const place = await dialect.create();
    const [reader, migrator] = [await withNotes(await place.open()), await withNotes(await place.open())];
    await reader.query
      .insertInto('notes')
      .values({ ...EMPTY, key: 'k' })
      .execute();
    const read = () =>
      reader.transaction((transaction) => transaction.selectFrom('notes').selectAll().where('key', '=', 'k').execute());
    // Often enough for a database that remembers what it is asked, on every connection.
    for (let time = 0; time < 5; time++) await Promise.all(Array.from({ length: 5 }, read));
    await migrator.query.schema.alterTable('notes').addColumn('colour', 'varchar(10)').execute();
    const rows = await Promise.all(Array.from({ length: 5 }, read));
    expect(rows.flat().map((row) => Object.keys(row).includes('colour'))).toEqual(rows.map(() => true));
  });
});
