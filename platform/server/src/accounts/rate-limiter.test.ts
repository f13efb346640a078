import { addressKey } from '@kubemin/base/connections';
import { ManualClock } from '@kubemin/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { startTestPlatform } from '../test-support/test-platform.ts';
import { RateLimiter } from './request-authorizer.ts';

describe('a rate limiter', () => {
  test('lets a burst through, then one at a time, each key for itself', async () => {
    const clock = new ManualClock();
    const limiter = new RateLimiter({ perSecond: 2, burst: 3 }, clock);
    expect([1, 2, 3].map(() => limiter.take('a'))).toEqual([0, 0, 0]);
    expect(limiter.take('a')).toBe(500);
    expect(limiter.take('b')).toBe(0);
    await clock.advance(499);
    expect(limiter.take('a')).toBeGreaterThan(0);
    await clock.advance(1);
    expect(limiter.take('a')).toBe(0);
  });

  test('never lets more through than the burst and what has come in since, whatever the order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 400 }), { maxLength: 60 }), async (pauses) => {
        const clock = new ManualClock();
        const limiter = new RateLimiter({ perSecond: 5, burst: 4 }, clock);
        const start = clock.now();
        let through = 0;
        for (const pause of pauses) {
          await clock.advance(pause);
          if (limiter.take('a') === 0) through += 1;
          expect(through).toBeLessThanOrEqual(4 + ((clock.now() - start) / 1_000) * 5 + 1e-9);
        }
      }),
    );
  });

  test('forgets the quietest of too many keys, not the busiest', () => {
    const limiter = new RateLimiter({ perSecond: 0.001, burst: 1 }, new ManualClock());
    limiter.take('first');
    for (let index = 0; index < 9_999; index += 1) limiter.take(`key-${index}`);
    expect(limiter.wait('first')).toBeGreaterThan(0);
    limiter.take('one-more');
    expect(limiter.wait('first')).toBe(0);
    expect(limiter.wait('key-9998')).toBeGreaterThan(0);
  });
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1'],
  ['2001:db8:0:1::9', '2001:db8:0:1'],
  ['2001:0DB8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('the address %s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

describe('limits over HTTP', () => {
  test('a token that asks too often is 429 with the time to wait, others and health are not', async () => {
    const clock = new ManualClock();
    const platform = await startTestPlatform({ clock, settings: { requests: { perSecond: 0.5, burst: 3 } } });
    const { token } = await platform.client.createToken({ name: 'busy' });
    const busy = { headers: { authorization: `Bearer ${token}` } };
    const ask = async () => platform.send('GET', '/api/v1/whoami', busy);
    for (let count = 0; count < 3; count += 1) expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    expect(await refused.json()).toMatchObject({ code: 429, error: 'RATE_LIMITED' });
    expect((await platform.send('GET', '/healthz', busy)).status).toBe(200);
    expect((await platform.send('GET', '/api/v1/whoami')).status).toBe(200);
    await clock.advance(2_000);
    expect((await ask()).status).toBe(200);
  });

  test('an address that guesses is 429 before the database is asked, while tokens in use go on working', async () => {
    const clock = new ManualClock();
    const settings = { failedAuthentications: { perSecond: 1, burst: 2 } };
    const platform = await startTestPlatform({ clock, settings });
    const { token } = await platform.client.createToken({ name: 'in use' });
    const status = async (authorization: string) =>
      (await platform.send('GET', '/api/v1/whoami', { headers: { authorization } })).status;
    expect(await status(`Bearer ${token}`)).toBe(200);
    const guesses = ['kmt_a', 'other', 'kmt_b'].map((guess) => () => status(`Bearer ${guess}`));
    const statuses: number[] = [];
    for (const guess of guesses) statuses.push(await guess());
    expect(statuses).toEqual([401, 401, 429]);
    expect(await status(`Bearer ${token}`)).toBe(200);
    expect(await status('Bearer test-token')).toBe(200);
    expect(await status('')).toBe(401);
    await clock.advance(1_000);
    expect(await status('Bearer kmt_c')).toBe(401);
  });
});
