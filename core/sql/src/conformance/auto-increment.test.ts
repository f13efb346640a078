import { describeDatabases } from '@kubemin/testing/vitest';
import { expect, test } from 'vitest';
import { passNumbers } from '../database/capabilities.ts';
import { EMPTY, withNotes } from '../test-support/notes.ts';

describeDatabases('numbers that rows bring themselves', (dialect) => {
  test('are counted on from, and a count that was further stays there', async () => {
    const place = await dialect.create();
    const { query, capabilities } = await withNotes(await place.open());
    const insert = async (key: string, id?: number): Promise<number> => {
      const row = { ...EMPTY, key, ...(id !== undefined && { id }) };
      await query.insertInto('notes').values(row).execute();
      const stored = await query.selectFrom('notes').select('id').where('key', '=', key).executeTakeFirstOrThrow();
      return stored.id;
    };
    await insert('given', 40);
    await passNumbers(query, capabilities, { table: 'notes', column: 'id' });
    expect(await insert('next')).toBeGreaterThan(40);
    const furthest = await insert('furthest');
    await query.deleteFrom('notes').where('key', '=', 'furthest').execute();
    await insert('low', 7);
    await passNumbers(query, capabilities, { table: 'notes', column: 'id' });
    expect(await insert('after')).toBeGreaterThan(furthest);
  });
});
