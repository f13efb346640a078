import { describeDatabases } from '@kubemin/testing/vitest';
import { expect, test } from 'vitest';
import type { Migration } from '../database/migration/migration.ts';
import { hasSqlCode } from '../database/sql-error.ts';

interface Tables {
  readonly a: { readonly id: number };
  readonly b: { readonly id: number };
}

function table(name: string, after?: () => void): Migration {
  return {
    name,
    up: async ({ schema }) => {
      await schema.createTable(name).addColumn('id', 'integer').execute();
      await schema.createIndex(`${name}_by_id`).on(name).column('id').execute();
      after?.();
    },
  };
}

describeDatabases('migrations', (dialect) => {
  test('each runs once, and owners do not see each other', async () => {
    const database = await (await dialect.create()).open();
    let runs = 0;
    const count = () => {
      runs++;
    };
    await database.withTables('engine', [table('a', count)]);
    await database.withTables('server', [table('b', count)]);
    await database.withTables('engine', [table('a', count), table('c', count)]);
    expect(runs).toBe(3);
  });

  test('many processes that start at once on an empty database: every step runs once, all find the tables', async () => {
    const database = await dialect.create();
    let runs = 0;
    const steps = ['a', 'b', 'c', 'd'].map((name) =>
      table(name, () => {
        runs++;
      }),
    );
    const processes = await Promise.all(Array.from({ length: 5 }, () => database.open()));
    const views = await Promise.all(processes.map((each) => each.withTables<Tables>('engine', steps)));
    expect(runs).toBe(4);
    for (const { query } of views) expect(await query.selectFrom('b').selectAll().execute()).toEqual([]);
  });

  test('one that fails is tried again next time, from wherever it broke off', async () => {
    const place = await dialect.create();
    const first = await place.open();
    let blackout = true;
    const shaky: Migration = {
      name: 'a',
      up: async (...place) => {
        await table('a').up(...place);
        if (blackout) throw new Error('power cut');
        await table('b').up(...place);
      },
    };
    await expect(first.withTables('engine', [shaky])).rejects.toThrow('power cut');
    const left = await first.query.introspection.getTables();
    const names = left.map(({ name }) => name).filter((name) => name !== 'kubemin_migrations');
    expect(names).toEqual(first.capabilities.transactionalDdl ? [] : ['a']);
    await first.close();
    blackout = false;
    const again = await place.open();
    const { query } = await again.withTables<Tables>('engine', [shaky]);
    await query.insertInto('a').values({ id: 1 }).execute();
    expect(await query.selectFrom('b').selectAll().execute()).toEqual([]);
    await again.withTables<Tables>('engine', [shaky]);
  });

  test('steps before one that fails stay or go as the database can, and are done once it works', async () => {
    const database = await (await dialect.create()).open();
    let fails = true;
    const steps: readonly Migration[] = [
      table('a'),
      { name: 'b', up: (...place) => (fails ? Promise.reject(new Error('power cut')) : table('b').up(...place)) },
    ];
    await expect(database.withTables('engine', steps)).rejects.toThrow('power cut');
    const left = (await database.query.introspection.getTables()).map(({ name }) => name);
    expect(left.includes('a')).toBe(!database.capabilities.transactionalDdl);
    fails = false;
    const { query } = await database.withTables<Tables>('engine', steps);
    for (const name of ['a', 'b'] as const) expect(await query.selectFrom(name).selectAll().execute()).toEqual([]);
  });

  test('tables that another program made are never taken for our own, also not at the second try', async () => {
    const database = await (await dialect.create()).open();
    await table('b').up(database.query, database.capabilities);
    const both: Migration = {
      name: 'both',
      up: async (...place) => {
        await table('a').up(...place);
        await table('b').up(...place);
      },
    };
    for (let attempt = 0; attempt < 3; attempt++) {
      const error = await database.withTables('engine', [both]).catch((thrown: unknown) => thrown);
      expect(hasSqlCode(error, 'SQL_ALREADY_EXISTS')).toBe(true);
    }
  });

  test('a database made by a newer program is refused with advice', async () => {
    const database = await (await dialect.create()).open();
    await database.withTables('engine', [table('a'), table('b')]);
    await expect(database.withTables('engine', [table('a')])).rejects.toMatchObject({ code: 'SQL_MIGRATION_MISMATCH' });
    await expect(database.withTables('engine', [table('a'), table('x')])).rejects.toThrow(/start that version/);
  });
});
