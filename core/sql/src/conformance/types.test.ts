import { describeDatabases } from '@kubemin/testing/vitest';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SqlDatabase } from '../database/sql-database.ts';
import { sql } from '../index.ts';
import { EMPTY, type NoteTables, withNotes } from '../test-support/notes.ts';

describeDatabases('types', (dialect) => {
  async function notes(): Promise<SqlDatabase<NoteTables>> {
    return withNotes(await (await dialect.create()).open());
  }

  test('what goes in comes out: texts of every script, emoji, bytes, large numbers, null', async () => {
    const { query } = await notes();
    const text = fc.string({ unit: 'grapheme', maxLength: 50 }).map((value) => value.replaceAll('\0', ''));
    const row = fc.record({
      text: fc.option(text),
      bytes: fc.option(fc.uint8Array({ maxLength: 50 })),
      big: fc.option(fc.maxSafeInteger()),
      done: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.uuid(), row, async (key, given) => {
        await query.deleteFrom('notes').execute();
        await query
          .insertInto('notes')
          .values({ key, ...given })
          .execute();
        const stored = await query.selectFrom('notes').select(['text', 'bytes', 'big', 'done']).execute();
        expect(stored).toEqual([given]);
      }),
      {
        numRuns: 50,
        examples: [['k', { text: `quote ' " \\' \` ; -- % _ \n \u{1F9DE} 日本`, bytes: null, big: null, done: 0 }]],
      },
    );
  });

  test('a text of two megabytes is stored whole', async () => {
    const { query } = await notes();
    const text = 'ü\u{1F600}x'.repeat(300_000);
    await query
      .insertInto('notes')
      .values({ ...EMPTY, key: 'long', text })
      .execute();
    const { text: stored } = await query.selectFrom('notes').select('text').executeTakeFirstOrThrow();
    expect(stored === text).toBe(true);
  });

  test('counts, sums and truth are numbers; booleans are stored as 0 and 1', async () => {
    const { query } = await notes();
    for (const [key, big] of [
      ['a', 2 ** 40],
      ['b', 2 ** 41],
    ] as const) {
      await query
        .insertInto('notes')
        .values({ ...EMPTY, key, big, done: 1 })
        .execute();
    }
    const done: unknown = true;
    await sql`update notes set done = ${done} where ${sql.ref('key')} = ${'a'}`.execute(query);
    const sums = await query
      .selectFrom('notes')
      .select(({ fn, exists, selectFrom }) => [
        fn.countAll().as('count'),
        fn.sum('big').as('sum'),
        fn.max('done').as('most'),
        exists(selectFrom('notes as other').select('other.id')).as('any'),
      ])
      .executeTakeFirstOrThrow();
    expect(sums).toEqual({ count: 2, sum: 2 ** 40 + 2 ** 41, most: 1, any: 1 });
  });

  test('numbers that a double cannot hold are refused on reading, not rounded, and the database works on', async () => {
    const { query } = await notes();
    await sql`insert into notes (${sql.ref('key')}, big) values (${'k'}, ${2n ** 60n})`.execute(query);
    await expect(query.selectFrom('notes').select('big').execute()).rejects.toMatchObject({
      code: 'SQL_NUMBER_TOO_LARGE',
    });
    expect(await query.selectFrom('notes').select('key').execute()).toEqual([{ key: 'k' }]);
  });

  test('what is not a scalar is refused as a parameter, before the database sees it', async () => {
    const { query } = await (await dialect.create()).open();
    const refused = [
      [new Date(0), 'Date'],
      [[1, 2], 'Array'],
      [{ a: 1 }, 'Object'],
      [Number.NaN, 'number NaN'],
      [undefined, 'undefined'],
      [2n ** 64n, 'bigint 18446744073709551616'],
    ] as const;
    for (const [value, what] of refused) {
      await expect(sql`select ${value} as a, ${1} as b`.execute(query)).rejects.toMatchObject({
        code: 'SQL_BAD_PARAMETER',
        message: expect.stringContaining(`parameter 1 is ${what}`),
      });
    }
  });

  test('texts are equal only when they are the same, and ordered by code point', async () => {
    const { query } = await notes();
    const keys = ['b', 'B', 'a', 'A', 'a ', 'ä', 'aa', 'Z', '10', '9', '_', '\u{1F600}', '日'];
    for (const key of keys)
      await query
        .insertInto('notes')
        .values({ ...EMPTY, key })
        .execute();
    const rows = await query.selectFrom('notes').select('key').orderBy('key').execute();
    expect(rows.map(({ key }) => key)).toEqual([...keys].sort(byCodePoint));
    expect(await query.selectFrom('notes').select('key').where('key', '=', 'a').execute()).toEqual([{ key: 'a' }]);
    expect(await query.selectFrom('notes').select('key').where('key', '<', 'A').orderBy('key').execute()).toEqual([
      { key: '10' },
      { key: '9' },
    ]);
  });
});

function byCodePoint(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
