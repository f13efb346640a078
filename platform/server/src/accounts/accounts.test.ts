import { createPlatformClient, type Grant, type PlatformClient, type TokenCreation } from '@kubemin/client';
import { ManualClock } from '@kubemin/testing';
import { describe, expect, test } from 'vitest';
import { json, SHOP } from '../test-support/documents.ts';
import { startTestPlatform, type TestPlatform } from '../test-support/test-platform.ts';

const refused = (code: string) => ({ code });

async function userWith(platform: TestPlatform, name: string, roles: readonly Grant[]): Promise<PlatformClient> {
  await platform.client.createUser({ name, roles: [...roles] });
  return clientWith(platform, { name: 'first', user: name });
}

async function clientWith(platform: TestPlatform, token: TokenCreation, by = platform.client): Promise<PlatformClient> {
  const created = await by.createToken(token);
  return createPlatformClient({ url: platform.url, token: created.token });
}

describe('users', () => {
  test('what is created can be read, changed and removed; the configured one is listed and cannot change', async () => {
    const { client } = await startTestPlatform();
    const created = await client.createUser({ name: 'ada', roles: [{ project: 'store', role: 'viewer' }] });
    expect(created).toMatchObject({ name: 'ada', origin: 'stored', roles: [{ project: 'store', role: 'viewer' }] });
    expect(await client.getUser('ada')).toEqual(created);
    const changed = await client.changeUser('ada', { displayName: 'Ada' });
    expect(changed).toMatchObject({ displayName: 'Ada', roles: created.roles });
    expect((await client.listUsers()).users.map(({ name }) => name)).toEqual(['ada', 'tester']);
    await expect(client.createUser({ name: 'ada' })).rejects.toMatchObject(refused('USER_EXISTS'));
    await expect(client.createUser({ name: 'tester' })).rejects.toMatchObject(refused('USER_EXISTS'));
    await expect(client.removeUser('tester')).rejects.toMatchObject(refused('USER_CONFIGURED'));
    await client.removeUser('ada');
    await expect(client.getUser('ada')).rejects.toMatchObject(refused('USER_NOT_FOUND'));
  });

  test('invalid names and roles are refused, and no user is created', async () => {
    const { client, send } = await startTestPlatform();
    for (const body of [
      { name: 'Ada' },
      { name: '' },
      { name: '../x' },
      { name: 'ada', roles: [{ project: 'store', role: 'god' }] },
      { name: 'ada', roles: 'admin' },
    ]) {
      const { status } = await send('POST', '/api/v1/users', { body: JSON.stringify(body) });
      expect([body, status]).toEqual([body, 400]);
    }
    expect((await client.listUsers()).users).toHaveLength(1);
  });

  test('roles that are taken away or given count at once', async () => {
    const platform = await startTestPlatform();
    const ada = await userWith(platform, 'ada', [{ project: 'store', role: 'deployer' }]);
    const document = json({ ...SHOP, project: 'store' });
    await ada.saveApplication(document);
    await platform.client.changeUser('ada', { roles: [{ project: 'store', role: 'viewer' }] });
    await expect(ada.saveApplication(document)).rejects.toMatchObject(refused('FORBIDDEN'));
    await platform.client.changeUser('ada', { roles: [] });
    expect((await ada.listApplications()).applications).toEqual([]);
  });
});

describe('tokens', () => {
  test('the token is shown once, has the documented prefix and is nowhere in the database', async () => {
    const platform = await startTestPlatform();
    const { token, id } = await platform.client.createToken({ name: 'for ci', scopes: ['read'], projects: ['store'] });
    expect(token).toMatch(/^kmt_[A-Za-z0-9]{43}$/);
    const listed = await platform.client.listTokens();
    expect(listed.tokens).toMatchObject([{ id, name: 'for ci', user: 'tester', scopes: ['read'], state: 'active' }]);
    const raw = platform.database.query.withTables<{ account_tokens: { digest: string } }>();
    const stored = JSON.stringify(await raw.selectFrom('account_tokens').selectAll().execute());
    expect(stored).toContain(id);
    for (const text of [stored, JSON.stringify(listed)]) expect(text).not.toContain(token.slice(4));
  });

  test('no second request gets a token, also not one with the same key', async () => {
    const platform = await startTestPlatform();
    const named = platform.client.createToken({ name: 'twice' }, { idempotencyKey: 'k' });
    await expect(named).rejects.toMatchObject(refused('BAD_REQUEST'));
    expect((await platform.client.listTokens()).tokens).toEqual([]);
  });

  test('whoami returns the roles, and what the token leaves of them', async () => {
    const platform = await startTestPlatform();
    const roles: readonly Grant[] = [{ project: 'store', role: 'operator' }];
    const ada = await userWith(platform, 'ada', roles);
    expect(await ada.whoami()).toMatchObject({ user: 'ada', roles });
    const narrow = await clientWith(platform, { name: 'n', scopes: ['read'], lifetimeSeconds: 60 }, ada);
    const identity = await narrow.whoami();
    expect(identity).toMatchObject({ user: 'ada', roles, scopes: ['read'] });
    expect(identity.expireTime).toBeDefined();
  });

  test('a token ends when its time has come', async () => {
    const clock = new ManualClock();
    const platform = await startTestPlatform({ clock });
    const short = await clientWith(platform, { name: 'short', lifetimeSeconds: 60 });
    await clock.advance(59_999);
    expect(await short.whoami()).toMatchObject({ user: 'tester' });
    await clock.advance(1);
    await expect(short.whoami()).rejects.toMatchObject(refused('UNAUTHENTICATED'));
    expect((await platform.client.listTokens()).tokens).toMatchObject([{ state: 'expired' }]);
  });

  test('a revoked token ends at once, with those that were made with it, also on another instance within seconds', async () => {
    const clock = new ManualClock();
    const platform = await startTestPlatform({ clock });
    const parent = await clientWith(platform, { name: 'parent' });
    const child = await clientWith(platform, { name: 'child' }, parent);
    expect(await child.whoami()).toMatchObject({ user: 'tester' });
    const { tokenId = '' } = await parent.whoami();
    expect(await platform.client.revokeToken(tokenId)).toMatchObject({ state: 'revoked' });
    for (const client of [parent, child]) {
      await expect(client.whoami()).rejects.toMatchObject(refused('UNAUTHENTICATED'));
    }
    const third = await clientWith(platform, { name: 'third' });
    await third.whoami();
    // What another instance does, this one hears of from the database alone.
    const raw = platform.database.query.withTables<{ account_tokens: { revoked_at: number } }>();
    await raw.updateTable('account_tokens').set({ revoked_at: clock.now() }).execute();
    await clock.advance(2_000);
    await expect(third.whoami()).rejects.toMatchObject(refused('UNAUTHENTICATED'));
  });

  test("a removed user's tokens stay invalid, also when a user of that name is created again", async () => {
    const platform = await startTestPlatform();
    const ada = await userWith(platform, 'ada', [{ project: '*', role: 'admin' }]);
    const minted = await clientWith(platform, { name: 'for admin', user: 'tester' }, ada);
    await platform.client.removeUser('ada');
    await expect(ada.whoami()).rejects.toMatchObject(refused('UNAUTHENTICATED'));
    await expect(minted.whoami()).rejects.toMatchObject(refused('UNAUTHENTICATED'));
    await platform.client.createUser({ name: 'ada', roles: [{ project: '*', role: 'admin' }] });
    await expect(ada.whoami()).rejects.toMatchObject(refused('UNAUTHENTICATED'));
  });

  test('a token makes none that is wider, reaches further or lives longer than itself', async () => {
    const clock = new ManualClock();
    const platform = await startTestPlatform({ clock });
    const narrow = await clientWith(platform, {
      name: 'narrow',
      scopes: ['read', 'deploy'],
      projects: ['store'],
      lifetimeSeconds: 60,
    });
    for (const wider of [
      { scopes: ['admin' as const] },
      { projects: ['store', 'other'] },
      { lifetimeSeconds: 61 },
      { user: 'ada' },
    ]) {
      await expect(narrow.createToken({ name: 'wider', ...wider })).rejects.toMatchObject(refused('FORBIDDEN'));
    }
    const same = await narrow.createToken({ name: 'same' });
    expect(same).toMatchObject({ scopes: ['read', 'deploy'], projects: ['store'] });
    expect(same.expireTime).toBe((await narrow.whoami()).expireTime);
    expect(await narrow.createToken({ name: 'less', scopes: ['read'] })).toMatchObject({ scopes: ['read'] });
  });

  test('users see and end their own tokens only; an administrator those of all users', async () => {
    const platform = await startTestPlatform();
    const ada = await userWith(platform, 'ada', [{ project: 'store', role: 'admin' }]);
    const bob = await userWith(platform, 'bob', []);
    const { tokenId: bobs = '' } = await bob.whoami();
    expect((await ada.listTokens()).tokens.map(({ user }) => user)).toEqual(['ada']);
    await expect(ada.listTokens({ user: 'bob' })).rejects.toMatchObject(refused('FORBIDDEN'));
    await expect(ada.revokeToken(bobs)).rejects.toMatchObject(refused('TOKEN_NOT_FOUND'));
    expect((await platform.client.listTokens()).tokens).toHaveLength(2);
    expect((await platform.client.listTokens({ user: 'bob' })).tokens).toMatchObject([{ id: bobs }]);
    await expect(platform.client.listTokens({ user: 'eve' })).rejects.toMatchObject(refused('USER_NOT_FOUND'));
    expect(await bob.revokeToken(bobs)).toMatchObject({ state: 'revoked' });
  });

  test('the last use is known to the minute', async () => {
    const clock = new ManualClock();
    const platform = await startTestPlatform({ clock });
    const client = await clientWith(platform, { name: 'used' });
    const lastUsed = async () => (await platform.client.listTokens()).tokens[0]?.lastUsedTime;
    expect(await lastUsed()).toBeUndefined();
    const first = new Date(clock.now()).toISOString();
    await client.whoami();
    await clock.advance(30_000);
    await client.whoami();
    expect(await lastUsed()).toBe(first);
    await clock.advance(30_001);
    await client.whoami();
    expect(await lastUsed()).toBe(new Date(clock.now()).toISOString());
  });
});

test('no header but Authorization identifies the caller', async () => {
  const platform = await startTestPlatform();
  const { token } = await platform.client.createToken({ name: 'real' });
  const path = '/api/v1/whoami';
  for (const headers of [
    { authorization: '', 'x-remote-user': 'tester', 'x-forwarded-user': 'tester', 'x-forwarded-for': '127.0.0.1' },
    { authorization: '', cookie: `token=${token}`, 'x-auth-token': token },
    { authorization: `Basic ${btoa(`tester:${token}`)}` },
    { authorization: `Bearer ${token}, Bearer ${token}` },
    { authorization: `Bearer ${token.toLowerCase()}` },
    { authorization: `Bearer ${token.slice(0, -1)}` },
    { authorization: `Bearer kmt_` },
    { authorization: token },
  ]) {
    expect([headers, (await platform.send('GET', path, { headers })).status]).toEqual([headers, 401]);
  }
  for (const query of [`?token=${token}`, `?access_token=${token}`]) {
    expect((await platform.send('GET', `${path}${query}`, { headers: { authorization: '' } })).status).toBe(401);
  }
});
