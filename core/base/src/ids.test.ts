import { expect, test } from 'vitest';
import { randomId, randomString } from './ids.ts';
import { systemRandom } from './random.ts';

test('ids are 24 characters of [a-z0-9] and differ', () => {
  const ids = Array.from({ length: 200 }, () => randomId(systemRandom));
  for (const id of ids) expect(id).toMatch(/^[a-z0-9]{24}$/);
  expect(new Set(ids).size).toBe(200);
});

test('bytes that would favour the first characters are thrown away', () => {
  const given = [Uint8Array.of(255, 254, 253), Uint8Array.of(0, 1, 2)];
  const random = { ...systemRandom, bytes: () => given.shift() ?? Uint8Array.of() };
  expect(randomString(random, 3, 'abcdefghij')).toBe('abc');
});
