import { expect, test } from 'vitest';
import { type Migration, openSqlite } from '../index.ts';

function table(name: string, after?: () => void): Migration {
  return {
    name,
    up: async (database) => {
      await database.schema.createTable(name).addColumn('id', 'integer').execute();
      after?.();
    },
  };
}

test('each migration runs once, and owners do not see each other', async () => {
  await using database = openSqlite({ path: ':memory:' });
  let runs = 0;
  const count = () => {
    runs++;
  };
  await database.withTables('engine', [table('a', count)]);
  await database.withTables('server', [table('b', count)]);
  await database.withTables('engine', [table('a', count), table('c', count)]);
  expect(runs).toBe(3);
});

test('a migration that fails leaves nothing and is tried again next time', async () => {
  await using database = openSqlite({ path: ':memory:' });
  const broken = table('a', () => {
    throw new Error('power cut');
  });
  await expect(database.withTables('engine', [broken])).rejects.toThrow('power cut');
  const mended = await database.withTables<{ a: { id: number } }>('engine', [table('a')]);
  expect(await mended.query.selectFrom('a').selectAll().execute()).toEqual([]);
});

test('a database made by a newer program is refused with advice', async () => {
  await using database = openSqlite({ path: ':memory:' });
  await database.withTables('engine', [table('a'), table('b')]);
  await expect(database.withTables('engine', [table('a')])).rejects.toMatchObject({ code: 'SQL_MIGRATION_MISMATCH' });
  await expect(database.withTables('engine', [table('a'), table('x')])).rejects.toThrow(/start that version/);
});
