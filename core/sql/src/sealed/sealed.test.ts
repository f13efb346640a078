import { systemClock, systemRandom } from '@kubemin/base';
import { KeyRing, newSecretKey, sealKeyId, sealMark } from '@kubemin/base/vault';
import { describeDatabases } from '@kubemin/testing/vitest';
import { expect, test } from 'vitest';
import type { Migration } from '../database/migration/migration.ts';
import { KeyCheck } from './key-check.ts';
import { reseal, type SealedColumn } from './reseal.ts';

interface Tables {
  readonly papers: { readonly shelf: string; readonly number: number; text: string | null };
}

const MIGRATIONS: readonly Migration[] = [
  {
    name: '001',
    up: async ({ schema }) => {
      await schema
        .createTable('papers')
        .addColumn('shelf', 'varchar(16)', (column) => column.notNull())
        .addColumn('number', 'integer', (column) => column.notNull())
        .addColumn('text', 'text')
        .addPrimaryKeyConstraint('papers_key', ['shelf', 'number'])
        .execute();
    },
  },
];
const PAPERS: SealedColumn = { table: 'papers', key: ['shelf', 'number'], column: 'text' };
const [first, second] = [newSecretKey(systemRandom), newSecretKey(systemRandom)];
const makeKeyRing = (...keys: ReturnType<typeof newSecretKey>[]) =>
  new KeyRing(keys, { random: systemRandom, where: 'keys of the test' });
const before = makeKeyRing(first);
const rotated = makeKeyRing(second, first);

describeDatabases('sealed columns', (dialect) => {
  async function open() {
    const database = await (await dialect.create()).open();
    const { query } = await database.withTables<Tables>('papers', MIGRATIONS);
    return { database, query, signal: new AbortController().signal, vault: rotated, mark: sealMark(second.id) };
  }

  test('everything is sealed again, also what was in clear, and what is sealed rightly stays untouched', async () => {
    const { query, ...options } = await open();
    const texts = Array.from({ length: 23 }, (_, index) => `text ${index}`);
    const kept = rotated.seal('kept');
    const rows = texts.map((text, index) => ({
      shelf: `shelf-${index % 3}`,
      number: index,
      text: index % 5 === 0 ? text : before.seal(text),
    }));
    await query
      .insertInto('papers')
      .values([...rows, { shelf: 'a', number: 1, text: kept }])
      .execute();
    await query.insertInto('papers').values({ shelf: 'b', number: 1, text: null }).execute();
    expect(await reseal(PAPERS, { ...options, batch: 4 })).toBe(texts.length);
    const stored = await query.selectFrom('papers').select('text').where('text', 'is not', null).execute();
    const sealed = stored.map(({ text }) => text ?? '');
    expect(new Set(sealed.map(sealKeyId))).toEqual(new Set([second.id]));
    expect(sealed.map((text) => makeKeyRing(second).open(text)).sort()).toEqual([...texts, 'kept'].sort());
    expect(sealed).toContain(kept);
    expect(await reseal(PAPERS, options)).toBe(0);
  });

  test('broken off after some rows, it leaves every text readable and goes on where it was', async () => {
    const { query, ...options } = await open();
    const rows = Array.from({ length: 10 }, (_, number) => ({ shelf: 's', number, text: before.seal(`${number}`) }));
    await query.insertInto('papers').values(rows).execute();
    const broken = new AbortController();
    let seals = 0;
    const vault = {
      open: (text: string) => rotated.open(text),
      seal: (text: string) => {
        seals += 1;
        if (seals === 4) broken.abort(new Error('killed'));
        return rotated.seal(text);
      },
    };
    await expect(reseal(PAPERS, { ...options, vault, signal: broken.signal, batch: 4 })).rejects.toThrow('killed');
    const stored = await query.selectFrom('papers').select('text').orderBy('number').execute();
    expect(stored.map(({ text }) => rotated.open(text ?? ''))).toEqual(rows.map(({ number }) => `${number}`));
    expect(await reseal(PAPERS, options)).toBe(6);
  });

  test('an instance without a key of its database is refused before it seals anything, and the key is named', async () => {
    const { database } = await open();
    await KeyCheck.pass(database, before, systemClock);
    await expect(KeyCheck.pass(database, makeKeyRing(second), systemClock)).rejects.toMatchObject({
      code: 'SECRET_KEY_UNKNOWN',
      message: expect.stringContaining(`key ${first.id}, which is not in keys of the test`),
    });
    await KeyCheck.pass(database, before, systemClock);
    const impostor = makeKeyRing({ id: first.id, bytes: second.bytes });
    await expect(KeyCheck.pass(database, impostor, systemClock)).rejects.toMatchObject({ code: 'SEAL_BROKEN' });
  });

  test('once nothing is sealed with an old key any more, an instance may do without it', async () => {
    const { database } = await open();
    await KeyCheck.pass(database, before, systemClock);
    const check = await KeyCheck.pass(database, rotated, systemClock);
    expect(await check.retire()).toEqual([first.id]);
    await KeyCheck.pass(database, makeKeyRing(second), systemClock);
  });
});
