import { expect, test } from 'vitest';
import { orderedId, randomId, randomString, shortId } from './ids.ts';
import { systemRandom } from './random.ts';

test('ids are 24 characters of [a-z0-9] and differ', () => {
  const ids = Array.from({ length: 200 }, () => randomId(systemRandom));
  for (const id of ids) expect(id).toMatch(/^[a-z0-9]{24}$/);
  expect(new Set(ids).size).toBe(200);
});

test('R-20: short ids are DNS labels of 8 characters without vowels, look-alikes or a digit in front, and differ', () => {
  const ids = Array.from({ length: 2_000 }, () => shortId(systemRandom));
  for (const id of ids) expect(id).toMatch(/^[bcdfghjkmnpqrstvwxz][bcdfghjkmnpqrstvwxz2-9]{7}$/);
  expect(new Set(ids).size).toBe(2_000);
});

test('bytes that would favour the first characters are thrown away', () => {
  const given = [Uint8Array.of(255, 254, 253), Uint8Array.of(0, 1, 2)];
  const random = { ...systemRandom, bytes: () => given.shift() ?? Uint8Array.of() };
  expect(randomString(random, 3, 'abcdefghij')).toBe('abc');
});

test('ordered ids have the same form, differ within a millisecond, and sort by when they were made', () => {
  const moments = [0, 1, 35, 36, Date.UTC(2026, 0), Date.UTC(2026, 0) + 1, Date.UTC(2070, 0)];
  const ids = moments.flatMap((now) => [orderedId(systemRandom, now), orderedId(systemRandom, now)]);
  for (const id of ids) expect(id).toMatch(/^[a-z0-9]{24}$/);
  expect(new Set(ids).size).toBe(ids.length);
  const times = ids.map((id) => id.slice(0, 9));
  expect(times.toSorted()).toEqual(times);
});
