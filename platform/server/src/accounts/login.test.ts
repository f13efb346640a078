import { createPlatformClient } from '@kubemin/client';
import { ManualClock } from '@kubemin/testing';
import { describe, expect, test } from 'vitest';
import { startTestPlatform } from '../test-support/test-platform.ts';

const MINUTE = 60_000;
const invalid = { code: 'LOGIN_CODE_INVALID', status: 401 };

test('a code opens one session for who made it, without a token, and only once', async () => {
  const { client, url } = await startTestPlatform();
  const { code } = await client.createLoginCode();
  const anonymous = createPlatformClient({ url, token: '' });
  const session = await anonymous.login({ code });
  expect(session).toMatchObject({ name: 'login', user: 'tester', state: 'active' });
  const inside = createPlatformClient({ url, token: session.token });
  expect(await inside.whoami()).toMatchObject({ user: 'tester' });
  await expect(anonymous.login({ code })).rejects.toMatchObject(invalid);
  await expect(anonymous.login({ code: 'guessed' })).rejects.toMatchObject(invalid);
});

test('of many who use a code at the same time, one comes in', async () => {
  const { client } = await startTestPlatform();
  const { code } = await client.createLoginCode();
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => client.login({ code })));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a code that was not used ends within minutes, and the session it opens within a day', async () => {
  const clock = new ManualClock();
  const { client } = await startTestPlatform({ clock });
  const late = await client.createLoginCode();
  await clock.advance(11 * MINUTE);
  await expect(client.login({ code: late.code })).rejects.toMatchObject(invalid);
  const { code } = await client.createLoginCode();
  const { createTime, expireTime } = await client.login({ code });
  expect(Date.parse(expireTime ?? '') - Date.parse(createTime)).toBe(24 * 60 * MINUTE);
});

test('a session reaches no further than the token that made its code, and there is none once that is revoked', async () => {
  const { client, url } = await startTestPlatform();
  const narrow = await client.createToken({
    name: 'narrow',
    scopes: ['read'],
    projects: ['store'],
    lifetimeSeconds: 60,
  });
  const by = createPlatformClient({ url, token: narrow.token });
  const session = await client.login({ code: (await by.createLoginCode()).code });
  expect(session).toMatchObject({ scopes: ['read'], projects: ['store'], expireTime: narrow.expireTime });
  const { code } = await by.createLoginCode();
  await client.revokeToken(narrow.id);
  await expect(client.login({ code })).rejects.toMatchObject(invalid);
  await expect(createPlatformClient({ url, token: session.token }).whoami()).rejects.toMatchObject({ status: 401 });
});

test('the code is nowhere in the database', async () => {
  const { client, database } = await startTestPlatform();
  const { code } = await client.createLoginCode();
  const raw = database.query.withTables<{ account_login_codes: { digest: string } }>();
  const stored = JSON.stringify(await raw.selectFrom('account_login_codes').selectAll().execute());
  expect(stored).toContain('configured:tester');
  expect(stored).not.toContain(code);
});

describe('R-06: logins are throttled', () => {
  const settings = { failedAuthentications: { perSecond: 1, burst: 3 } };

  test('R-06: codes that open nothing count per address, together with tokens, also when they come at once', async () => {
    const clock = new ManualClock();
    const { client, send, url } = await startTestPlatform({ clock, settings });
    const { code } = await client.createLoginCode();
    const guesses = Array.from({ length: 20 }, (_, index) =>
      send('POST', '/api/v1/login', { body: JSON.stringify({ code: `guess-${index}` }) }),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(17);
    const refused = await send('POST', '/api/v1/login', { body: JSON.stringify({ code }) });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    const guessed = createPlatformClient({ url, token: `kmt_${'a'.repeat(43)}` });
    await expect(guessed.whoami()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    // Tokens in use go on working, and so does the code once it is calm again.
    expect(await client.whoami()).toMatchObject({ user: 'tester' });
    await clock.advance(1_000);
    expect(await client.login({ code })).toMatchObject({ user: 'tester' });
  });

  test('R-06: sessions of one account are limited, and a code that comes too often is not spent', async () => {
    const clock = new ManualClock();
    const { client } = await startTestPlatform({ clock, settings });
    const logIn = async () => client.login({ code: (await client.createLoginCode()).code });
    for (let count = 0; count < 30; count += 1) await logIn();
    const { code } = await client.createLoginCode();
    await expect(client.login({ code })).rejects.toMatchObject({ code: 'RATE_LIMITED', status: 429 });
    await clock.advance(1_000);
    expect(await client.login({ code })).toMatchObject({ user: 'tester' });
  });
});
