import { expect, test } from 'vitest';
import { bearerAuthentication } from './bearer-token.ts';

const authenticate = bearerAuthentication([
  { token: 'first-token', user: 'admin' },
  { token: 'second-token', user: 'robot' },
]);

test('each token opens the API for its own user, whatever the case of the scheme', () => {
  expect(authenticate('Bearer first-token')).toEqual({ user: 'admin' });
  expect(authenticate('bearer  second-token')).toEqual({ user: 'robot' });
});

test('a token that only begins right, or is longer, is refused', () => {
  for (const token of ['first-toke', 'first-token2', 'FIRST-TOKEN', 'x']) {
    expect(() => authenticate(`Bearer ${token}`), token).toThrow('not one this server knows');
  }
});

test('a missing header, another scheme and an empty token say what to send', () => {
  for (const header of [undefined, '', 'Basic Zmlyc3Q=', 'Bearer', 'Bearer ']) {
    expect(() => authenticate(header), header).toThrow('Authorization: Bearer <token>');
  }
});

test('a server without tokens lets nobody in', () => {
  expect(() => bearerAuthentication([])('Bearer x')).toThrow('not one this server knows');
});
