import { systemClock } from '@kubemin/base';
import { expect, test } from 'vitest';
import { bearerAuthentication } from './bearer-token.ts';
import { RateLimiter } from './request-authorizer.ts';

const nothingIssued = { remembered: () => undefined, find: async () => undefined };
const failures = new RateLimiter({ perSecond: 1, burst: 100 }, systemClock);
const known = bearerAuthentication({
  tokens: [
    { token: 'first-token', user: 'admin' },
    { token: 'second-token', user: 'robot', grants: [{ project: 'shop', role: 'viewer' }] },
  ],
  issued: nothingIssued,
  failures,
});
const authenticate = (authorization: string | undefined) => known({ authorization, address: '192.0.2.1' });

test('each token opens the API for its own user, whatever the case of the scheme', async () => {
  expect(await authenticate('Bearer first-token')).toMatchObject({ user: 'admin' });
  const robot = await authenticate('bearer  second-token');
  expect(robot.user).toBe('robot');
  expect([robot.may('read', 'shop'), robot.may('deploy', 'shop'), robot.may('read', 'other')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('a token that only begins right, or is longer, is refused', async () => {
  for (const token of ['first-toke', 'first-token2', 'FIRST-TOKEN', 'x']) {
    await expect(authenticate(`Bearer ${token}`), token).rejects.toThrow('the token is unknown or expired');
  }
});

test('a missing header, another scheme and an empty token name the header to send', async () => {
  for (const header of [undefined, '', 'Basic Zmlyc3Q=', 'Bearer', 'Bearer ', 'Bearer first-token x']) {
    await expect(authenticate(header), header).rejects.toThrow('Authorization: Bearer <token>');
  }
});

test('a server without tokens rejects every token', async () => {
  const authenticate = bearerAuthentication({ tokens: [], issued: nothingIssued, failures });
  await expect(authenticate({ authorization: 'Bearer x', address: '' })).rejects.toThrow(
    'the token is unknown or expired',
  );
});
