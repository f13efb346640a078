import { describeDatabases } from '@kubemin/testing/vitest';
import { expect, test } from 'vitest';
import { ACCOUNT_MIGRATIONS } from './migrations.ts';
import type { AccountTables, TokenRow, UserRow } from './tables.ts';
import { TokenRows } from './token-rows.ts';
import { UserRows } from './user-rows.ts';

const NOW = 100_000;

function user(name: string): UserRow {
  return { id: `id-${name}`, name, display_name: '', roles: '[]', created_at: NOW, updated_at: NOW };
}

function token(id: string, userId: string, parent: string | null = null): TokenRow {
  const ends = { expires_at: null, revoked_at: null, last_used_at: null };
  const narrowing = { scopes: null, projects: null };
  const common = { digest: `digest-${id}`, name: id, parent_id: parent, created_at: NOW };
  return { id, user_id: userId, ...common, ...narrowing, ...ends };
}

describeDatabases('account rows', (dialect) => {
  async function opened(place: Awaited<ReturnType<typeof dialect.create>>) {
    const database = await place.open();
    return database.withTables<AccountTables>('accounts', ACCOUNT_MIGRATIONS);
  }

  async function open() {
    const { query } = await opened(await dialect.create());
    return { users: new UserRows(query), tokens: new TokenRows(query) };
  }

  test('a token is found by its digest with the name and roles its user has now, and without them once they are gone', async () => {
    const { users, tokens } = await open();
    await users.insert(user('ada'));
    await tokens.insert(token('one', 'id-ada'));
    await users.update('id-ada', { roles: '["new"]', updated_at: NOW + 1 });
    expect(await tokens.byDigest('digest-one')).toMatchObject({ id: 'one', user_name: 'ada', user_roles: '["new"]' });
    expect(await tokens.byDigest('DIGEST-ONE')).toBeUndefined();
    await users.remove('id-ada');
    expect(await tokens.byDigest('digest-one')).toMatchObject({ id: 'one', user_name: null, user_roles: null });
  });

  test('names are unique to the letter', async () => {
    const { users } = await open();
    await users.insert(user('ada'));
    await expect(users.insert({ ...user('ada'), id: 'other' })).rejects.toThrow();
    expect(await users.byName('ADA')).toBeUndefined();
  });

  test('revoking a token ends what was made with it, down to the last, and nothing else; the first time counts', async () => {
    const { tokens } = await open();
    for (const row of [token('a', 'u'), token('b', 'u', 'a'), token('c', 'u', 'b'), token('d', 'u')]) {
      await tokens.insert(row);
    }
    await tokens.revoke('b', NOW + 1);
    await tokens.revoke('a', NOW + 2);
    const ended = (await tokens.list('u')).map(({ id, revoked_at }) => [id, revoked_at]);
    expect(Object.fromEntries(ended)).toEqual({ a: NOW + 2, b: NOW + 1, c: NOW + 1, d: null });
  });

  test('a token created while its parent is being revoked is not created, or ends with it, in either order', async () => {
    const place = await dialect.create();
    const [one, two, onlooker] = [await opened(place), await opened(place), await opened(place)];
    const rows = new TokenRows(onlooker.query);
    for (const id of ['a', 'b']) await rows.insert(token(id, 'u'));
    const make = (row: TokenRow) => two.transaction((each) => new TokenRows(each).insertUnder(row, two.capabilities));
    /** Long enough for the other to be done, if nothing holds it. */
    const aWhile = async () => {
      for (let look = 0; look < 10; look++) await rows.list();
    };

    const late = await one.transaction(async (transaction) => {
      await new TokenRows(transaction).revoke('a', NOW + 1);
      const made = make(token('late', 'u', 'a'));
      await aWhile();
      return { made };
    });
    expect(await late.made).toBe(false);
    expect(await make(token('orphan', 'u', 'gone'))).toBe(false);

    const early = await one.transaction(async (transaction) => {
      await new TokenRows(transaction).insertUnder(token('early', 'u', 'b'), one.capabilities);
      const revoked = two.transaction((each) => new TokenRows(each).revoke('b', NOW + 2));
      await aWhile();
      return { revoked };
    });
    await early.revoked;
    const ended = (await rows.list('u')).map(({ id, revoked_at }) => [id, revoked_at]);
    expect(Object.fromEntries(ended)).toEqual({ a: NOW + 1, b: NOW + 2, early: NOW + 2 });
  });

  test('a use is noted again only when the last note is old enough', async () => {
    const { tokens } = await open();
    await tokens.insert(token('a', 'u'));
    const noted = async () => (await tokens.byId('a'))?.last_used_at;
    await tokens.used('a', NOW, NOW - 60_000);
    await tokens.used('a', NOW + 59_000, NOW - 1_000);
    expect(await noted()).toBe(NOW);
    await tokens.used('a', NOW + 61_000, NOW + 1_000);
    expect(await noted()).toBe(NOW + 61_000);
  });

  test('tokens that ended before a moment are removed, no more at once than the limit; valid ones are not', async () => {
    const { tokens } = await open();
    await tokens.insert({ ...token('expired', 'u'), expires_at: NOW });
    await tokens.insert({ ...token('revoked', 'u'), expires_at: NOW + 9, revoked_at: NOW });
    await tokens.insert({ ...token('ending', 'u'), expires_at: NOW + 1 });
    await tokens.insert({ ...token('endless', 'u'), created_at: 0 });
    expect(await tokens.removeEnded(NOW, 10)).toBe(0);
    expect(await tokens.removeEnded(NOW + 1, 1)).toBe(1);
    expect(await tokens.removeEnded(NOW + 1, 10)).toBe(1);
    expect((await tokens.list()).map(({ id }) => id).sort()).toEqual(['ending', 'endless']);
  });

  test('the tokens of one user are listed without those of others, the newest first', async () => {
    const { tokens } = await open();
    await tokens.insert(token('old', 'u'));
    await tokens.insert({ ...token('new', 'u'), created_at: NOW + 1 });
    await tokens.insert(token('foreign', 'v'));
    expect((await tokens.list('u')).map(({ id }) => id)).toEqual(['new', 'old']);
    expect(await tokens.list()).toHaveLength(3);
  });
});
